package dev.chartroom.ports.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * All HelmReleases of a cluster, as they are stored, whether or not they are Applications. A user reads and writes them
 * with the user's own rights. Errors are {@link dev.chartroom.apimachinery.status.ApiException}s with the message of the
 * cluster. The error is ServiceUnavailable if the cluster cannot be reached.
 */
public interface ReleaseInventory {

    /**
     * Passes all HelmReleases to a consumer, in the order of namespace and name. Skips those that cannot be read.
     *
     * @param namespace the namespace; empty for all
     */
    void forEach(String namespace, Consumer<JsonObject> release);

    /** Returns a HelmRelease; empty if there is none with this namespace and name. */
    Optional<JsonObject> find(NamespacedName release);

    /**
     * Changes labels of a HelmRelease, and nothing else, if the HelmRelease has not changed since it was read.
     *
     * @param release the HelmRelease in the state that was read
     * @param labels the labels to set; null removes a label
     * @throws dev.chartroom.apimachinery.status.ApiException Conflict if the HelmRelease has changed since the read
     */
    void label(JsonObject release, JsonObject labels);

    /**
     * Creates a HelmRelease.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException AlreadyExists if there is one with this name
     */
    void create(JsonObject release);
}
