package dev.chartroom.ports.cache;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait before the store is asked again: ever longer, and never for all replicas the same. */
final class RetryDelays {
    private static final int MOST_DOUBLINGS = 20;

    private final CacheLimits limits;
    private final RandomGenerator random;

    RetryDelays(CacheLimits limits, RandomGenerator random) {
        this.limits = limits;
        this.random = random;
    }

    /** @param failures in a row; none where a watch came to its end */
    Duration beforeWatching(int failures) {
        if (failures == 0) {
            return Duration.ZERO;
        }
        Duration longest = limits.firstRetry().multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        Duration bounded = longest.compareTo(limits.longestRetry()) < 0 ? longest : limits.longestRetry();
        return bounded.dividedBy(2).plus(upTo(bounded.dividedBy(2)));
    }

    Duration beforeListing(int failures) {
        return beforeWatching(failures).plus(upTo(limits.relistSpread()));
    }

    private Duration upTo(Duration most) {
        return Duration.ofNanos(random.nextLong(most.toNanos() + 1));
    }
}
