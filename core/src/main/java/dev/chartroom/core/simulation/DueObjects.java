package dev.chartroom.core.simulation;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/** The objects that the simulation must look at, each at most once, and when. Thread-safe. */
final class DueObjects {
    private final Map<Key, Instant> due = new HashMap<>();
    /** Ordered by time. May contain outdated entries of objects that became due earlier. */
    private final PriorityQueue<Entry> order = new PriorityQueue<>();

    /** An object of a kind. */
    record Key(GroupResource resource, NamespacedName name) {}

    private record Entry(Instant at, Key key) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return at.compareTo(other.at);
        }
    }

    /** Adds an object. If the object already waits, the earlier time counts. */
    synchronized void add(Key key, Instant at) {
        Instant before = due.get(key);
        if (before == null || at.isBefore(before)) {
            due.put(key, at);
            order.add(new Entry(at, key));
        }
    }

    /** Removes and returns the next object that is due; empty if no object is due. */
    synchronized Optional<Key> take(Instant now) {
        dropOutdated();
        Entry next = order.peek();
        if (next == null || next.at().isAfter(now)) {
            return Optional.empty();
        }
        order.remove();
        due.remove(next.key());
        return Optional.of(next.key());
    }

    /** Returns the time until the next object is due, at most {@code longest}. */
    synchronized Duration untilNext(Instant now, Duration longest) {
        dropOutdated();
        Entry next = order.peek();
        if (next == null) {
            return longest;
        }
        Duration left = Duration.between(now, next.at());
        return left.isNegative() ? Duration.ZERO : left.compareTo(longest) < 0 ? left : longest;
    }

    private void dropOutdated() {
        while (!order.isEmpty()
                && !order.peek().at().equals(due.get(order.peek().key()))) {
            order.remove();
        }
    }
}
