package dev.chartroom.domain.kind;

import java.time.Duration;

/**
 * How a change of a definition reaches releases that exist.
 *
 * @param perMinute how many are updated a minute, at least 1
 * @param maxUnready how many of those that were updated may be not Ready at a time, at least 1
 * @param paused whether none is updated for now
 */
public record Rollout(long perMinute, long maxUnready, boolean paused) {

    /** How long it takes from one update to the next. */
    public Duration pace() {
        return Duration.ofMinutes(1).dividedBy(perMinute);
    }
}
