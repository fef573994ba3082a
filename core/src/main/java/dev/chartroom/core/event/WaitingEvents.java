package dev.chartroom.core.event;

import dev.chartroom.ports.event.ClusterEvent;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The Events that wait to be mirrored. Namespaces take turns, and within a namespace, Events are in the order of their
 * arrival. The number of Events is limited. If it is reached, the namespace with the most Events loses one, so that the
 * Events of some namespaces do not displace those of others. Thread-safe.
 */
final class WaitingEvents {
    static final int MAX_EVENTS = 1_000;
    static final int MAX_IN_NAMESPACE = 250;

    private final SequencedMap<String, Deque<ClusterEvent>> byNamespace = new LinkedHashMap<>();
    private int size;

    /** Adds an Event; returns false if this Event or another one was dropped. */
    synchronized boolean offer(ClusterEvent event) {
        Deque<ClusterEvent> queue = byNamespace.getOrDefault(event.subject().namespace(), new ArrayDeque<>());
        if (queue.size() >= MAX_IN_NAMESPACE) {
            return false;
        }
        boolean isFull = size >= MAX_EVENTS;
        if (isFull && !dropFromALongerQueueThan(queue.size() + 1)) {
            return false;
        }
        queue.add(event);
        byNamespace.putIfAbsent(event.subject().namespace(), queue);
        size++;
        return !isFull;
    }

    private boolean dropFromALongerQueueThan(int length) {
        Deque<ClusterEvent> longest = byNamespace.values().stream()
                .max(Comparator.comparingInt(Deque::size))
                .filter(queue -> queue.size() > length)
                .orElse(null);
        if (longest == null) {
            return false;
        }
        longest.removeLast();
        size--;
        return true;
    }

    /** Removes and returns the first Event of the next namespace; empty if no Event waits. */
    synchronized Optional<ClusterEvent> poll() {
        Map.Entry<String, Deque<ClusterEvent>> next = byNamespace.pollFirstEntry();
        if (next == null) {
            return Optional.empty();
        }
        ClusterEvent first = next.getValue().removeFirst();
        if (!next.getValue().isEmpty()) {
            byNamespace.putLast(next.getKey(), next.getValue());
        }
        size--;
        return Optional.of(first);
    }
}
