package dev.chartroom.adapters.http.console;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges a code for the token of a user, once and for a limited time. The code stands in the fragment of a URL that the
 * program prints. A browser sends no fragment to a server, and a later reader of the terminal's history cannot use it.
 * Thread-safe.
 */
public final class OneTimeLogin {
    /** A code of this many random bytes cannot be guessed. */
    private static final int LENGTH = 32;

    private final String token;
    private final long validity;
    private final LongSupplier nanoTime;
    private final AtomicReference<@Nullable Code> current = new AtomicReference<>();

    private record Code(String text, long issued) {}

    /**
     * @param validity how long a code is valid
     * @param nanoTime a monotonic clock
     */
    public OneTimeLogin(String token, Duration validity, LongSupplier nanoTime) {
        this.token = token;
        this.validity = validity.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Returns a new code, and makes the one before invalid. */
    public String issue() {
        byte[] bytes = new byte[LENGTH];
        new SecureRandom().nextBytes(bytes);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        current.set(new Code(text, nanoTime.getAsLong()));
        return text;
    }

    /** Returns the token if the code is the current one and still valid. A wrong code leaves the current one valid. */
    Optional<String> exchange(String code) {
        Code known = current.get();
        if (known == null || nanoTime.getAsLong() - known.issued() >= validity || !isEqual(code, known.text())) {
            return Optional.empty();
        }
        return current.compareAndSet(known, null) ? Optional.of(token) : Optional.empty();
    }

    /** Takes the same time for each code of the right length. */
    private static boolean isEqual(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a text without secrets. */
    @Override
    public String toString() {
        return "one-time login";
    }
}
