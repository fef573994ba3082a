package dev.chartroom.core.event;

import dev.chartroom.domain.release.InventoryEntry;
import dev.chartroom.ports.event.EventSubject;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The Applications to which the objects of some namespaces belong, as they were when each namespace was read. The index
 * holds a limited number of objects. Beyond the limit, it drops the namespaces that were read first. Thread-safe.
 */
final class ObjectIndex {
    static final int MAX_OBJECTS = 50_000;
    /** The time after which a namespace must be read again. */
    static final Duration LIFETIME = Duration.ofSeconds(30);
    /** The same for a namespace without Applications. Most namespaces of a cluster have none. */
    static final Duration EMPTY_LIFETIME = Duration.ofMinutes(2);

    /** By namespace, ordered by the time of the read. */
    private final SequencedMap<String, Read> namespaces = new LinkedHashMap<>();

    private int size;

    private record Read(Map<InventoryEntry, EventSubject> applications, Instant at) {
        boolean isCurrent(Instant now) {
            return now.isBefore(at.plus(applications.isEmpty() ? EMPTY_LIFETIME : LIFETIME));
        }

        /** Counts the namespace itself, so that the number of namespaces is limited too. */
        int size() {
            return applications.size() + 1;
        }
    }

    synchronized boolean isCurrent(String namespace, Instant now) {
        Read read = namespaces.get(namespace);
        return read != null && read.isCurrent(now);
    }

    /** Sets the objects of a namespace. If there are too many for the index, it holds none of them. */
    synchronized void put(String namespace, Map<InventoryEntry, EventSubject> applications, Instant now) {
        subtract(namespaces.remove(namespace));
        Read read = new Read(applications.size() < MAX_OBJECTS ? Map.copyOf(applications) : Map.of(), now);
        namespaces.putLast(namespace, read);
        size += read.size();
        while (size > MAX_OBJECTS) {
            subtract(namespaces.remove(namespaces.sequencedKeySet().getFirst()));
        }
    }

    private void subtract(@Nullable Read read) {
        if (read != null) {
            size -= read.size();
        }
    }

    /** Returns the Application to which an object belongs; empty if it is not known. */
    synchronized Optional<EventSubject> find(InventoryEntry object) {
        Read read = namespaces.get(object.namespace());
        return read == null
                ? Optional.empty()
                : Optional.ofNullable(read.applications().get(object));
    }
}
