package dev.chartroom.ports.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The releases of kinds' objects, as they are stored. Reads return the latest state. Errors are
 * {@link dev.chartroom.apimachinery.status.ApiException}s. The error is ServiceUnavailable if the releases cannot be reached.
 * Thread-safe.
 */
public interface ReleaseDirectory {

    /**
     * Passes all releases of a kind to a consumer, in the order of namespace and name.
     *
     * @param release the consumer, which receives each object's name and release; unreadable releases are skipped
     */
    void forEach(ApplicationKind kind, BiConsumer<NamespacedName, JsonObject> release);

    /** Returns the release of an object; empty if there is no release. */
    Optional<JsonObject> find(ApplicationKind kind, NamespacedName name);

    /**
     * Replaces the release of an object, if the release has not changed since it was read.
     *
     * @param release the new release, with the resource version that was read
     * @return the stored release
     * @throws dev.chartroom.apimachinery.status.ApiException Conflict if the stored release has changed since the read,
     *     NotFound if it no longer exists
     */
    JsonObject replace(ApplicationKind kind, NamespacedName name, JsonObject release);
}
