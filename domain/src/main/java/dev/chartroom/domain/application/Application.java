package dev.chartroom.domain.application;

import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.meta.GroupVersionKind;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.FieldError;
import java.util.List;
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

    /**
     * Reads what a client sent for an object of a kind. {@code apiVersion} and {@code kind} may be missing (wire
     * contract D23); fields other than metadata, spec and status are dropped, as pruning does.
     *
     * @throws ApiException BadRequest where it is of another version or kind or its metadata cannot be read, Invalid
     *     where spec or status is not an object
     */
    public static Application fromJson(GroupVersionKind gvk, JsonObject json) {
        String apiVersion = json.stringOrEmpty("apiVersion");
        if (!apiVersion.isEmpty() && !apiVersion.equals(gvk.apiVersion())) {
            throw ApiException.badRequest("the API version in the data (" + apiVersion
                    + ") does not match the expected API version (" + gvk.apiVersion() + ")");
        }
        String kind = json.stringOrEmpty("kind");
        if (!kind.isEmpty() && !kind.equals(gvk.kind())) {
            throw ApiException.badRequest(
                    "the kind in the data (" + kind + ") does not match the expected kind (" + gvk.kind() + ")");
        }
        ObjectMeta metadata = metadata(gvk, json);
        JsonObject status = object(gvk, metadata, json, "status");
        return new Application(
                gvk, metadata, object(gvk, metadata, json, "spec"), status == null ? JsonObject.EMPTY : status);
    }

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

    public Application withMetadata(ObjectMeta other) {
        return new Application(gvk, other, spec, status);
    }

    public Application withSpec(@Nullable JsonObject other) {
        return new Application(gvk, metadata, other, status);
    }

    public Application withStatus(JsonObject other) {
        return new Application(gvk, metadata, spec, other);
    }

    private static ObjectMeta metadata(GroupVersionKind gvk, JsonObject json) {
        JsonValue metadata = json.get("metadata");
        try {
            return switch (metadata) {
                case JsonObject object -> ObjectMeta.fromJson(object);
                case JsonNull _ -> ObjectMeta.fromJson(JsonObject.EMPTY);
                case null -> ObjectMeta.fromJson(JsonObject.EMPTY);
                default -> throw new IllegalArgumentException("metadata: must be an object");
            };
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest(gvk.kind() + " in version \"" + gvk.version() + "\" cannot be handled as a "
                    + gvk.kind() + ": " + e.getMessage());
        }
    }

    private static @Nullable JsonObject object(
            GroupVersionKind gvk, ObjectMeta metadata, JsonObject json, String field) {
        JsonValue value = json.get(field);
        if (value == null || value == JsonNull.NULL) {
            return null;
        }
        if (value instanceof JsonObject object) {
            return object;
        }
        throw new ApiException(new ApiError.Invalid(
                gvk.groupKind(),
                metadata.name(),
                List.of(FieldError.typeInvalid(field, value, field + " must be of type object"))));
    }
}
