package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.Optional;

/**
 * A store of Applications. Its backend must fulfil one requirement: a write that names a resource version succeeds only
 * if the object still has that version (compare and swap). Resource versions are decimal integers that only grow,
 * across objects, replicas and restarts.
 *
 * <p>A store keeps an object as the caller passes it. It sets uid, creation timestamp, resource version and generation,
 * and ignores the values that the caller passes for these fields. The generation changes only with the spec and with
 * deletion. The store neither applies defaults nor validates against the schema. A write that changes nothing keeps the
 * resource version and causes no watch event. A read that starts after the answer to a write sees that write.
 *
 * <p>Errors are {@link dev.chartroom.apimachinery.status.ApiException}s that name the kind's resource, never the backend;
 * ServiceUnavailable if the backend cannot be reached. Thread-safe.
 */
public interface ApplicationStore {

    /**
     * Stores a new object.
     *
     * @param application the new object, with name and namespace
     * @throws dev.chartroom.apimachinery.status.ApiException AlreadyExists if the object exists, or if something that
     *     is not an object of this kind has the object's place; the store does not change this thing
     */
    StoredApplication create(ApplicationKind kind, Application application, WriteOptions options);

    /**
     * Reads an object.
     *
     * @param resourceVersion empty for the latest state, {@code 0} for any state, otherwise the minimum version of the
     *     returned state
     * @throws dev.chartroom.apimachinery.status.ApiException NotFound; Timeout if the resource version is not reached
     */
    ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion);

    /**
     * Reads the latest state of an object. The result contains everything that an update needs. Empty if there is no
     * such object.
     */
    Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name);

    /**
     * Like {@link #find}, for an object that must exist.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException NotFound
     */
    default StoredApplication current(ApplicationKind kind, NamespacedName name) {
        return find(kind, name)
                .orElseThrow(() -> new ApiException(new ApiError.NotFound(kind.groupResource(), name.name())));
    }

    /**
     * Returns an object in the state that the store received last, without a request to the backend. The caller uses
     * this state as the basis of a change. The state may be outdated, or the object may have been deleted. So a change
     * based on this state takes effect only if {@link #update} succeeds. Empty if the store has no state of the object.
     */
    default Optional<StoredApplication> recent(ApplicationKind kind, NamespacedName name) {
        return Optional.empty();
    }

    /**
     * Lists objects.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException Expired if the continue token or the resource version is too
     *     old, BadRequest if the token or the version is malformed
     */
    ApplicationPage list(ApplicationKind kind, ListRequest request);

    /**
     * Replaces an object if it has not changed since it was read. If the object is being deleted and the update removes
     * its last finalizer, the object is gone afterwards.
     *
     * @param current the state to replace, as {@link #find}, {@link #recent} or a write returned it; the result of
     *     another store leads to a Conflict
     * @param next the new state; its status is stored only if the store owns the status
     * @throws dev.chartroom.apimachinery.status.ApiException Conflict if the object has changed since {@code current}
     *     was read, NotFound if it no longer exists
     */
    StoredApplication update(ApplicationKind kind, StoredApplication current, Application next, WriteOptions options);

    /**
     * Deletes an object. An object with finalizers is only marked for deletion. If the kind retains the resources of
     * releases, and the object is a release, the store first suspends the release.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException NotFound; Conflict if a precondition does not hold;
     *     Forbidden if the kind refuses the deletion ({@link DeleteRequest#check})
     */
    DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request);

    /**
     * Watches objects. The watch sends every change after the start, in the order of resource versions, without gap or
     * duplicate.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException the same errors as for {@link #list}; the store may report an
     *     expired resource version in a Failed event instead
     */
    WatchStream watch(ApplicationKind kind, WatchRequest request);
}
