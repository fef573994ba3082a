package dev.chartroom.core.watch;

import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.watch.BookmarkSchedule;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.request.ServerCapacity;
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
 * A watch with a bounded queue. A store fills the queue, and one reader empties it. If the client is slow and the reader
 * falls behind, the watch ends cleanly: the reader neither delays other readers nor misses a change (wire contract D49).
 * Watches also end if too much data waits for all readers together. Only one thread at a time may call {@code send} and
 * {@code offer}.
 */
public final class CacheWatcher implements WatchStream {
    /** The number of objects that a reader matches before it yields to other threads. */
    private static final int MATCHED_AT_A_TIME = 64;

    private final BlockingQueue<Pending> pending = new LinkedBlockingQueue<>();
    private final AtomicLong size = new AtomicLong();
    /**
     * Held while events are queued or removed. Otherwise, an event that is queued during the removal could stay in the
     * queue.
     */
    private final ReentrantLock queueing = new ReentrantLock();

    private final PendingChanges all;
    /**
     * The sharer of the watch. Null if no client opened the watch; {@link PendingChanges} then does not count its
     * changes.
     */
    private final @Nullable String sharer;

    private final Predicate<ServedApplication> selection;
    private final ResourceVersion start;
    private final Clock clock;
    private final BookmarkSchedule schedule;
    private final Bookmarks bookmarks;
    private final Consumer<CacheWatcher> onClose;
    private final long opened = System.nanoTime();
    /**
     * The objects that existed when the watch began; null once the reader has taken them. Only the reader iterates over
     * them.
     */
    private volatile @Nullable Iterator<ServedApplication> existing;

    /** The existing objects that the client sees and that the reader has not taken yet. Only the reader uses them. */
    private final Queue<ServedApplication> selected = new ArrayDeque<>();

    /** Whether the watch is registered in {@link PendingChanges}, which can then cut it off. Guarded by the lock. */
    private boolean followed;

    private volatile boolean over;
    /** True if events were removed: an empty queue then does not mean that the reader has received all events. */
    private volatile boolean cut;

    private boolean ended;
    private @Nullable Change last;
    /** The resource version of the last change that the reader has taken. Only the reader uses it. */
    private long taken;

    private @Nullable Instant nextBookmark;

    /**
     * @param change the change of the event; null for the initial events and the end
     * @param size the bytes of the event, which use up capacity
     */
    private record Pending(
            WatchEvent<ServedApplication> event, @Nullable Change change, long size) {
        Pending(WatchEvent<ServedApplication> event) {
            this(event, null, 0);
        }
    }

    /**
     * Returns the resource version up to which the reader has received all events, or null if events are still pending.
     */
    public interface Bookmarks {
        @Nullable
        ResourceVersion resourceVersionIfDrained(CacheWatcher watch);
    }

    /**
     * @param start the resource version at which the watch starts; the watch sends only later changes
     * @param all the changes that wait for the readers of all watches, including this watch
     * @param timeout the time after which the watch ends, zero if it is not known
     * @param onClose an action that is called after the watch is closed
     */
    public CacheWatcher(
            Predicate<ServedApplication> selection,
            ResourceVersion start,
            PendingChanges all,
            Clock clock,
            Duration timeout,
            Bookmarks bookmarks,
            Consumer<CacheWatcher> onClose) {
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
     * Sends the objects that existed when the watch began, before all other events. The reader selects the objects when
     * it takes the first of them. Watches that begin at the same time share the objects, and no watch keeps an object
     * that its client does not see.
     *
     * @param objects the objects of an immutable state; may include objects that the client does not see
     */
    public void sendExisting(Iterator<ServedApplication> objects) {
        existing = objects;
    }

    /** Sends the end of the initial events, or the error that prevents the watch from beginning. */
    public void send(WatchEvent<ServedApplication> initial) {
        pending.add(new Pending(initial));
        over |= initial instanceof WatchEvent.Failed;
    }

    /** Queues a change if the change is after the start and the client sees it. Never blocks. */
    public void offer(Change change) {
        if (!over && change.resourceVersion() > start.number()) {
            change.eventFor(selection).ifPresent(event -> offer(event, change));
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
        all.enforceCapacity();
    }

    /** Returns the sharer of the watch; empty if no client opened the watch. */
    String sharer() {
        return sharer == null ? "" : sharer;
    }

    /**
     * Calls an action with each change that waits for the reader. The action may also receive a change that the reader
     * takes meanwhile.
     */
    void forEachPending(Consumer<Change> action) {
        pending.stream().map(Pending::change).filter(Objects::nonNull).forEach(action);
    }

    /** Returns how many bytes wait for the reader. */
    long pendingBytes() {
        return size.get();
    }

    /**
     * Ends the watch and drops the events that wait for its reader. The client resumes after the last event that it
     * received.
     */
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

    /** Ends the watch after the reader has taken the events that wait for it. */
    public void end() {
        if (!over) {
            over = true;
            pending.add(new Pending(new WatchEvent.Ended<>()));
        }
    }

    /**
     * Returns the resource version at which the watch starts. The watch sends no bookmark of this version, because the
     * client already knows it.
     */
    public ResourceVersion start() {
        return start;
    }

    /** Returns whether the reader has taken everything. */
    public boolean isDrained() {
        // The field cut must be read last, because the method cut() sets this field before it empties the queue.
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

    /** Selects all objects at once. Otherwise, a slow reader would keep the whole old state in memory after changes. */
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
            Pending next = over ? pending.poll() : pending.poll(Math.min(left, untilBookmark()), TimeUnit.NANOSECONDS);
            if (next != null) {
                taken(next);
            }
            last = next == null ? null : next.change();
            if (last != null) {
                taken = Math.max(taken, last.resourceVersion());
            }
            WatchEvent<ServedApplication> event = next == null ? null : next.event();
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
        // If the change is older than the watch, the change has waited for the reader only since the watch began.
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
        ResourceVersion resourceVersion = bookmarks.resourceVersionIfDrained(this);
        if (isDrained()) {
            nextBookmark = schedule.after(now);
        }
        // While the change of the last event is offered to other watches, the bookmarks of all are still older.
        return resourceVersion == null || resourceVersion.number() < taken
                ? null
                : new WatchEvent.Bookmark<>(resourceVersion.toString(), false);
    }

    @Override
    public void close() {
        cut();
        all.forget(this);
        onClose.accept(this);
    }
}
