package dev.chartroom.adapters.http.connection;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Decides when something that is asked for again and again may happen. The pauses grow, and are short again after a while. */
final class GrowingPause {
    private static final long FIRST = TimeUnit.SECONDS.toNanos(4);
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(64);
    /** After this time without an event, the pauses begin again with the first. */
    private static final long FORGOTTEN = 2 * LONGEST;

    private final AtomicReference<@Nullable Event> last = new AtomicReference<>();

    /**
     * @param time when it happened
     * @param pause the time until the next event
     */
    private record Event(long time, long pause) {

        Event next(long now) {
            return new Event(now, now - time >= FORGOTTEN ? FIRST : Math.min(2 * pause, LONGEST));
        }
    }

    /**
     * Returns whether the event may happen now. If so, it counts as having happened.
     *
     * @param now as of {@link System#nanoTime}
     */
    boolean isOver(long now) {
        Event before = last.get();
        if (before == null) {
            return last.compareAndSet(null, new Event(now, FIRST));
        }
        return now - before.time() >= before.pause() && last.compareAndSet(before, before.next(now));
    }
}
