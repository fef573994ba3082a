package dev.chartroom.ports.service;

import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.schema.Pruned;
import dev.chartroom.domain.schema.SchemaDefaulter;
import dev.chartroom.domain.schema.SchemaPruner;
import dev.chartroom.domain.status.GoText;
import dev.chartroom.domain.validation.ObjectMetaDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From the JSON of an object to what can be validated and stored, as apiextensions decodes custom resources. */
final class ObjectDecoder {
    private static final Set<String> FIELDS = Set.of("apiVersion", "kind", "metadata", "spec", "status");

    private ObjectDecoder() {}

    /**
     * A decoded object.
     *
     * @param json pruned and with defaults; {@code spec} is always there, and no object only where the client sent
     *     another value
     * @param chosen the spec without defaults; null where the client sent none
     * @param unknownFields the paths of what was dropped, in upstream's order
     */
    record Decoded(
            JsonObject json, ObjectMeta metadata, @Nullable JsonObject chosen, List<String> unknownFields) {

        Decoded withJson(JsonObject other) {
            return new Decoded(other, ObjectMeta.fromJson(other.objectOrEmpty("metadata")), chosen, unknownFields);
        }

        Decoded withMetadata(ObjectMeta other) {
            return new Decoded(json.with("metadata", other.toJson()), other, chosen, unknownFields);
        }
    }

    /**
     * Decodes an object. {@code apiVersion} and {@code kind} may be missing (wire contract D23).
     *
     * @throws IllegalArgumentException where it cannot be read as an object; the message says why
     */
    static Decoded decode(ApplicationKind kind, JsonObject json) {
        String apiVersion = text(json, "apiVersion", kind.gvk().apiVersion());
        String name = text(json, "kind", kind.gvk().kind());
        JsonValue given = json.get("metadata");
        ObjectMetaDecoder.Decoded submitted = ObjectMetaDecoder.decode(given == null ? JsonNull.NULL : given);
        ObjectMeta metadata = ObjectMeta.fromJson(submitted.value());
        List<String> unknown = new ArrayList<>();
        for (String field : json.names()) {
            if (!FIELDS.contains(field)) {
                unknown.add(field);
            }
        }
        JsonValue spec = json.get("spec");
        JsonValue known = spec == null || spec == JsonNull.NULL
                ? SchemaDefaulter.withDefaults(kind.schema(), JsonObject.EMPTY)
                : spec;
        JsonObject chosen = null;
        if (spec instanceof JsonObject members) {
            Pruned pruned = SchemaPruner.prune(kind.schema(), members, "spec");
            unknown.addAll(pruned.unknownFields());
            chosen = pruned.value();
            known = SchemaDefaulter.withDefaults(kind.schema(), chosen);
        }
        unknown.sort(GoText.ORDER);
        unknown.addAll(
                0,
                submitted.unknownFields().stream()
                        .map(path -> "metadata." + path)
                        .toList());
        JsonObject decoded = JsonObject.builder()
                .put("apiVersion", apiVersion)
                .put("kind", name)
                .put("metadata", metadata.toJson())
                .put("spec", known)
                .putIfPresent("status", json.get("status"))
                .build();
        return new Decoded(decoded, metadata, chosen, unknown);
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
