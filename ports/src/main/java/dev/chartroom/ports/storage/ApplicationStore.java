package dev.chartroom.ports.storage;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import java.util.Optional;

/**
 * A store of Applications. Its backend must fulfil one requirement: a write that names a resource version succeeds only
 * if the object still has that version (compare and swap). Resource versions are decimal integers that only grow,
 * across objects, replicas and restarts.
 *
 * <p>A store keeps an object as the caller passes it. It sets uid, creation timestamp, resource version and generation
 * (which changes with spec and deletion only), and ignores the caller's values of these. It neither applies defaults
 * nor validates against the schema. A write that changes nothing keeps the resource version and causes no watch event.
 * A read that starts after a write was answered sees that write.
 *
 * <p>Errors are {@link dev.chartroom.domain.status.ApiException}s that name the kind's resource, never the backend;
 * ServiceUnavailable if the backend cannot be reached. Thread-safe.
 */
public interface ApplicationStore {

    /**
     * Stores a new object.
     *
     * @param application with name and namespace set
     * @throws dev.chartroom.domain.status.ApiException AlreadyExists, also if something else than an object of this
     *     kind has its place; the store does not change that
     */
    StoredApplication create(ApplicationKind kind, Application application, WriteOptions options);

    /**
     * Reads an object.
     *
     * @param resourceVersion empty for the latest state, {@code 0} for any state, otherwise a state not older than that
     * @throws dev.chartroom.domain.status.ApiException NotFound; Timeout if the resource version is not reached
     */
    ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion);

    /**
     * Reads the latest state of an object, with everything that an update needs.
     *
     * @throws dev.chartroom.domain.status.ApiException NotFound
     */
    StoredApplication current(ApplicationKind kind, NamespacedName name);

    /**
     * Returns an object to change as the store last received it, without a request to the backend. The object may be
     * outdated or deleted: a change based on it takes effect only if {@link #update} then succeeds. Empty if the store
     * has no state of it.
     */
    default Optional<StoredApplication> recent(ApplicationKind kind, NamespacedName name) {
        return Optional.empty();
    }

    /**
     * Lists objects.
     *
     * @throws dev.chartroom.domain.status.ApiException Expired if the continue token or resource version is too old,
     *     BadRequest if one is malformed
     */
    ApplicationPage list(ApplicationKind kind, ListRequest request);

    /**
     * Replaces an object if it has not changed since it was read. If the object is being deleted and the update removes
     * its last finalizer, the object is gone afterwards.
     *
     * @param current the result of {@link #current}, {@link #recent} or a write; the result of another store is a
     *     Conflict
     * @param next the new state; its status is stored only if the store owns the status
     * @throws dev.chartroom.domain.status.ApiException Conflict if the object has changed since, NotFound if it is gone
     */
    StoredApplication update(ApplicationKind kind, StoredApplication current, Application next, WriteOptions options);

    /**
     * Deletes an object; one with finalizers is only marked.
     *
     * @throws dev.chartroom.domain.status.ApiException NotFound; Conflict if a precondition does not hold
     */
    DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request);

    /**
     * Watches objects: every change after the start, in the order of resource versions, without gap or duplicate.
     *
     * @throws dev.chartroom.domain.status.ApiException as {@link #list}; a Failed event may report an expired resource
     *     version instead
     */
    WatchStream watch(ApplicationKind kind, WatchRequest request);
}
