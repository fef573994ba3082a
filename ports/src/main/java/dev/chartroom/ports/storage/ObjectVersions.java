package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.meta.NamespacedName;
import java.util.List;

/**
 * The names and resource versions of objects: enough to decide whether a copy is the latest.
 *
 * @param resourceVersion the version of the state that was read
 * @param objects the objects, in no particular order
 */
public record ObjectVersions(String resourceVersion, List<ObjectVersion> objects) {
    public ObjectVersions {
        objects = List.copyOf(objects);
    }

    /** The version of one object. */
    public record ObjectVersion(NamespacedName name, String resourceVersion) {}
}
