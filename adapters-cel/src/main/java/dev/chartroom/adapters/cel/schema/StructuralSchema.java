package dev.chartroom.adapters.cel.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a structural schema that expressions depend on.
 *
 * @param hasProperties whether the value is an object with known members, and not a map; can be true although
 *     {@code properties} is empty
 * @param values the schema of a map's values; null if there is none
 */
public record StructuralSchema(
        Kind kind,
        String format,
        boolean nullable,
        boolean hasProperties,
        Map<String, StructuralSchema> properties,
        @Nullable StructuralSchema values,
        @Nullable StructuralSchema items,
        ListKind listKind,
        List<String> mapKeys) {

    /** The type of a value. */
    public enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        INTEGER,
        NUMBER,
        BOOLEAN,
        INT_OR_STRING,
        /** Any type; expressions cannot see the value. */
        UNKNOWN
    }

    /** The {@code x-kubernetes-list-type}. */
    public enum ListKind {
        ATOMIC,
        SET,
        MAP
    }

    private static final StructuralSchema TEXT = scalar(Kind.STRING);

    /** Reads a structural schema. A schema with properties but without a type is the schema of an object. */
    public static StructuralSchema of(JsonObject schema) {
        Map<String, StructuralSchema> properties = new LinkedHashMap<>();
        schema.objectOrEmpty("properties").members().forEach((name, property) -> {
            if (property instanceof JsonObject declared) {
                properties.put(name, of(declared));
            }
        });
        boolean embedded = schema.isTrue("x-kubernetes-embedded-resource");
        if (embedded) {
            addHeader(properties);
        }
        return new StructuralSchema(
                kind(schema),
                schema.stringOrEmpty("format"),
                schema.isTrue("nullable"),
                embedded || schema.get("properties") instanceof JsonObject,
                properties.isEmpty() ? Map.of() : Collections.unmodifiableMap(properties),
                schema.object("additionalProperties").map(StructuralSchema::of).orElse(null),
                schema.object("items").map(StructuralSchema::of).orElse(null),
                listKind(schema.stringOrEmpty("x-kubernetes-list-type")),
                mapKeys(schema.arrayOrEmpty("x-kubernetes-list-map-keys")));
    }

    private static StructuralSchema scalar(Kind kind) {
        return new StructuralSchema(kind, "", false, false, Map.of(), null, null, ListKind.ATOMIC, List.of());
    }

    /**
     * Adds the fields that every embedded resource has. Expressions can see these fields even if the schema does not
     * declare them.
     */
    private static void addHeader(Map<String, StructuralSchema> properties) {
        StructuralSchema metadata = properties.get("metadata");
        if (isText(properties, "kind")
                && isText(properties, "apiVersion")
                && metadata != null
                && isText(metadata.properties, "name")
                && isText(metadata.properties, "generateName")) {
            return;
        }
        properties.put("kind", TEXT);
        properties.put("apiVersion", TEXT);
        Map<String, StructuralSchema> names = new LinkedHashMap<>();
        names.put("name", TEXT);
        names.put("generateName", TEXT);
        properties.put(
                "metadata",
                new StructuralSchema(Kind.OBJECT, "", false, true, names, null, null, ListKind.ATOMIC, List.of()));
    }

    private static boolean isText(Map<String, StructuralSchema> properties, String name) {
        StructuralSchema property = properties.get(name);
        return property != null && property.kind == Kind.STRING;
    }

    private static Kind kind(JsonObject schema) {
        if (schema.isTrue("x-kubernetes-int-or-string")) {
            return Kind.INT_OR_STRING;
        }
        return switch (schema.stringOrEmpty("type")) {
            case "object" -> Kind.OBJECT;
            case "array" -> Kind.ARRAY;
            case "string" -> Kind.STRING;
            case "integer" -> Kind.INTEGER;
            case "number" -> Kind.NUMBER;
            case "boolean" -> Kind.BOOLEAN;
            default -> schema.has("properties") ? Kind.OBJECT : Kind.UNKNOWN;
        };
    }

    private static ListKind listKind(String type) {
        return switch (type) {
            case "set" -> ListKind.SET;
            case "map" -> ListKind.MAP;
            default -> ListKind.ATOMIC;
        };
    }

    private static List<String> mapKeys(JsonArray declared) {
        List<String> keys = new ArrayList<>();
        for (JsonValue key : declared) {
            if (key instanceof JsonString(String name)) {
                keys.add(name);
            }
        }
        return List.copyOf(keys);
    }

    /** Returns the schema of a member by its unescaped name; null if there is none. */
    @Nullable
    StructuralSchema member(String name) {
        return hasProperties ? properties.get(name) : values;
    }
}
