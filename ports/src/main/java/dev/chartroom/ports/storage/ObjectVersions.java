package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import java.util.List;

/**
 * The names and resource versions of objects: enough to decide whether a copy is up to date.
 *
 * @param resourceVersion the version of the state that was read
 * @param objects the objects, in no particular order
 */
public record ObjectVersions(ResourceVersion resourceVersion, List<ObjectVersion> objects) {
    public ObjectVersions {
        objects = List.copyOf(objects);
    }

    /**
     * The version of one object.
     *
     * @param resourceVersion the version as the metadata of the object has it, so that a comparison needs no parsing
     */
    public record ObjectVersion(NamespacedName name, String resourceVersion) {}
}
