package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.domain.json.JsonObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The releases that bear a group's label and are shown as no Application, as they were seen last: who compares what is
 * shown with what is stored must not miss them.
 */
final class UnreadableReleases {
    private final Map<Key, String> versions = new ConcurrentHashMap<>();

    private record Key(String namespace, String name) {
        static Key of(JsonObject metadata) {
            return new Key(metadata.stringOrEmpty("namespace"), metadata.stringOrEmpty("name"));
        }
    }

    /** Takes note of a release that is not shown. */
    void add(JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        versions.put(Key.of(metadata), metadata.stringOrEmpty("resourceVersion"));
    }

    /** Takes note that a release is shown, or is gone. */
    void remove(JsonObject release) {
        versions.remove(Key.of(release.objectOrEmpty("metadata")));
    }

    /** Forgets them, where all are about to be read again. */
    void clear() {
        versions.clear();
    }

    /** True where this is what is not shown; a release that changed since may be readable. */
    boolean contains(String namespace, String name, String resourceVersion) {
        return resourceVersion.equals(versions.get(new Key(namespace, name)));
    }
}
