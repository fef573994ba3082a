package dev.chartroom.apimachinery.table;

import java.time.Duration;

/** Formats durations as kubectl prints ages. */
public final class HumanDuration {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long YEAR = 365 * DAY;

    private HumanDuration() {}

    /**
     * Returns the one or two largest relevant units, such as {@code 5m}, {@code 3d4h} or {@code 2y10d}, exactly like
     * apimachinery's duration.HumanDuration. A negative duration shorter than two seconds is {@code 0s}, because clocks
     * differ. Any other negative duration is {@code <invalid>}.
     */
    public static String format(Duration duration) {
        long seconds =
                duration.isNegative() && duration.getNano() > 0 ? duration.getSeconds() + 1 : duration.getSeconds();
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 2 * MINUTE) {
            return Math.max(seconds, 0) + "s";
        }
        if (seconds < 10 * MINUTE) {
            return units(seconds, MINUTE, "m", 1, "s");
        }
        if (seconds < 3 * HOUR) {
            return seconds / MINUTE + "m";
        }
        if (seconds < 8 * HOUR) {
            return units(seconds, HOUR, "h", MINUTE, "m");
        }
        if (seconds < 2 * DAY) {
            return seconds / HOUR + "h";
        }
        if (seconds < 8 * DAY) {
            return units(seconds, DAY, "d", HOUR, "h");
        }
        if (seconds < 2 * YEAR) {
            return seconds / DAY + "d";
        }
        return seconds < 8 * YEAR ? units(seconds, YEAR, "y", DAY, "d") : seconds / YEAR + "y";
    }

    private static String units(long seconds, long large, String largeName, long small, String smallName) {
        long rest = seconds % large / small;
        return seconds / large + largeName + (rest == 0 ? "" : rest + smallName);
    }
}
