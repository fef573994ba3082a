package dev.chartroom.core.watch;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The changes that wait for the readers of all watches of a server. The total counts each change once, however many
 * queues hold the change. In addition, it counts the memory of each place in a queue. If the total exceeds the
 * capacity, watches are cut off, starting with the watches of the sharer that holds the most bytes. Thread-safe.
 */
public final class PendingChanges {
    /** The bytes of one place in a queue, for the node, its content and the event. */
    static final long PLACE = 64;
    /** The divisor of the heap size. All pending changes together can fill a sixteenth of the heap. */
    private static final int SHARE = 16;

    private static final long FOR_A_WATCH = 4 << 20;

    private final long capacity;
    private final long forAWatch;
    private final AtomicLong taken = new AtomicLong();
    private final Set<CacheWatcher> watches = ConcurrentHashMap.newKeySet();
    private final ReentrantLock cutting = new ReentrantLock();

    /**
     * @param capacity the capacity for all watches, in bytes
     * @param forAWatch the maximum number of bytes of changed objects that can wait for one reader
     */
    public PendingChanges(long capacity, long forAWatch) {
        this.capacity = capacity;
        this.forAWatch = forAWatch;
    }

    /**
     * Returns an instance sized for the heap of this process. All watches that share the heap must use the same
     * instance.
     */
    public static PendingChanges ofHeap() {
        return new PendingChanges(Runtime.getRuntime().maxMemory() / SHARE, FOR_A_WATCH);
    }

    /** Returns the maximum number of bytes of changed objects that can wait for one reader. */
    long forAWatch() {
        return forAWatch;
    }

    /** Adds a watch to the watches that can be cut off. */
    void follow(CacheWatcher watch) {
        watches.add(watch);
    }

    /** Removes a closed watch. */
    void forget(CacheWatcher watch) {
        watches.remove(watch);
    }

    /** Counts a change that enters the queue of one more watch. */
    void add(Change change) {
        taken.addAndGet(change.enter() ? PLACE + change.eventSize() : PLACE);
    }

    /** Counts a change that leaves the queue of a watch. */
    void remove(Change change) {
        taken.addAndGet(change.leave() ? -PLACE - change.eventSize() : -PLACE);
    }

    long taken() {
        return taken.get();
    }

    /** @param bySharer the number of bytes that the sharer of the watch holds */
    private record Candidate(CacheWatcher watch, long bySharer, long pending) {
        private static final Comparator<Candidate> GREEDIEST = Comparator.comparingLong(Candidate::bySharer)
                .thenComparing(candidate -> candidate.watch().sharer())
                .thenComparingLong(Candidate::pending)
                .reversed();
    }

    /**
     * If the capacity is exceeded, cuts watches off until a quarter of the capacity is free. The caller must not hold
     * the lock of a watch.
     */
    void enforceCapacity() {
        if (taken.get() <= capacity || !cutting.tryLock()) {
            return;
        }
        try {
            for (Candidate candidate : greediest()) {
                if (taken.get() <= capacity / 4 * 3) {
                    return;
                }
                candidate.watch().cut();
            }
        } finally {
            cutting.unlock();
        }
    }

    /**
     * Sorts the watches, greediest first. Bytes per sharer are counted only here. If they were counted with each
     * change, every change of every watch would be slower.
     */
    private List<Candidate> greediest() {
        Map<String, Set<Change>> changes = new HashMap<>();
        Map<String, Long> bytes = new HashMap<>();
        for (CacheWatcher watch : watches) {
            Set<Change> known = changes.computeIfAbsent(watch.sharer(), _ -> new HashSet<>());
            watch.forEachPending(change ->
                    bytes.merge(watch.sharer(), known.add(change) ? PLACE + change.eventSize() : PLACE, Long::sum));
        }
        return watches.stream()
                .map(watch -> new Candidate(watch, bytes.getOrDefault(watch.sharer(), 0L), watch.pendingBytes()))
                .filter(candidate -> candidate.pending() > 0)
                .sorted(Candidate.GREEDIEST)
                .toList();
    }
}
