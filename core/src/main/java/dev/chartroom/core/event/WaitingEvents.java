package dev.chartroom.core.event;

import dev.chartroom.ports.event.ClusterEvent;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * The Events that wait to be mirrored, in the order of their arrival. Their number is limited in all and for each
 * namespace, so that the Events of one namespace do not displace those of others. Thread-safe.
 */
final class WaitingEvents {
    static final int MAX_EVENTS = 1_000;
    static final int MAX_IN_NAMESPACE = 250;

    private final Queue<ClusterEvent> queue = new ArrayDeque<>();
    private final Map<String, Integer> inNamespace = new HashMap<>();

    /** Adds an Event; returns false if there is no room. */
    synchronized boolean offer(ClusterEvent event) {
        String namespace = event.subject().namespace();
        if (queue.size() >= MAX_EVENTS || inNamespace.getOrDefault(namespace, 0) >= MAX_IN_NAMESPACE) {
            return false;
        }
        queue.add(event);
        inNamespace.merge(namespace, 1, Integer::sum);
        return true;
    }

    /** Removes and returns the first Event; empty if no Event waits. */
    synchronized Optional<ClusterEvent> poll() {
        Optional<ClusterEvent> first = Optional.ofNullable(queue.poll());
        first.ifPresent(event -> inNamespace.computeIfPresent(
                event.subject().namespace(), (_, number) -> number == 1 ? null : number - 1));
        return first;
    }
}
