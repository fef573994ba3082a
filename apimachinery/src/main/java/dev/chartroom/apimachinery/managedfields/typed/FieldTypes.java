package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Derives types from a structural schema by the rules of kube-openapi's schemaconv. Lists are atomic unless
 * {@code x-kubernetes-list-type} is {@code set} or {@code map}. Objects are granular unless
 * {@code x-kubernetes-map-type} is atomic. {@code x-kubernetes-preserve-unknown-fields} applies to everything below it.
 */
public final class FieldTypes {
    private static final String PRESERVE_UNKNOWN_FIELDS = "x-kubernetes-preserve-unknown-fields";

    private FieldTypes() {}

    /** Returns the type of an object with a spec of this schema. The status of the object can have any fields. */
    public static FieldType ofObject(Schema specSchema) {
        Map<String, MapType.Member> members = new LinkedHashMap<>(ObjectMetaType.TYPE_META);
        members.put("metadata", new MapType.Member(ObjectMetaType.OBJECT_META, null));
        JsonObject spec = specSchema.json();
        members.put("spec", new MapType.Member(of(spec.has("type") ? spec : spec.with("type", OBJECT), false), null));
        members.put(
                "status",
                new MapType.Member(FieldType.of(new MapType(false, Map.of(), () -> FieldType.DEDUCED)), null));
        return FieldType.of(new MapType(false, members, null));
    }

    private static final JsonString OBJECT = new JsonString("object");

    private static FieldType of(JsonObject schema, boolean preservesAbove) {
        boolean preserves = preservesAbove || schema.isTrue(PRESERVE_UNKNOWN_FIELDS);
        return switch (schema.stringOrEmpty("type")) {
            case "object" -> FieldType.of(map(schema, preserves));
            case "array" -> FieldType.of(list(schema, preserves));
            case "integer", "number" -> FieldType.of(ScalarType.NUMERIC);
            case "boolean" -> FieldType.of(ScalarType.BOOLEAN);
            case "string" -> FieldType.of(string(schema.stringOrEmpty("format")));
            case "" -> new FieldType(ScalarType.UNTYPED, list(schema, preserves), map(schema, preserves));
            default -> FieldType.of(ScalarType.UNTYPED);
        };
    }

    /** A string with a format is not checked, because its decoded value can be of another type. */
    private static ScalarType string(String format) {
        return format.isEmpty() || format.equals("byte") ? ScalarType.STRING : ScalarType.UNTYPED;
    }

    private static ListType list(JsonObject schema, boolean preserves) {
        FieldType items =
                schema.object("items").map(item -> of(item, preserves)).orElse(FieldType.ATOMIC);
        return switch (schema.stringOrEmpty("x-kubernetes-list-type")) {
            case "set" -> new ListType(false, List.of(), () -> items);
            case "map" -> new ListType(false, keys(schema), () -> items);
            default -> new ListType(true, List.of(), () -> items);
        };
    }

    private static List<String> keys(JsonObject schema) {
        return schema.arrayOrEmpty("x-kubernetes-list-map-keys").values().stream()
                .filter(JsonString.class::isInstance)
                .map(key -> ((JsonString) key).value())
                .toList();
    }

    private static MapType map(JsonObject schema, boolean preserves) {
        Map<String, MapType.Member> named = new LinkedHashMap<>();
        schema.objectOrEmpty("properties").members().forEach((name, property) -> {
            JsonObject declared = property instanceof JsonObject object ? object : JsonObject.EMPTY;
            JsonValue value = declared.get("default");
            named.put(name, new MapType.Member(of(declared, preserves), value == JsonNull.NULL ? null : value));
        });
        if (schema.isTrue("x-kubernetes-embedded-resource")) {
            named.putAll(ObjectMetaType.TYPE_META);
            named.put("metadata", new MapType.Member(ObjectMetaType.OBJECT_META, null));
        }
        boolean atomic = schema.stringOrEmpty("x-kubernetes-map-type").equals("atomic");
        return new MapType(atomic, Map.copyOf(named), others(schema, preserves || named.isEmpty(), preserves));
    }

    private static @Nullable Supplier<FieldType> others(JsonObject schema, boolean anything, boolean preserves) {
        JsonValue declared = schema.get("additionalProperties");
        if (declared instanceof JsonObject type) {
            FieldType others = of(type, preserves);
            return () -> others;
        }
        boolean deduced = declared instanceof JsonBoolean allowed ? allowed.value() : anything;
        return deduced ? () -> FieldType.DEDUCED : null;
    }
}
