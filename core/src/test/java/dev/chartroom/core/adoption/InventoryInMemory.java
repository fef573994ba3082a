package dev.chartroom.core.adoption;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.release.ReleaseInventory;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** HelmReleases with resource versions and conflicts, as in a kube-apiserver. */
final class InventoryInMemory implements ReleaseInventory {
    private static final GroupResource RELEASES = new GroupResource("helm.toolkit.fluxcd.io", "helmreleases");

    private final SortedMap<NamespacedName, JsonObject> releases = new TreeMap<>();
    private long resourceVersion;
    private int otherWrites;

    /** Stores a release, as another client would. */
    JsonObject put(JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata")
                .with("resourceVersion", new JsonString(Long.toString(++resourceVersion)));
        JsonObject stored = release.with("metadata", metadata);
        releases.put(name(stored), stored);
        return stored;
    }

    /** Lets another client write each release directly before the next labels are set. */
    void otherWritesBeforeLabels(int times) {
        otherWrites = times;
    }

    @Override
    public void forEach(String namespace, Consumer<JsonObject> release) {
        releases.forEach((name, stored) -> {
            if (namespace.isEmpty() || name.namespace().equals(namespace)) {
                release.accept(stored);
            }
        });
    }

    @Override
    public Optional<JsonObject> find(NamespacedName release) {
        return Optional.ofNullable(releases.get(release));
    }

    @Override
    public void label(JsonObject release, JsonObject labels) {
        if (otherWrites > 0) {
            otherWrites--;
            put(release);
        }
        JsonObject live = find(name(release)).orElseThrow();
        if (!live.equals(release)) {
            throw new ApiException(new ApiError.Conflict(RELEASES, name(release).name(), ApiError.Conflict.MODIFIED));
        }
        JsonObject metadata = live.objectOrEmpty("metadata");
        JsonObject.Builder next = metadata.objectOrEmpty("labels").toBuilder();
        labels.members().forEach((label, value) -> {
            if (value instanceof JsonString) {
                next.put(label, value);
            } else {
                next.remove(label);
            }
        });
        put(live.with("metadata", metadata.with("labels", next.build())));
    }

    @Override
    public void create(JsonObject release) {
        if (releases.containsKey(name(release))) {
            throw new ApiException(
                    new ApiError.AlreadyExists(RELEASES, name(release).name(), false));
        }
        put(release);
    }

    private static NamespacedName name(JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        return new NamespacedName(metadata.stringOrEmpty("namespace"), metadata.stringOrEmpty("name"));
    }
}
