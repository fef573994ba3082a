package dev.chartroom.adapters.auth.authn;

import dev.chartroom.adapters.auth.JoinedReviews;
import dev.chartroom.adapters.auth.RecentAnswers;
import dev.chartroom.adapters.auth.ReviewLimit;
import dev.chartroom.adapters.auth.SharedAnswers;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.ports.auth.Authentication;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Caches the results of another verifier as long as upstream does: 10 seconds, for valid and invalid tokens (wire
 * contract C5). Failures are not cached. Concurrent requests with the same token share one review.
 *
 * <p>The cache contains only keyed digests of tokens, and each process has a key of its own. Valid and invalid tokens
 * have separate caches, so made-up tokens evict no valid ones. Users share the cache of valid tokens fairly. The number
 * of reviews is bounded, and peers share the bound fairly: one peer's made-up tokens leave room for the tokens of other
 * peers.
 */
final class CachingTokenVerifier {
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);
    private static final int MOST = 4096;
    /**
     * Made-up tokens cost a client nothing, so reviews are bounded. A single peer gets half of this number, and half of
     * {@link #MOST_PLACES}.
     */
    private static final int MOST_IN_FLIGHT = 100;

    private static final int MOST_PLACES = 400;

    private static final String ALGORITHM = "HmacSHA256";

    private final TokenVerifier verifier;
    private final LongSupplier nanoTime;
    private final SecretKeySpec key;
    private final SharedAnswers<String, Authentication> valid;
    private final RecentAnswers<String, Authentication> invalid;
    private final JoinedReviews<String, Authentication> running;
    private final ReviewLimit limit;

    CachingTokenVerifier(TokenVerifier verifier) {
        this(verifier, System::nanoTime, ReviewLimit.PATIENCE);
    }

    CachingTokenVerifier(TokenVerifier verifier, LongSupplier nanoTime, Duration patience) {
        this.verifier = verifier;
        this.nanoTime = nanoTime;
        this.valid = new SharedAnswers<>(MOST, TIME_TO_LIVE);
        this.invalid = new RecentAnswers<>(MOST, TIME_TO_LIVE);
        this.running = new JoinedReviews<>(TIME_TO_LIVE, nanoTime);
        this.limit = new ReviewLimit(MOST_IN_FLIGHT, MOST_PLACES, patience);
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, ALGORITHM);
    }

    /**
     * Authenticates a token.
     *
     * @param token not empty
     * @param peer the address that the token came from
     * @return Authenticated or Rejected
     * @throws dev.chartroom.apimachinery.status.ApiException TooManyRequests if the peer already occupies its share of
     *     reviews; otherwise as {@link TokenVerifier#verify}
     */
    Authentication verify(String token, String peer) {
        String digest = digest(token);
        Authentication known = known(digest);
        return known == null
                ? running.answer(digest, startedAt -> limit.during(peer, () -> verified(token, digest, startedAt)))
                : known;
    }

    private @Nullable Authentication known(String digest) {
        long now = nanoTime.getAsLong();
        Authentication known = valid.find(digest, now);
        return known == null ? invalid.find(digest, now) : known;
    }

    private Authentication verified(String token, String digest, long startedAt) {
        Authentication found = verifier.verify(token);
        long now = nanoTime.getAsLong();
        switch (found) {
            case Authentication.Authenticated authenticated ->
                valid.put(digest, found, FairShares.sharer(authenticated.user()), startedAt, now);
            case Authentication.Rejected _, Authentication.NoCredentials _ ->
                invalid.put(digest, found, 1, startedAt, now);
        }
        return found;
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
