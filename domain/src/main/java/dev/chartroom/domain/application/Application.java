package dev.chartroom.domain.application;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.meta.GroupVersionKind;
import dev.chartroom.domain.meta.ObjectMeta;
import org.jspecify.annotations.Nullable;

/**
 * An object of a served kind.
 *
 * @param spec null where the client sent none; its shape is that of the kind's schema
 * @param status empty where there is none
 */
public record Application(
        GroupVersionKind gvk, ObjectMeta metadata, @Nullable JsonObject spec, JsonObject status) {

    /**
     * The status of an object at which no controller has looked yet, which is the default of a HelmRelease's. Without it
     * clients that go by kstatus would take a new object for a ready one.
     */
    public static final JsonObject UNOBSERVED =
            JsonObject.builder().put("observedGeneration", -1).build();

    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("apiVersion", gvk.apiVersion())
                .put("kind", gvk.kind())
                .put("metadata", metadata.toJson())
                .putIfPresent("spec", spec);
        if (!status.isEmpty()) {
            json.put("status", status);
        }
        return json.build();
    }

    /** The same object under another name of its kind or version. */
    public Application withGvk(GroupVersionKind other) {
        return new Application(other, metadata, spec, status);
    }

    public Application withMetadata(ObjectMeta other) {
        return new Application(gvk, other, spec, status);
    }

    public Application withSpec(@Nullable JsonObject other) {
        return new Application(gvk, metadata, other, status);
    }

    public Application withStatus(JsonObject other) {
        return new Application(gvk, metadata, spec, other);
    }
}
