package dev.chartroom.core.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The delay before a failed operation is retried. The delay grows with each failure. With jitter, it differs between
 * replicas.
 *
 * @param first the delay after the first failure, without jitter
 * @param factor the factor by which the delay grows with each further failure, at least 1
 * @param longest the maximum delay, without jitter
 * @param jitter the maximum random addition to the delay, as a share of the delay
 */
public record Backoff(Duration first, double factor, Duration longest, double jitter) {

    /** @param failures the number of consecutive failures; zero means no delay */
    public Duration delay(int failures, RandomGenerator random) {
        return delay(failures, Duration.ZERO, random);
    }

    /** Returns the delay. Without jitter, it is at least the requested delay, but at most the longest delay. */
    public Duration delay(int failures, Duration requested, RandomGenerator random) {
        if (failures == 0) {
            return Duration.ZERO;
        }
        double grown = first.toNanos() * Math.pow(factor, failures - 1);
        double bounded = Math.min(Math.max(grown, (double) requested.toNanos()), (double) longest.toNanos());
        return Duration.ofNanos(Math.round(bounded * (1 + jitter * random.nextDouble())));
    }
}
