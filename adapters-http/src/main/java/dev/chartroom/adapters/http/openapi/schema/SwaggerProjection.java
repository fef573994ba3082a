package dev.chartroom.adapters.http.openapi.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;
import java.util.Set;

/**
 * Reduces a schema to what OpenAPI 2.0 can express, according to the rules of apiextensions. It drops {@code allOf},
 * {@code anyOf}, {@code oneOf}, {@code not}, {@code nullable} and {@code default}. The type of a value is dropped if
 * the value can be null or have unknown fields, because kubectl treats a type and properties as complete. An
 * int-or-string keeps only the extension.
 */
public final class SwaggerProjection {
    private static final Set<String> UNKNOWN = Set.of("allOf", "anyOf", "oneOf", "not", "nullable", "default");
    private static final Set<String> SHAPE = Set.of("type", "format", "properties", "items", "additionalProperties");

    private SwaggerProjection() {}

    /** Projects a sanitised schema. */
    public static JsonObject project(JsonObject schema) {
        boolean shapeless = schema.isTrue("nullable") || schema.isTrue(Extensions.PRESERVE_UNKNOWN_FIELDS);
        JsonObject.Builder projected = JsonObject.builder();
        schema.members().forEach((keyword, value) -> {
            if (!isUnknown(keyword) && !(shapeless && SHAPE.contains(keyword))) {
                project(projected, keyword, value, schema);
            }
        });
        return projected.build();
    }

    private static void project(JsonObject.Builder projected, String keyword, JsonValue value, JsonObject schema) {
        switch (keyword) {
            case "properties" -> projected.put(keyword, properties(schema.objectOrEmpty(keyword)));
            case "items", "additionalProperties" -> projected.put(keyword, project(schema.objectOrEmpty(keyword)));
            case "required" -> {
                JsonArray required = required(schema);
                if (!required.isEmpty()) {
                    projected.put(keyword, required);
                }
            }
            default -> projected.put(keyword, value);
        }
    }

    private static JsonObject properties(JsonObject properties) {
        JsonObject.Builder projected = JsonObject.builder();
        properties.names().forEach(name -> projected.put(name, project(properties.objectOrEmpty(name))));
        return projected.build();
    }

    /** Returns the required properties that cannot be null, because a null counts as missing. */
    private static JsonArray required(JsonObject schema) {
        JsonObject properties = schema.objectOrEmpty("properties");
        List<JsonValue> required = schema.arrayOrEmpty("required").values().stream()
                .filter(name -> !(name instanceof JsonString(String property)
                        && properties.objectOrEmpty(property).isTrue("nullable")))
                .toList();
        return new JsonArray(required);
    }

    private static boolean isUnknown(String keyword) {
        return UNKNOWN.contains(keyword) || (keyword.startsWith("x-") && !keyword.startsWith("x-kubernetes-"));
    }
}
