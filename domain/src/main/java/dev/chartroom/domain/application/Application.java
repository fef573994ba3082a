package dev.chartroom.domain.application;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersionKind;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import org.jspecify.annotations.Nullable;

/**
 * An object of a served kind.
 *
 * @param spec the spec, with the fields of the kind's schema; null if the client sent none
 * @param status empty if there is none
 */
public record Application(
        GroupVersionKind gvk, ObjectMeta metadata, @Nullable JsonObject spec, JsonObject status) {

    /**
     * The status of an object that no controller has observed yet. A HelmRelease has the same status by default.
     * Without this status, clients that use kstatus treat a new object as ready.
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

    /** Returns the same object with another kind or version. */
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
