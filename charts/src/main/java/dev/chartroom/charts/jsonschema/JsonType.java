package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The types of JSON Schema. Numbers that are not integers are a separate type, so that sets of types can be
 * intersected.
 */
enum JsonType {
    NULL,
    BOOLEAN,
    OBJECT,
    ARRAY,
    STRING,
    INTEGER,
    FRACTION;

    static Set<JsonType> all() {
        return EnumSet.allOf(JsonType.class);
    }

    /** Returns the types that a value of the keyword {@code type} names; an unknown name stands for all types. */
    static Set<JsonType> named(JsonValue type) {
        Set<JsonType> types = EnumSet.noneOf(JsonType.class);
        switch (type) {
            case JsonString(String name) -> types.addAll(named(name));
            case JsonArray names -> names.strings().forEach(name -> types.addAll(named(name)));
            case JsonObject _, JsonNumber _, JsonBoolean _, JsonNull _ -> types.addAll(all());
        }
        return types;
    }

    static Set<JsonType> of(Collection<JsonValue> values) {
        return values.stream().map(JsonType::of).collect(Collectors.toCollection(() -> EnumSet.noneOf(JsonType.class)));
    }

    static JsonType of(JsonValue value) {
        return switch (value) {
            case JsonNull _ -> NULL;
            case JsonBoolean _ -> BOOLEAN;
            case JsonObject _ -> OBJECT;
            case JsonArray _ -> ARRAY;
            case JsonString _ -> STRING;
            case JsonNumber number -> number.asLong().isPresent() ? INTEGER : FRACTION;
        };
    }

    private static Set<JsonType> named(String name) {
        return switch (name) {
            case "null" -> EnumSet.of(NULL);
            case "boolean" -> EnumSet.of(BOOLEAN);
            case "object" -> EnumSet.of(OBJECT);
            case "array" -> EnumSet.of(ARRAY);
            case "string" -> EnumSet.of(STRING);
            case "integer" -> EnumSet.of(INTEGER);
            case "number" -> EnumSet.of(INTEGER, FRACTION);
            default -> all();
        };
    }
}
