package dev.chartroom.domain.watch;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When a watch gets its bookmarks: every minute, and two seconds before it ends (wire contract D44). */
public final class BookmarkSchedule {
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Duration BEFORE_THE_END = Duration.ofSeconds(2);

    private final @Nullable Instant last;

    /** @param timeout after which the watch ends, zero where that is not known */
    public BookmarkSchedule(Instant start, Duration timeout) {
        last = timeout.isZero() ? null : start.plus(timeout).minus(BEFORE_THE_END);
    }

    /** When the next one is due; null where none is. */
    public @Nullable Instant after(Instant now) {
        Instant regular = now.plus(INTERVAL);
        if (last == null || regular.isBefore(last)) {
            return regular;
        }
        return last.isAfter(now) ? last : null;
    }
}
