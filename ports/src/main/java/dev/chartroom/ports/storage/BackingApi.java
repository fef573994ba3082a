package dev.chartroom.ports.storage;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;

/**
 * An API that has its own objects and can list them. It is the only source of truth: Chartroom keeps no other copy, and
 * sees changes that are made directly in the API.
 *
 * <p>Each object contains all its metadata: at least a name, a namespace, a uid, and a resource version that grows with
 * each change. If the API has no field for some metadata, such as labels, the API stores this metadata wherever it can.
 *
 * <p>Errors are {@link dev.chartroom.apimachinery.status.ApiException}s, the same as those of an
 * {@link dev.chartroom.ports.storage.ApplicationStore}. Thread-safe, but the caller makes only one write per kind at a
 * time.
 */
public interface BackingApi {

    /** Reads all objects of a kind. A call that begins after the answer to a write sees that write. */
    State list(ApplicationKind kind);

    /**
     * Creates an object.
     *
     * @param application the new object, with name, namespace, generation and creation timestamp; the API chooses the
     *     uid
     * @throws dev.chartroom.apimachinery.status.ApiException AlreadyExists if the object exists, or if something else has the
     *     place of the object
     */
    void create(ApplicationKind kind, Application application);

    /**
     * Changes an object, if the object has not changed since {@link #list} returned it.
     *
     * @param live the object as {@link #list} returned it
     * @throws dev.chartroom.apimachinery.status.ApiException Conflict if the object has changed since then, NotFound if it no
     *     longer exists
     */
    void update(ApplicationKind kind, Application live, Application next);

    /**
     * Removes an object, if the object has not changed since {@link #list} returned it. Later calls of {@link #list} do
     * not return it.
     *
     * @param live the object as {@link #list} returned it
     * @throws dev.chartroom.apimachinery.status.ApiException the same errors as for {@link #update}, or the reason why the
     *     object cannot be removed
     */
    void delete(ApplicationKind kind, Application live);

    /**
     * The result of {@link #list}. If an object is missing from this state, the caller assigns a version to the
     * object's deletion. This version must not be the version of any change, and must not be greater than
     * {@code settled}. So each deletion must raise {@code settled}. The versions are numbers, because the caller
     * computes other versions from them.
     *
     * @param settled the resource version up to which the state is complete: later changes have greater versions
     * @param latest a version at least as great as the resource version of every change in the state, including
     *     deletions; equal to {@code settled} if no change is in progress
     * @param objects the objects in no particular order, with resource versions of at most {@code latest}
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
