package dev.chartroom.core.placement;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The kinds that are closed to writes, and the number of running writes per kind. Thread-safe. */
final class WriteGates {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<GroupResource, Integer> underWay = new HashMap<>();
    private Set<GroupResource> closed = Set.of();
    private final Runnable onDrained;

    /**
     * @param onDrained an action that runs when the last running write of a closed kind has ended; it must return
     *     quickly
     */
    WriteGates(Runnable onDrained) {
        this.onDrained = onDrained;
    }

    /**
     * Waits until a kind is open, and counts a write of the kind. The caller must call {@link #leave} after the write.
     * Returns false if the kind stays closed.
     */
    boolean enter(GroupResource resource, Duration timeout) {
        lock.lock();
        try {
            long left = timeout.toNanos();
            while (closed.contains(resource)) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            underWay.merge(resource, 1, Integer::sum);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiError.unavailable("interrupted"));
        } finally {
            lock.unlock();
        }
    }

    void leave(GroupResource resource) {
        boolean drained;
        lock.lock();
        try {
            underWay.computeIfPresent(resource, (_, writes) -> writes == 1 ? null : writes - 1);
            drained = closed.contains(resource) && !underWay.containsKey(resource);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (drained) {
            onDrained.run();
        }
    }

    /** Closes more kinds to writes. Returns whether no write of these kinds is running. */
    boolean close(Set<GroupResource> more) {
        lock.lock();
        try {
            Set<GroupResource> all = new HashSet<>(closed);
            all.addAll(more);
            closed = Set.copyOf(all);
            return more.stream().noneMatch(underWay::containsKey);
        } finally {
            lock.unlock();
        }
    }

    /** Opens all kinds except these kinds. */
    void openAllBut(Set<GroupResource> these) {
        lock.lock();
        try {
            closed = Set.copyOf(these);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no write is running; returns false if writes are still running after this time. */
    boolean awaitQuiet(Duration timeout) throws InterruptedException {
        lock.lock();
        try {
            long left = timeout.toNanos();
            while (!underWay.isEmpty() && left > 0) {
                left = changed.awaitNanos(left);
            }
            return underWay.isEmpty();
        } finally {
            lock.unlock();
        }
    }
}
