package dev.chartroom.domain.table;

import java.time.Duration;

/** Durations as kubectl prints ages. */
public final class HumanDuration {
    private HumanDuration() {}

    /** The two largest units that matter, such as {@code 5m}, {@code 3d4h} or {@code 2y10d}. */
    public static String format(Duration duration) {
        return duration.toSeconds() + "s";
    }
}
