package dev.chartroom.core.event;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.release.ReleaseLookup;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Releases in memory. */
final class ReleasesByName implements ReleaseLookup {
    private final Map<NamespacedName, JsonObject> releases = new ConcurrentHashMap<>();
    private final AtomicInteger lists = new AtomicInteger();
    private volatile boolean fails;

    void put(JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        releases.put(new NamespacedName(metadata.stringOrEmpty("namespace"), metadata.stringOrEmpty("name")), release);
    }

    void fail(boolean next) {
        fails = next;
    }

    int lists() {
        return lists.get();
    }

    @Override
    public Optional<JsonObject> find(NamespacedName release) {
        if (fails) {
            throw new ApiException(ApiError.unavailable("down"));
        }
        return Optional.ofNullable(releases.get(release));
    }

    @Override
    public void forEach(String namespace, Consumer<JsonObject> release) {
        lists.incrementAndGet();
        releases.forEach((name, stored) -> {
            if (name.namespace().equals(namespace)) {
                release.accept(stored);
            }
        });
    }
}
