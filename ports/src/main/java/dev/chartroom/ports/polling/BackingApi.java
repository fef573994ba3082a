package dev.chartroom.ports.polling;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;

/**
 * An API that has its own objects and can list them. It is the only source of truth: Chartroom keeps no other copy, and
 * sees changes that are made directly in the API.
 *
 * <p>Objects contain all metadata that they have: name, namespace and uid always, and a resource version that grows
 * with each change. The API keeps metadata for which it has no field, such as labels, wherever it can.
 *
 * <p>Errors are {@link dev.chartroom.domain.status.ApiException}s, as those of
 * {@link dev.chartroom.ports.storage.ApplicationStore}. Thread-safe, but the caller makes only one write of a kind at a
 * time.
 */
public interface BackingApi {

    /** Reads all objects of a kind. A call that begins after a write was answered sees that write. */
    State look(ApplicationKind kind);

    /**
     * Creates an object.
     *
     * @param application with name, namespace, generation and creation timestamp; the API chooses the uid
     * @throws dev.chartroom.domain.status.ApiException AlreadyExists, also if something else has its place
     */
    void create(ApplicationKind kind, Application application);

    /**
     * Changes an object, if it has not changed since.
     *
     * @param live the object as {@link #look} returned it
     * @throws dev.chartroom.domain.status.ApiException Conflict if it has changed since, NotFound if it is gone
     */
    void update(ApplicationKind kind, Application live, Application next);

    /**
     * Removes an object, if it has not changed since. Later calls of {@link #look} do not return it.
     *
     * @param live the object as {@link #look} returned it
     * @throws dev.chartroom.domain.status.ApiException as {@link #update}, or the reason why it cannot be removed
     */
    void delete(ApplicationKind kind, Application live);

    /**
     * The result of {@link #look}.
     *
     * @param settled the resource version up to which the state is complete: later changes have greater ones
     * @param latest no less than the resource version of any change in the state, including deletions; equal to
     *     {@code settled} if no change is in progress
     * @param objects in no particular order, their resource versions at most {@code latest}
     */
    record State(long settled, long latest, List<Application> objects) {
        public State {
            objects = List.copyOf(objects);
        }

        /** The state of an API that makes changes one after the other. */
        public State(long resourceVersion, List<Application> objects) {
            this(resourceVersion, resourceVersion, objects);
        }
    }
}
