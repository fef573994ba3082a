package dev.chartroom.core.event;

import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.Occurrences;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The Events that were mirrored last, with their mirrored occurrences. An Event that is no longer known is mirrored
 * again under the same name, so it causes a write but no duplicate. Thread-safe.
 */
final class KnownEvents {
    static final int MAX_EVENTS = 20_000;

    /**
     * By the namespace and the uid of the original, ordered by the time of the write. A user with the right to create
     * Events can make up mirrored Events. The namespace limits their effect.
     */
    private final SequencedMap<Original, Occurrences> mirrored = new LinkedHashMap<>();

    private record Original(String namespace, String uid) {}

    synchronized void put(String namespace, String originalUid, Occurrences occurrences) {
        mirrored.putLast(new Original(namespace, originalUid), occurrences);
        if (mirrored.size() > MAX_EVENTS) {
            mirrored.pollFirstEntry();
        }
    }

    /** Returns whether all occurrences of an Event are mirrored. */
    synchronized boolean cover(ClusterEvent event) {
        Occurrences known = mirrored.get(new Original(event.subject().namespace(), event.uid()));
        return known != null && known.include(event.occurrences());
    }
}
