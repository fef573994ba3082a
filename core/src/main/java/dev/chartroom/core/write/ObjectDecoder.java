package dev.chartroom.core.write;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.schema.Pruned;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.schema.SchemaPruner;
import dev.chartroom.apimachinery.validation.ObjectMetaDecoder;
import dev.chartroom.domain.builtin.TopLevelFields;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decodes the JSON of an object for validation and storage, as apiextensions decodes custom resources. */
final class ObjectDecoder {
    private static final Set<String> FIELDS = Set.of("apiVersion", "kind", "metadata", "spec", "status");

    private ObjectDecoder() {}

    /**
     * A decoded object.
     *
     * @param json the object with defaults, even if the client sent no {@code spec}
     * @param chosen the spec without defaults; null if the object has no spec, or if the spec is no JSON object
     * @param unknownFields the paths of the dropped fields, in apiextensions' order
     */
    record Decoded(
            JsonObject json, ObjectMeta metadata, @Nullable JsonObject chosen, List<String> unknownFields) {

        Decoded withJson(JsonObject other) {
            return new Decoded(other, ObjectMeta.fromJson(other.objectOrEmpty("metadata")), chosen, unknownFields);
        }

        Decoded withChosen(@Nullable JsonObject other) {
            return new Decoded(json, metadata, other, unknownFields);
        }

        Decoded withMetadata(ObjectMeta other) {
            return new Decoded(json.with("metadata", other.toJson()), other, chosen, unknownFields);
        }
    }

    /**
     * Decodes an object from a client or from a patch. {@code apiVersion} and {@code kind} may be missing (wire
     * contract D23). An object of another kind is not pruned, because it is rejected later.
     *
     * @throws IllegalArgumentException if the JSON cannot be read as an object; the message is the reason
     */
    static Decoded decode(ApplicationKind kind, JsonObject json) {
        String name = text(json, "kind", kind.gvk().kind());
        ObjectMetaDecoder.Decoded metadata = metadata(json);
        List<String> unknown = new ArrayList<>();
        JsonValue spec = json.get("spec");
        JsonObject chosen = null;
        if (name.equals(kind.gvk().kind())) {
            json.names().stream().filter(field -> !FIELDS.contains(field)).forEach(unknown::add);
            if (spec instanceof JsonObject members) {
                Pruned pruned = SchemaPruner.prune(kind.schema(), members, "spec");
                if (pruned.malformed() != null) {
                    throw new IllegalArgumentException(pruned.malformed().toString());
                }
                unknown.addAll(pruned.unknownFields());
                chosen = SchemaDefaulter.withoutNulls(kind.schema(), pruned.value());
            }
            if (spec == null || spec == JsonNull.NULL || spec instanceof JsonObject) {
                spec = SchemaDefaulter.ofSpec(kind.schema(), chosen);
            }
            if (TopLevelFields.has(kind.gvk())) {
                unknown.replaceAll(path -> path.startsWith("spec.") ? path.substring("spec.".length()) : path);
            }
            unknown.sort(GoText.ORDER);
        }
        List<String> unknownFields = new ArrayList<>();
        metadata.unknownFields().forEach(path -> unknownFields.add("metadata." + path));
        unknownFields.addAll(unknown);
        JsonObject decoded = object(kind, json, name, metadata.value())
                .putIfPresent("spec", absentIfNull(spec))
                .build();
        return new Decoded(decoded, ObjectMeta.fromJson(metadata.value()), chosen, unknownFields);
    }

    /**
     * Decodes the result of an apply. If the result has a spec, the spec already has defaults and keeps its nulls.
     *
     * @param chosen the chosen part of the spec: the configuration's spec if the object is created, otherwise the whole
     *     spec; null if there is no chosen part
     * @throws IllegalArgumentException in the same cases as {@link #decode}
     */
    static Decoded decodeApplied(ApplicationKind kind, JsonObject applied, @Nullable JsonObject chosen) {
        JsonObject metadata = metadata(applied).value();
        JsonValue spec = applied.get("spec") instanceof JsonObject members
                ? SchemaPruner.pruneKeepingNulls(kind.schema(), members, "spec")
                : absentIfNull(applied.get("spec"));
        JsonObject decoded = object(kind, applied, kind.gvk().kind(), metadata)
                .put("spec", spec == null ? SchemaDefaulter.ofSpec(kind.schema(), null) : spec)
                .build();
        return new Decoded(
                decoded,
                ObjectMeta.fromJson(metadata),
                spec instanceof JsonObject && chosen != null
                        ? SchemaDefaulter.withoutNulls(
                                kind.schema(), SchemaPruner.pruneKeepingNulls(kind.schema(), chosen, "spec"))
                        : null,
                List.of());
    }

    /**
     * Decodes an object as admission returned it. The decoder keeps nulls, and validation checks them later.
     *
     * @throws IllegalArgumentException in the same cases as {@link #decode}, and if the kind is missing
     */
    static Decoded decodeAdmitted(ApplicationKind kind, JsonObject admitted) {
        String name = admitted.stringOrEmpty("kind");
        if (name.isEmpty()) {
            throw new IllegalArgumentException("Object 'Kind' is missing in '" + GoText.json(admitted) + "'");
        }
        Decoded decoded = decodeApplied(kind, admitted, admitted.object("spec").orElse(null));
        return decoded.withJson(decoded.json().with("kind", new JsonString(name)));
    }

    private static JsonObject.Builder object(ApplicationKind kind, JsonObject json, String name, JsonObject metadata) {
        return JsonObject.builder()
                .put("apiVersion", text(json, "apiVersion", kind.gvk().apiVersion()))
                .put("kind", name)
                .put("metadata", metadata)
                .putIfPresent("status", json.get("status"));
    }

    private static ObjectMetaDecoder.Decoded metadata(JsonObject json) {
        JsonValue given = json.get("metadata");
        return ObjectMetaDecoder.decode(given == null ? JsonNull.NULL : given);
    }

    private static @Nullable JsonValue absentIfNull(@Nullable JsonValue value) {
        return value == JsonNull.NULL ? null : value;
    }

    private static String text(JsonObject json, String field, String absent) {
        JsonValue value = json.get(field);
        if (value == null || value == JsonNull.NULL) {
            return absent;
        }
        if (value instanceof JsonString(String text)) {
            return text.isEmpty() ? absent : text;
        }
        throw new IllegalArgumentException(field + ": must be a string");
    }
}
