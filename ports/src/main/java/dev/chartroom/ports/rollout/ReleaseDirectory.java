package dev.chartroom.ports.rollout;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The releases of kinds' objects, as they are stored. Reads are of the latest state. Errors are {@link
 * dev.chartroom.domain.status.ApiException}s, ServiceUnavailable where the releases cannot be reached. Thread-safe.
 */
public interface ReleaseDirectory {

    /**
     * Gives all releases of a kind, one after the other, in the order of namespace and name.
     *
     * @param release gets the name of the object and its release; releases that cannot be read are left out
     */
    void forEach(ApplicationKind kind, BiConsumer<NamespacedName, JsonObject> release);

    /** The release of an object; empty where there is none. */
    Optional<JsonObject> find(ApplicationKind kind, NamespacedName name);

    /**
     * Replaces the release of an object, if nobody changed it since it was read.
     *
     * @param release with the resource version that it was read with
     * @return as it is stored now
     * @throws dev.chartroom.domain.status.ApiException Conflict where it was changed since, NotFound where it is gone
     */
    JsonObject replace(ApplicationKind kind, NamespacedName name, JsonObject release);
}
