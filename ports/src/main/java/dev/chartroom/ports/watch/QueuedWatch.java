package dev.chartroom.ports.watch;

import dev.chartroom.domain.watch.BookmarkSchedule;
import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.limit.ServerCapacity;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A watch that is a bounded queue: whoever learns of changes fills it, one reader empties it. A reader that falls behind
 * is cut off cleanly; it neither holds up anybody nor misses a change (wire contract D49). Watches are also cut off if too
 * much waits for the readers of all of them. Only one thread at a time may tell and offer.
 */
public final class QueuedWatch implements WatchStream {
    /** Objects that a reader matches before it lets other threads run. */
    private static final int MATCHED_AT_A_TIME = 64;

    private final BlockingQueue<Pending> pending = new LinkedBlockingQueue<>();
    private final AtomicLong size = new AtomicLong();
    /** Held while events are queued or taken away, so that none stays that comes after a gap. */
    private final ReentrantLock queueing = new ReentrantLock();

    private final PendingChanges all;
    /** Null if no client opened it: it is not counted then. */
    private final @Nullable String sharer;

    private final Predicate<ServedApplication> selection;
    private final long start;
    private final Clock clock;
    private final BookmarkSchedule schedule;
    private final Bookmarks bookmarks;
    private final Consumer<QueuedWatch> onClose;
    private final long opened = System.nanoTime();
    /** The objects that were there when the watch began; null once their reader has them. For the reader alone. */
    private volatile @Nullable Iterator<ServedApplication> existing;

    /** Those of them that the client sees and that are left. For the reader alone. */
    private final Queue<ServedApplication> selected = new ArrayDeque<>();

    /** Whether it may be cut off. Guarded by the lock. */
    private boolean followed;

    private volatile boolean over;
    /** True if events were taken away: what is left does not say how far the reader is. */
    private volatile boolean cut;

    private boolean ended;
    private @Nullable Change last;
    private @Nullable Instant nextBookmark;

    /**
     * @param change what the event tells of; null for the beginning and the end
     * @param size what it counts against the capacity, in bytes
     */
    private record Pending(
            WatchEvent<ServedApplication> event, @Nullable Change change, long size) {
        Pending(WatchEvent<ServedApplication> event) {
            this(event, null, 0);
        }
    }

    /** Gives the resource version up to which a watch has been told everything, or null where it has not. */
    public interface Bookmarks {
        @Nullable
        String resourceVersionIfDrained(QueuedWatch watch);
    }

    /**
     * @param start the resource version after which changes are told
     * @param all the changes that wait for this and other watches
     * @param timeout after which the watch ends, zero where that is not known
     * @param onClose is told once the watch is closed
     */
    public QueuedWatch(
            Predicate<ServedApplication> selection,
            long start,
            PendingChanges all,
            Clock clock,
            Duration timeout,
            Bookmarks bookmarks,
            Consumer<QueuedWatch> onClose) {
        this.all = all;
        this.sharer = ServerCapacity.current().map(ServerCapacity.Share::sharer).orElse(null);
        this.selection = selection;
        this.start = start;
        this.clock = clock;
        this.schedule = new BookmarkSchedule(clock.instant(), timeout);
        this.bookmarks = bookmarks;
        this.onClose = onClose;
        this.nextBookmark = schedule.after(clock.instant());
    }

    /**
     * Tells of the objects that existed when the watch began, before anything else. The reader selects them when it
     * takes the first one. Many watches that begin at once share the objects, and none keeps an object that its client does
     * not see.
     *
     * @param objects of a state that nobody changes any more; may hold objects that the client does not see
     */
    public void tellExisting(Iterator<ServedApplication> objects) {
        existing = objects;
    }

    /** Tells that the objects that existed when the watch began are complete, or that the watch cannot begin. */
    public void tell(WatchEvent<ServedApplication> initial) {
        pending.add(new Pending(initial));
        over |= initial instanceof WatchEvent.Failed;
    }

    /** Tells of a change, where it comes after the start and the client sees it. Never waits. */
    public void offer(Change change) {
        if (!over && change.resourceVersion() > start) {
            change.seenBy(selection).ifPresent(event -> offer(event, change));
        }
    }

    private void offer(WatchEvent<ServedApplication> event, Change change) {
        queueing.lock();
        try {
            long bytes = change.eventSize();
            if (over) {
                return;
            }
            if (size.get() + bytes > all.forAWatch()) {
                over = true;
                return;
            }
            size.addAndGet(bytes);
            if (sharer != null) {
                if (!followed) {
                    all.follow(this);
                    followed = true;
                }
                all.add(change);
            }
            pending.add(new Pending(event, change, bytes));
        } finally {
            queueing.unlock();
        }
        all.bound();
    }

