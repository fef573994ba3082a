package dev.chartroom.ports.storage;

import dev.chartroom.domain.meta.NamespacedName;
import java.util.List;

/**
 * Which objects there are, and nothing of them but their resource versions: enough to tell whether a copy is the latest.
 *
 * @param resourceVersion the state that was looked at
 * @param objects in no particular order
 */
public record ObjectVersions(String resourceVersion, List<ObjectVersion> objects) {
    public ObjectVersions {
        objects = List.copyOf(objects);
    }

    /** One object's. */
    public record ObjectVersion(NamespacedName name, String resourceVersion) {}
}
