package dev.chartroom.ports.watch;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The changes that wait for the readers of all watches. A change counts once, however many watches it waits for. If there
 * are too many bytes, watches are cut off: first those of the sharer that keeps the most. Thread-safe.
 */
final class PendingChanges {
    /** The part of the heap that they may fill. */
    private static final int SHARE = 16;

    /** Those of the process, whose watches share one heap. */
    static final PendingChanges OF_PROCESS =
            new PendingChanges(Runtime.getRuntime().maxMemory() / SHARE);

    private final long capacity;
    private final AtomicLong taken = new AtomicLong();
    private final Map<String, Long> bySharer = new ConcurrentHashMap<>();
    /** For each change, for how many watches of each sharer it waits. */
    private final Map<Change, Map<String, Integer>> waiting = new ConcurrentHashMap<>();

    private final Set<QueuedWatch> watches = ConcurrentHashMap.newKeySet();
    private final ReentrantLock cutting = new ReentrantLock();

    /** @param capacity in bytes */
    PendingChanges(long capacity) {
        this.capacity = capacity;
    }

    /** A change waits for one more watch. */
    void add(Change change, QueuedWatch watch) {
        watches.add(watch);
        waiting.compute(change, (_, counts) -> {
            Map<String, Integer> known = counts;
            if (known == null) {
                known = new HashMap<>();
                taken.addAndGet(change.eventSize());
            }
            if (known.merge(watch.sharer(), 1, Integer::sum) == 1) {
                bySharer.merge(watch.sharer(), change.eventSize(), Long::sum);
            }
            return known;
        });
    }

    /** A change waits for one watch less. */
    void remove(Change change, QueuedWatch watch) {
        waiting.computeIfPresent(change, (_, counts) -> {
            if (counts.merge(watch.sharer(), -1, Integer::sum) == 0) {
                counts.remove(watch.sharer());
                bySharer.computeIfPresent(
                        watch.sharer(),
                        (_, bytes) -> bytes == change.eventSize() ? null : Long.valueOf(bytes - change.eventSize()));
            }
            if (counts.isEmpty()) {
                taken.addAndGet(-change.eventSize());
                return null;
            }
            return counts;
        });
    }

    /** A watch is closed. */
    void forget(QueuedWatch watch) {
        watches.remove(watch);
    }

    long taken() {
        return taken.get();
    }

    /** @param bySharer how much its sharer keeps; a copy, since the original changes while this is sorted */
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
            Map<String, Long> known = Map.copyOf(bySharer);
            List<Candidate> candidates = watches.stream()
                    .map(watch -> new Candidate(watch, known.getOrDefault(watch.sharer(), 0L), watch.pendingBytes()))
                    .filter(candidate -> candidate.pending() > 0)
                    .sorted(Candidate.GREEDIEST)
                    .toList();
            for (Candidate candidate : candidates) {
                if (taken.get() <= capacity / 4 * 3) {
                    return;
                }
                candidate.watch().cut();
            }
        } finally {
            cutting.unlock();
        }
    }
}