    /** For whom it counts; empty if no client opened it. */
    String sharer() {
        return sharer == null ? "" : sharer;
    }

    /** Gives each change that waits for the reader, or did so until now. */
    void forEachPending(Consumer<Change> action) {
        pending.stream().map(Pending::change).filter(Objects::nonNull).forEach(action);
    }

    /** How many bytes wait for the reader. */
    long pendingBytes() {
        return size.get();
    }

    /** Ends the watch and takes away what waits for its reader: the client goes on after the last event that it got. */
    void cut() {
        queueing.lock();
        try {
            over = true;
            cut = true;
            existing = null;
            List<Pending> dropped = new ArrayList<>();
            pending.drainTo(dropped);
            dropped.forEach(this::taken);
            pending.add(new Pending(new WatchEvent.Ended<>()));
        } finally {
            queueing.unlock();
        }
    }

    private void taken(Pending event) {
        size.addAndGet(-event.size());
        if (sharer != null && event.change() != null) {
            all.remove(event.change());
        }
    }

    /** Ends the watch for its reader, once that has taken what waits for it. */
    public void end() {
        if (!over) {
            over = true;
            pending.add(new Pending(new WatchEvent.Ended<>()));
        }
    }

    /** Where the watch began: a bookmark that says no more is not sent. */
    public long start() {
        return start;
    }

    /** True where the reader has taken everything. */
    public boolean isDrained() {
        // Last of all whether it was cut, which comes before that empties the queue.
        return existing == null && pending.isEmpty() && !cut;
    }

    @Override
    public @Nullable WatchEvent<ServedApplication> next(Duration timeout) throws InterruptedException {
        ServedApplication initial = nextExisting();
        if (initial != null) {
            last = null;
            return new WatchEvent.Added<>(initial);
        }
        WatchEvent<ServedApplication> event = ended ? new WatchEvent.Ended<>() : nextPending(timeout);
        ended |= event instanceof WatchEvent.Failed || event instanceof WatchEvent.Ended;
        return event;
    }

    private @Nullable ServedApplication nextExisting() {
        Iterator<ServedApplication> objects = existing;
        if (objects == null) {
            selected.clear();
            return null;
        }
        if (objects.hasNext()) {
            select(objects);
        }
        ServedApplication next = selected.poll();
        if (next == null) {
            existing = null;
        }
        return next;
    }

    /** All at once: a slow reader would keep the state of which they are, with what has changed since. */
    @SuppressWarnings("ThreadPriorityCheck")
    private void select(Iterator<ServedApplication> objects) {
        for (int tested = 1; objects.hasNext(); tested++) {
            ServedApplication object = objects.next();
            if (selection.test(object)) {
                selected.add(object);
            }
            if (tested % MATCHED_AT_A_TIME == 0) {
                // A large selector takes long to match many objects, and virtual threads are not time-sliced.
                Thread.yield();
            }
        }
        queueing.lock();
        try {
            if (!cut) {
                existing = Collections.emptyIterator();
            }
        } finally {
            queueing.unlock();
        }
    }

    private @Nullable WatchEvent<ServedApplication> nextPending(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            long left = end - System.nanoTime();
            Pending taken = over ? pending.poll() : pending.poll(Math.min(left, untilBookmark()), TimeUnit.NANOSECONDS);
            if (taken != null) {
                taken(taken);
            }
            last = taken == null ? null : taken.change();
            WatchEvent<ServedApplication> event = taken == null ? null : taken.event();
            if (event == null) {
                event = over && pending.isEmpty() ? new WatchEvent.Ended<>() : bookmark();
            }
            if (event != null || left <= 0) {
                return event;
            }
        }
    }

    @Override
    public @Nullable Duration lag() {
        if (last == null) {
            return null;
        }
        // What was remembered for this watch has not waited for it longer than it is there.
        long since = last.learned() - opened > 0 ? last.learned() : opened;
        return Duration.ofNanos(System.nanoTime() - since);
    }

    private long untilBookmark() {
        return nextBookmark == null
                ? Long.MAX_VALUE
                : Math.max(0, Duration.between(clock.instant(), nextBookmark).toNanos());
    }

    private @Nullable WatchEvent<ServedApplication> bookmark() {
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
        cut();
        all.forget(this);
        onClose.accept(this);
    }
}
