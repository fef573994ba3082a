package dev.chartroom.ports.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import java.util.List;
import java.util.Optional;

/** Objects of the cluster, read with the server's own rights. Nothing is cached. Thread-safe. */
public interface ClusterObjects {

    /** The result of reading one object. */
    sealed interface Result {
        /** The object as it is now. */
        record Found(JsonObject object) implements Result {}

        /** There is no such object. */
        record Missing() implements Result {}

        /** The server has no right to read it. */
        record Unreadable() implements Result {}
    }

    /**
     * Reads an object.
     *
     * @param plural the resource
     * @param namespace empty for an object in no namespace
     * @throws dev.chartroom.apimachinery.status.ApiException ServiceUnavailable if the cluster cannot be reached
     */
    Result get(GroupVersion version, String plural, String namespace, String name);

    /**
     * Lists the objects of a resource in a namespace.
     *
     * @return at most {@code limit} objects, none if the cluster does not serve the resource; empty if the server has no
     *     right to list them
     * @throws dev.chartroom.apimachinery.status.ApiException ServiceUnavailable if the cluster cannot be reached
     */
    Optional<List<JsonObject>> list(GroupVersion version, String plural, String namespace, int limit);
}
