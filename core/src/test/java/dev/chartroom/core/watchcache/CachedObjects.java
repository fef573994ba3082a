package dev.chartroom.core.watchcache;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;

/** Objects without a spec, as a store returns them to the cache. */
final class CachedObjects {
    private static final ApplicationKind REDIS = Kinds.redis();

    private CachedObjects() {}

    /** Returns a Redis in the namespace {@code ns}. */
    static ServedApplication stored(String name, long version) {
        return stored("ns", name, version);
    }

    /** Returns a Redis. */
    static ServedApplication stored(String namespace, String name, long version) {
        return stored(REDIS, metadata(namespace, name, version));
    }

    /** Returns an object in the namespace {@code ns}. */
    static ServedApplication stored(ApplicationKind kind, String name, long version) {
        return stored(kind, metadata("ns", name, version));
    }

    static ServedApplication stored(ApplicationKind kind, ObjectMeta metadata) {
        Application application = new Application(kind.gvk(), metadata, null, JsonObject.EMPTY);
        return new StoredApplication(kind, application, new TextCodec()).served();
    }

    private static ObjectMeta metadata(String namespace, String name, long version) {
        return ObjectMeta.of(namespace, name).toBuilder()
                .resourceVersion(Long.toString(version))
                .build();
    }
}
