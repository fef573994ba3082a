package dev.chartroom.ports.release;

import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import java.util.List;
import java.util.function.Predicate;

/** The metadata of objects in the cluster, read with the server's own rights. Nothing is cached. Thread-safe. */
@FunctionalInterface
public interface ClusterMetadata {

    /**
     * Lists all objects of a resource. Of the metadata, it returns the namespace, the name and the labels.
     *
     * @param plural the resource
     * @param namespace empty for all namespaces
     * @param selector a label selector; empty for all objects
     * @param wanted returns whether an object belongs to the list; only such objects count for its limit
     * @throws dev.chartroom.apimachinery.status.ApiException InternalError if the server has no right to list the objects,
     *     or if there are too many; ServiceUnavailable if the cluster cannot be reached
     */
    List<ObjectMeta> list(
            GroupVersion version, String plural, String namespace, String selector, Predicate<ObjectMeta> wanted);
}
