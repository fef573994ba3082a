package dev.chartroom.adapters.http.openapi.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.LinkedHashSet;
import java.util.Set;

/** Determines the type of a schema. A schema has at most one type, which is consistent with the keywords beside it. */
final class PublishedTypes {
    private static final Set<String> OBJECT = Set.of("object");
    private static final Set<String> TYPES = Set.of("object", "array", "string", "integer", "number", "boolean");
    private static final Set<String> INT_OR_STRING = Set.of("integer", "string");
    /**
     * These types are published beside {@code x-kubernetes-int-or-string}, as in custom resources, for readers that do
     * not support this extension.
     */
    private static final JsonArray EITHER = JsonArray.of(
            JsonObject.of("type", new JsonString("integer")), JsonObject.of("type", new JsonString("string")));

    private static final JsonObject OPEN = JsonObject.of(Extensions.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE);

    private PublishedTypes() {}

    /**
     * Puts a declared type. JSON Schema has lists of types. OpenAPI 3.0 expresses a few of these lists in another way.
     *
     * @param ofValue true if the schema can have extensions, because it describes a value
     */
    static void put(JsonObject.Builder clean, JsonValue type, boolean ofValue) {
        Set<String> types = types(type);
        if (type instanceof JsonArray && types.remove("null")) {
            clean.put("nullable", true);
        }
        if (types.size() == 1 && TYPES.containsAll(types)) {
            clean.put("type", types.iterator().next());
        } else if (ofValue && types.equals(INT_OR_STRING)) {
            clean.put(Extensions.INT_OR_STRING, true);
        }
    }

    /**
     * Returns the schema of a value, and adds the type that the schema's keywords imply. The result lacks the keywords
     * that do not fit this type.
     */
    static JsonObject settle(JsonObject schema) {
        if (schema.isTrue(Extensions.INT_OR_STRING) || (!schema.has("type") && isIntOrString(schema))) {
            JsonObject either = schema.without("type").with(Extensions.INT_OR_STRING, JsonBoolean.TRUE);
            return settleLists(either.has("anyOf") ? either : either.with("anyOf", EITHER), "");
        }
        String type = schema.string("type").orElseGet(() -> impliedType(schema));
        JsonObject typed = type.isEmpty() ? schema : schema.with("type", new JsonString(type));
        if (type.equals("array") && !typed.has("items")) {
            typed = typed.with("items", OPEN);
        }
        return settleLists(typed, type);
    }

    private static String impliedType(JsonObject schema) {
        if (schema.has("properties") || schema.has("additionalProperties")) {
            return "object";
        }
        return schema.has("items") ? "array" : "";
    }

    private static boolean isIntOrString(JsonObject schema) {
        Set<String> types = new LinkedHashSet<>();
        schema.arrayOrEmpty("anyOf").forEach(element -> types.addAll(branchTypes(element)));
        return types.equals(INT_OR_STRING);
    }

    /** Returns the types of a branch. A branch without a type counts as an object here. */
    private static Set<String> branchTypes(JsonValue branch) {
        return branch instanceof JsonObject schema && schema.get("type") instanceof JsonString type
                ? types(type)
                : OBJECT;
    }

    private static Set<String> types(JsonValue type) {
        Set<String> types = new LinkedHashSet<>();
        switch (type) {
            case JsonString(String name) -> types.add(name);
            case JsonArray names -> names.forEach(name -> types.addAll(types(name)));
            default -> {}
        }
        return types;
    }

    /**
     * Removes inconsistent list extensions. Server-side apply rejects a whole document if one list of type map has no
     * keys.
     */
    private static JsonObject settleLists(JsonObject schema, String type) {
        String listType = schema.stringOrEmpty(Extensions.LIST_TYPE);
        JsonObject settled = schema;
        if (!type.equals("array") || (listType.equals("map") && !schema.has(Extensions.LIST_MAP_KEYS))) {
            settled = settled.without(Extensions.LIST_TYPE);
        }
        if (!type.equals("array") || !listType.equals("map")) {
            settled = settled.without(Extensions.LIST_MAP_KEYS);
        }
        return type.equals("object") ? settled : settled.without(Extensions.MAP_TYPE);
    }
}
