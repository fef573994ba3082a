package dev.chartroom.core.event;

import java.time.Duration;
import java.time.Instant;

/** A token bucket that starts full. Not thread-safe. */
final class TokenBucket {
    private final Duration interval;
    private final Duration size;
    /** The time at which the bucket is full again if no more tokens are taken. */
    private Instant fullAt = Instant.EPOCH;

    /**
     * @param burst the number of tokens in a full bucket, at least 1
     * @param interval the time in which an empty bucket gets one token
     */
    TokenBucket(int burst, Duration interval) {
        this.interval = interval;
        this.size = interval.multipliedBy(burst);
    }

    /** Takes a token; returns false if there is none. */
    boolean take(Instant now) {
        if (untilNext(now).isPositive()) {
            return false;
        }
        fullAt = fullAt(now).plus(interval);
        return true;
    }

    /** Returns the time until there is a token; zero if there is one. */
    Duration untilNext(Instant now) {
        Duration wait = Duration.between(now, fullAt(now)).minus(size.minus(interval));
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private Instant fullAt(Instant now) {
        // If the clock was set back, the bucket is empty at most.
        Instant latest = now.plus(size);
        return fullAt.isBefore(now) ? now : fullAt.isAfter(latest) ? latest : fullAt;
    }
}
