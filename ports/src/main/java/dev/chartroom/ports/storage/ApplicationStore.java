package dev.chartroom.ports.storage;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import java.util.Optional;

/**
 * Where Applications live. The one demand on what is behind it: a write that names a resource version succeeds only if
 * that is still the object's (compare and swap), and resource versions are decimal integers that only grow, across
 * objects, replicas and restarts.
 *
 * <p>A store keeps what it is given. It sets uid, creation timestamp, resource version and generation (which moves with
 * spec and deletion only), whatever the caller put there. It neither applies defaults nor validates against the schema.
 * A write that changes nothing keeps the resource version and tells no watch. A read that starts after a write was
 * answered sees that write.
 *
 * <p>Errors are {@link dev.chartroom.domain.status.ApiException}s that name the kind's resource, never what is behind
 * the store; ServiceUnavailable where that cannot be reached. Thread-safe.
 */
public interface ApplicationStore {

    /**
     * Stores a new object.
     *
     * @param application with name and namespace set
     * @throws dev.chartroom.domain.status.ApiException AlreadyExists, also where something else than an object of this
     *     kind holds its place, which is left as it is
     */
    StoredApplication create(ApplicationKind kind, Application application, WriteOptions options);

    /**
     * Reads an object.
     *
     * @param resourceVersion empty for the latest, {@code 0} for any state, otherwise not older than that
     * @throws dev.chartroom.domain.status.ApiException NotFound; Timeout where the resource version is not reached
     */
    ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion);

    /**
     * Reads an object to change it: the latest, and all of it.
     *
     * @throws dev.chartroom.domain.status.ApiException NotFound
     */
    StoredApplication current(ApplicationKind kind, NamespacedName name);

    /**
     * An object to change as the store heard of it last, without asking anybody. It may be old or gone: what is made of it
     * counts only if {@link #update} then succeeds. Empty where nothing is known.
     */
    default Optional<StoredApplication> recent(ApplicationKind kind, NamespacedName name) {
        return Optional.empty();
    }

    /**
     * Lists objects.
     *
     * @throws dev.chartroom.domain.status.ApiException Expired where the continue token or resource version is too old,
     *     BadRequest where one is malformed
     */
    ApplicationPage list(ApplicationKind kind, ListRequest request);

    /**
     * Replaces an object, if nobody changed it since it was read. An object that is being deleted and whose last
     * finalizer this removes is gone afterwards.
     *
     * @param current what {@link #current}, {@link #recent} or a write returned; what another store did is a Conflict
     * @param next what it is to become; its status is stored only where the store owns the status
     * @throws dev.chartroom.domain.status.ApiException Conflict where it was changed since, NotFound where it is gone
     */
    StoredApplication update(ApplicationKind kind, StoredApplication current, Application next, WriteOptions options);

    /**
     * Deletes an object; one with finalizers is only marked.
     *
     * @throws dev.chartroom.domain.status.ApiException NotFound; Conflict where a precondition does not hold
     */
    DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request);

    /**
     * Watches objects: every change after the start, in the order of resource versions, without gap or duplicate.
     *
     * @throws dev.chartroom.domain.status.ApiException as {@link #list}; an expired resource version may also be told
     *     by a Failed event
     */
    WatchStream watch(ApplicationKind kind, WatchRequest request);
}
