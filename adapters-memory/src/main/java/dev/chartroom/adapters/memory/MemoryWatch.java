package dev.chartroom.adapters.memory;

import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A watch of the memory store: a bounded queue that writers fill and one reader empties. */
final class MemoryWatch implements WatchStream {
    private static final int MAX_PENDING = 10_000;

    private final BlockingQueue<WatchEvent<StoredApplication>> pending = new LinkedBlockingQueue<>();
    private final Predicate<StoredApplication> selection;
    private final long start;
    private final Clock clock;
    private final BookmarkSchedule schedule;
    private final Bookmarks bookmarks;
    private final Consumer<MemoryWatch> onClose;
    private volatile boolean over;
    private @Nullable Instant nextBookmark;

    /** Gives the resource version up to which a watch has been told everything, or null where it has not. */
    interface Bookmarks {
        @Nullable
        String resourceVersionIfDrained(MemoryWatch watch);
    }

    /**
     * @param start the resource version after which changes are told
     * @param timeout after which the watch ends, zero where that is not known
     */
    MemoryWatch(
            Predicate<StoredApplication> selection,
            long start,
            Clock clock,
            Duration timeout,
            Bookmarks bookmarks,
            Consumer<MemoryWatch> onClose) {
        this.selection = selection;
        this.start = start;
        this.clock = clock;
        this.schedule = new BookmarkSchedule(clock.instant(), timeout);
        this.bookmarks = bookmarks;
        this.onClose = onClose;
        this.nextBookmark = schedule.after(clock.instant());
    }

    /** Tells of an object that existed when the watch began, or that it cannot begin. */
    void tell(WatchEvent<StoredApplication> initial) {
        pending.add(initial);
        over |= initial instanceof WatchEvent.Failed;
    }

    void offer(Change change) {
        // A reader this far behind is cut off: it must neither block writers nor miss an event (wire contract D49).
        if (pending.size() >= MAX_PENDING) {
            over = true;
        }
        if (!over && change.resourceVersion() > start) {
            change.seenBy(selection).ifPresent(pending::add);
        }
    }

    /** Where the watch began: a bookmark that says no more is not sent. */
    long start() {
        return start;
    }

    boolean isDrained() {
        return pending.isEmpty();
    }

    @Override
    public @Nullable WatchEvent<StoredApplication> next(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            long left = end - System.nanoTime();
            WatchEvent<StoredApplication> event =
                    over ? pending.poll() : pending.poll(Math.min(left, untilBookmark()), TimeUnit.NANOSECONDS);
            if (event == null) {
                event = over && pending.isEmpty() ? new WatchEvent.Ended<>() : bookmark();
            }
            if (event != null || left <= 0) {
                return event;
            }
        }
    }

    private long untilBookmark() {
        return nextBookmark == null
                ? Long.MAX_VALUE
                : Math.max(0, Duration.between(clock.instant(), nextBookmark).toNanos());
    }

    private @Nullable WatchEvent<StoredApplication> bookmark() {
        Instant now = clock.instant();
        if (nextBookmark == null || now.isBefore(nextBookmark)) {
            return null;
        }
        String resourceVersion = bookmarks.resourceVersionIfDrained(this);
        if (isDrained()) {
            nextBookmark = schedule.after(now);
        }
        return resourceVersion == null ? null : new WatchEvent.Bookmark<>(resourceVersion, false);
    }

    @Override
    public void close() {
        if (!over) {
            over = true;
            pending.clear();
            pending.add(new WatchEvent.Ended<>());
        }
        onClose.accept(this);
    }
}
