package dev.chartroom.apimachinery.watch;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The schedule of a watch's bookmarks: every minute, and two seconds before the watch ends (wire contract D44). */
public final class BookmarkSchedule {
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Duration BEFORE_THE_END = Duration.ofSeconds(2);

    private final @Nullable Instant last;

    /** @param timeout the time after which the watch ends; zero if it is unknown */
    public BookmarkSchedule(Instant start, Duration timeout) {
        last = timeout.isZero() ? null : start.plus(timeout).minus(BEFORE_THE_END);
    }

    /** Returns when the next bookmark is due; null if none is. */
    public @Nullable Instant after(Instant now) {
        Instant regular = now.plus(INTERVAL);
        if (last == null || regular.isBefore(last)) {
            return regular;
        }
        return last.isAfter(now) ? last : null;
    }
}
