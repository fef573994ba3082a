package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The releases with a group's label that are not shown as an Application, in their last known state. A comparison of
 * the shown objects with the stored objects must exclude these releases.
 */
final class UnreadableReleases {
    private final Map<Key, String> versions = new ConcurrentHashMap<>();

    private record Key(String namespace, String name) {
        static Key of(JsonObject metadata) {
            return new Key(metadata.stringOrEmpty("namespace"), metadata.stringOrEmpty("name"));
        }
    }

    /** Records a release that is not shown. */
    void add(JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        versions.put(Key.of(metadata), metadata.stringOrEmpty("resourceVersion"));
    }

    /** Records that a release is shown or deleted. */
    void remove(JsonObject release) {
        versions.remove(Key.of(release.objectOrEmpty("metadata")));
    }

    /** Removes all entries. Called before all releases are read again. */
    void clear() {
        versions.clear();
    }

    /** Returns whether the release is not shown in this version. In a later version, it might be readable. */
    boolean contains(String namespace, String name, String resourceVersion) {
        return resourceVersion.equals(versions.get(new Key(namespace, name)));
    }
}
