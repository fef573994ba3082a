package dev.chartroom.ports.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before something that failed is tried again: ever longer, and where there is jitter, never for all
 * replicas the same.
 *
 * @param first how long after the first failure, without jitter
 * @param factor by how much longer after each further one, at least 1
 * @param longest what the delay grows to, without jitter
 * @param jitter how much may be added at random, as a share of the delay
 */
public record Backoff(Duration first, double factor, Duration longest, double jitter) {

    /** @param failures in a row; no delay for none */
    public Duration delay(int failures, RandomGenerator random) {
        return delay(failures, Duration.ZERO, random);
    }

    /** Likewise, but if need be as long as was asked for; never beyond the longest. */
    public Duration delay(int failures, Duration asked, RandomGenerator random) {
        if (failures == 0) {
            return Duration.ZERO;
        }
        double grown = first.toNanos() * Math.pow(factor, failures - 1);
        double bounded = Math.min(Math.max(grown, (double) asked.toNanos()), (double) longest.toNanos());
        return Duration.ofNanos(Math.round(bounded * (1 + jitter * random.nextDouble())));
    }
}
