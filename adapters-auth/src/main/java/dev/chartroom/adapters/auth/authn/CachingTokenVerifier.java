package dev.chartroom.adapters.auth.authn;

import dev.chartroom.adapters.auth.RecentAnswers;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.deadline.RequestDeadline;
import dev.chartroom.ports.deadline.SharedCall;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what another verifier found out, for as long as upstream does: 10 seconds, whether the token holds or not
 * (wire contract C5). Failures are not remembered. Who brings the same token at the same time shares one look at it.
 *
 * <p>Of a token only a digest is kept, under a key of this process. Tokens that hold and those that do not have each a
 * memory of their own, and only so many are looked at at a time: whoever makes tokens up pushes out none that holds, and
 * does not keep the API server busy with them.
 */
final class CachingTokenVerifier implements TokenVerifier {
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);
    private static final int MOST = 4096;
    /** Tokens that are looked at at a time: to make some up costs a client nothing. */
    private static final int MOST_RUNNING = 100;

    /** For one look, however long those wait who share it. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private static final String ALGORITHM = "HmacSHA256";

    private final TokenVerifier verifier;
    private final LongSupplier nanoTime;
    private final SecretKeySpec key;
    private final RecentAnswers<String, Authentication> held;
    private final RecentAnswers<String, Authentication> rejected;
    private final Map<String, SharedCall<Authentication>> running = new ConcurrentHashMap<>();

    CachingTokenVerifier(TokenVerifier verifier) {
        this(verifier, System::nanoTime);
    }

    CachingTokenVerifier(TokenVerifier verifier, LongSupplier nanoTime) {
        this.verifier = verifier;
        this.nanoTime = nanoTime;
        this.held = new RecentAnswers<>(MOST, TIME_TO_LIVE);
        this.rejected = new RecentAnswers<>(MOST, TIME_TO_LIVE);
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, ALGORITHM);
    }

    @Override
    public Authentication verify(String token) {
        String digest = digest(token);
        Authentication known = known(digest);
        if (known != null) {
            return known;
        }
        if (running.size() >= MOST_RUNNING && !running.containsKey(digest)) {
            throw new ApiException(ApiError.tooManyRequests());
        }
        SharedCall<Authentication> mine = new SharedCall<>();
        SharedCall<Authentication> other = running.putIfAbsent(digest, mine);
        if (other != null) {
            return other.await();
        }
        mine.begin(() -> verified(token, digest));
        return mine.await();
    }

    private @Nullable Authentication known(String digest) {
        long now = nanoTime.getAsLong();
        Authentication known = held.find(digest, now);
        return known == null ? rejected.find(digest, now) : known;
    }

    private Authentication verified(String token, String digest) {
        long asked = nanoTime.getAsLong();
        try {
            Authentication found = RequestDeadline.in(LONGEST).during(() -> verifier.verify(token));
            remember(digest, found, asked);
            return found;
        } finally {
            running.remove(digest);
        }
    }

    private void remember(String digest, Authentication found, long asked) {
        switch (found) {
            case Authentication.Authenticated _ -> held.put(digest, found, 1, asked, nanoTime.getAsLong());
            case Authentication.Rejected _, Authentication.NoCredentials _ ->
                rejected.put(digest, found, 1, asked, nanoTime.getAsLong());
        }
    }

    private String digest(String token) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(token.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
