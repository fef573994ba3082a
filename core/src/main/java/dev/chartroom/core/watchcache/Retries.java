package dev.chartroom.core.watchcache;

import dev.chartroom.core.retry.Backoff;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** The pauses of a reflector between its attempts to follow the store. Used by one thread. */
final class Retries {
    private final Backoff backoff;
    private final RandomGenerator random;
    private int failures;
    private int expirations;

    Retries(Backoff backoff, RandomGenerator random) {
        this.backoff = backoff;
        this.random = random;
    }

    /** Returns the pause after the store has sent events. */
    Duration afterEvents() {
        failures = 0;
        expirations = 0;
        return Duration.ZERO;
    }

    /** Returns the pause after the store did not answer, or failed. */
    Duration afterFailure() {
        return backoff.delay(++failures, random);
    }

    /**
     * Returns the pause after the store no longer had the resource version. Earlier failures do not make it longer, because
     * the store answers again.
     */
    Duration afterExpiry() {
        failures = ++expirations;
        return backoff.delay(failures, random);
    }
}
