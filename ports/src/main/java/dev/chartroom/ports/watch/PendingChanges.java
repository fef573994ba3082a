package dev.chartroom.ports.watch;

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
 * The changes that wait for the readers of all watches of a server. A change counts once, however many watches it waits
 * for, and its place in each of their queues counts too. If there are too many bytes, watches are cut off: first those of
 * the sharer that keeps the most. Thread-safe.
 */
public final class PendingChanges {
    /** Bytes for a place in the queue of one watch: a node, what it holds, and the event. */
    static final long PLACE = 64;
    /** The part of the heap that they may fill. */
    private static final int SHARE = 16;

    private static final long FOR_A_WATCH = 4 << 20;

    private final long capacity;
    private final long forAWatch;
    private final AtomicLong taken = new AtomicLong();
    private final Set<QueuedWatch> watches = ConcurrentHashMap.newKeySet();
    private final ReentrantLock cutting = new ReentrantLock();

    /**
     * @param capacity in bytes, for all watches
     * @param forAWatch how many bytes of changed objects wait for one reader at most
     */
    public PendingChanges(long capacity, long forAWatch) {
        this.capacity = capacity;
        this.forAWatch = forAWatch;
    }

    /** As many as the heap of this process has room for. There is to be one for all watches that share the heap. */
    public static PendingChanges ofHeap() {
        return new PendingChanges(Runtime.getRuntime().maxMemory() / SHARE, FOR_A_WATCH);
    }

    /** How many bytes of changed objects wait for one reader at most. */
    long forAWatch() {
        return forAWatch;
    }

    /** From now on a watch may be cut off. */
    void follow(QueuedWatch watch) {
        watches.add(watch);
    }

    /** A watch is closed. */
    void forget(QueuedWatch watch) {
        watches.remove(watch);
    }

    /** A change waits for one more watch. */
    void add(Change change) {
        taken.addAndGet(change.enter() ? PLACE + change.eventSize() : PLACE);
    }

    /** A change waits for one watch less. */
    void remove(Change change) {
        taken.addAndGet(change.leave() ? -PLACE - change.eventSize() : -PLACE);
    }

    long taken() {
        return taken.get();
    }

    /** @param bySharer how much its sharer keeps */
    private record Candidate(QueuedWatch watch, long bySharer, long pending) {
        private static final Comparator<Candidate> GREEDIEST = Comparator.comparingLong(Candidate::bySharer)
                .thenComparing(candidate -> candidate.watch().sharer())
                .thenComparingLong(Candidate::pending)
                .reversed();
    }

    /** Cuts watches off until a quarter is free again, if there is too much. To be called without the lock of a watch. */
    void bound() {
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

    /** Sharers are counted here alone: to count them with each change would cost every change of every watch. */
    private List<Candidate> greediest() {
        Map<String, Set<Change>> changes = new HashMap<>();
        Map<String, Long> bytes = new HashMap<>();
        for (QueuedWatch watch : watches) {
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
