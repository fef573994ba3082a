package dev.chartroom.core.event;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.release.InventoryEntry;
import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.EventSubject;
import dev.chartroom.ports.release.ReleaseLookup;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds the Application that an Event concerns. An Event about a release is read as an Event about its Application. An
 * Event about another object concerns an Application if the inventory of a release in the same namespace lists the
 * object. Thread-safe.
 */
final class EventApplications {
    private static final String RELEASE_GROUP =
            ReleaseConverter.API_VERSION.substring(0, ReleaseConverter.API_VERSION.indexOf('/'));

    private final ReleaseLookup releases;
    private final Supplier<MirroredKinds> kinds;
    private final Clock clock;
    private final ObjectIndex objects = new ObjectIndex();

    /** @param kinds returns the current kinds */
    EventApplications(ReleaseLookup releases, Supplier<MirroredKinds> kinds, Clock clock) {
        this.releases = releases;
        this.kinds = kinds;
        this.clock = clock;
    }

    static boolean isRelease(EventSubject subject) {
        return subject.kind().equals(ReleaseConverter.KIND) && subject.group().equals(RELEASE_GROUP);
    }

    /** Returns false if an Event surely concerns no Application. Sends no request. */
    boolean mayExist(ClusterEvent event) {
        EventSubject subject = event.subject();
        MirroredKinds now = kinds.get();
        if (isRelease(subject)) {
            return now.mayOwn(subject.name());
        }
        return !now.isEmpty()
                && (needsRequest(event) || objects.find(entry(subject)).isPresent());
    }

    private static InventoryEntry entry(EventSubject object) {
        return new InventoryEntry(object.namespace(), object.name(), object.group(), object.kind());
    }

    /** Returns whether {@link #find} sends a request for the Event. */
    boolean needsRequest(ClusterEvent event) {
        EventSubject subject = event.subject();
        return isRelease(subject) || !objects.isCurrent(subject.namespace(), clock.instant());
    }

    /**
     * Returns the Application that an Event concerns; empty if there is none.
     *
     * @throws ApiException if the releases cannot be read
     */
    Optional<EventSubject> find(ClusterEvent event) {
        EventSubject subject = event.subject();
        return isRelease(subject) ? ofRelease(subject) : ofObject(subject);
    }

    private Optional<EventSubject> ofRelease(EventSubject subject) {
        return releases.find(subject.namespacedName())
                .filter(release -> isSame(subject, release))
                .flatMap(kinds.get()::application);
    }

    /** Returns false if the Event is about an earlier release of the same name. */
    private static boolean isSame(EventSubject subject, JsonObject release) {
        return subject.uid().isEmpty()
                || subject.uid().equals(release.objectOrEmpty("metadata").stringOrEmpty("uid"));
    }

    private Optional<EventSubject> ofObject(EventSubject subject) {
        String namespace = subject.namespace();
        if (!objects.isCurrent(namespace, clock.instant())) {
            objects.put(namespace, read(namespace), clock.instant());
        }
        return objects.find(entry(subject));
    }

    /** Reads the inventories of a namespace. Objects in other namespaces are left out. */
    private Map<InventoryEntry, EventSubject> read(String namespace) {
        MirroredKinds now = kinds.get();
        Map<InventoryEntry, EventSubject> found = new HashMap<>();
        releases.forEach(
                namespace,
                release -> now.application(release)
                        .ifPresent(application -> InventoryEntry.of(release).stream()
                                .filter(entry -> entry.namespace().equals(namespace))
                                .forEach(entry -> found.put(entry, application))));
        return found;
    }
}
