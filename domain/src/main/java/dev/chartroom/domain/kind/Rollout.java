package dev.chartroom.domain.kind;

import java.time.Duration;

/**
 * The pace at which existing releases follow a change of their definition.
 *
 * @param perMinute the number of releases updated per minute, at least 1
 * @param maxUnready the maximum number of updated releases that are not Ready at a time, at least 1
 * @param paused whether the rollout is paused; it then updates no release
 */
public record Rollout(long perMinute, long maxUnready, boolean paused) {

    /** Returns the time between two updates. */
    public Duration pace() {
        return Duration.ofMinutes(1).dividedBy(perMinute);
    }
}
