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
    private static final Duration BOOKMARK_INTERVAL = Duration.ofMinutes(1);

    private final BlockingQueue<WatchEvent<StoredApplication>> pending = new LinkedBlockingQueue<>();
    private final Predicate<StoredApplication> selection;
    private final Clock clock;
    private final Bookmarks bookmarks;
    private final Consumer<MemoryWatch> onClose;
    private volatile boolean over;
    private Instant lastBookmark;

    /** Gives the resource version up to which a watch has been told everything, or null where it has not. */
    interface Bookmarks {
        @Nullable
        String resourceVersionIfDrained(MemoryWatch watch);
    }

    MemoryWatch(
            Predicate<StoredApplication> selection, Clock clock, Bookmarks bookmarks, Consumer<MemoryWatch> onClose) {
        this.selection = selection;
        this.clock = clock;
        this.bookmarks = bookmarks;
        this.onClose = onClose;
        this.lastBookmark = clock.instant();
    }

    /** Tells of an object that existed when the watch began. */
    void tell(WatchEvent<StoredApplication> initial) {
        pending.add(initial);
    }

    void offer(Change change) {
        // A reader this far behind is cut off: it must neither block writers nor miss an event (wire contract D49).
        if (pending.size() >= MAX_PENDING) {
            over = true;
        }
        if (!over) {
            change.seenBy(selection).ifPresent(pending::add);
        }
    }

    boolean isDrained() {
        return pending.isEmpty();
    }

    @Override
    public @Nullable WatchEvent<StoredApplication> next(Duration timeout) throws InterruptedException {
        if (over && pending.isEmpty()) {
            return new WatchEvent.Ended<>();
        }
        WatchEvent<StoredApplication> event = pending.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
        if (event != null) {
            return event;
        }
        return over ? new WatchEvent.Ended<>() : bookmark();
    }

    private @Nullable WatchEvent<StoredApplication> bookmark() {
        Instant now = clock.instant();
        if (now.isBefore(lastBookmark.plus(BOOKMARK_INTERVAL))) {
            return null;
        }
        String resourceVersion = bookmarks.resourceVersionIfDrained(this);
        if (resourceVersion == null) {
            return null;
        }
        lastBookmark = now;
        return new WatchEvent.Bookmark<>(resourceVersion, false);
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
