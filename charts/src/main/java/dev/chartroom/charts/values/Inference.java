package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Infers a JSON Schema from values. The content of an empty value and the type of null are left open. */
final class Inference {
    private static final Set<String> QUANTITIES = Set.of("limits", "requests");
    /** If a hint has one of these keywords, the type is not inferred from the value. */
    private static final Set<String> TYPING = Set.of("type", "$ref", "allOf", "anyOf", "oneOf", "const", "enum");

    private final Hints hints;

    Inference(Hints hints) {
        this.hints = hints;
    }

    JsonObject root(JsonObject values) {
        return members(values, new JsonPointer(List.of()), CozyTypes.type("object"));
    }

    private JsonObject of(JsonValue value, JsonPointer pointer) {
        Hint hint = hints.of(pointer);
        JsonObject schema = hint.whole() ? whole(hint.schema(), value, pointer) : hinted(value, pointer, hint);
        return hint.description() == null || schema.has("description")
                ? schema
                : schema.with("description", new JsonString(hint.description()));
    }

    /**
     * Returns the schema from the comments, which define the type completely. If the comments omit a member of the
     * value, adds it to the schema.
     */
    private JsonObject whole(JsonObject schema, JsonValue value, JsonPointer pointer) {
        return value instanceof JsonObject object && schema.has("properties")
                ? members(object, pointer, schema)
                : schema;
    }

    private JsonObject hinted(JsonValue value, JsonPointer pointer, Hint hint) {
        JsonObject inferred = inferred(value, pointer);
        JsonObject schema =
                hint.schema().names().stream().anyMatch(TYPING::contains) && !agrees(inferred, hint.schema())
                        ? withoutType(inferred, hint.schema())
                        : inferred;
        return schema.toBuilder().putAll(hint.schema()).build();
    }

    private static boolean agrees(JsonObject inferred, JsonObject hint) {
        return inferred.stringOrEmpty("type").equals(hint.stringOrEmpty("type"))
                || (!hint.has("type") && hint.has("enum") && isListed(inferred, hint));
    }

    private static boolean isListed(JsonObject inferred, JsonObject hint) {
        return hint.arrayOrEmpty("enum").values().stream()
                .allMatch(value -> value instanceof JsonString
                        ? inferred.stringOrEmpty("type").equals("string")
                        : !inferred.stringOrEmpty("type").equals("string") && value != JsonNull.NULL);
    }

    private static JsonObject withoutType(JsonObject inferred, JsonObject hint) {
        boolean stillObject =
                hint.get("type") instanceof JsonArray types && types.strings().contains(inferred.stringOrEmpty("type"));
        return stillObject ? inferred.without("type") : JsonObject.EMPTY;
    }

    private JsonObject inferred(JsonValue value, JsonPointer pointer) {
        return switch (value) {
            case JsonNull _ -> JsonObject.EMPTY;
            case JsonString _ -> CozyTypes.type("string");
            case JsonBoolean _ -> CozyTypes.type("boolean");
            case JsonNumber number -> CozyTypes.type(number.isIntegral() ? "integer" : "number");
            case JsonArray array -> array(array, pointer);
            case JsonObject object -> object(object, pointer);
        };
    }

    private JsonObject array(JsonArray array, JsonPointer pointer) {
        JsonObject schema = CozyTypes.type("array");
        List<JsonObject> items = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            items.add(of(array.get(i), pointer(pointer, String.valueOf(i))));
        }
        return items.isEmpty() ? schema : schema.with("items", SchemaMerge.merge(items));
    }

    private JsonObject object(JsonObject object, JsonPointer pointer) {
        JsonObject schema = CozyTypes.type("object");
        if (object.isEmpty()) {
            return schema;
        }
        if (isQuantities(object, pointer)) {
            return schema.with("additionalProperties", CozyTypes.schema("intOrString"));
        }
        if (object.names().stream().anyMatch(name -> name.contains("/") || name.contains("."))) {
            return schema.with(
                    "additionalProperties",
                    SchemaMerge.merge(object.members().values().stream()
                            .map(value -> inferred(value, pointer))
                            .toList()));
        }
        return members(object, pointer, schema);
    }

    /** Adds an object's members to the schema, unless the schema already declares them. */
    private JsonObject members(JsonObject object, JsonPointer pointer, JsonObject schema) {
        JsonObject.Builder properties = schema.objectOrEmpty("properties").toBuilder();
        List<String> required = new ArrayList<>(schema.arrayOrEmpty("required").strings());
        object.members().forEach((name, value) -> {
            JsonPointer at = pointer(pointer, name);
            if (!properties.has(name) && !hints.of(at).hidden()) {
                properties.put(name, of(value, at));
                if (hints.of(at).required()) {
                    required.add(name);
                }
            }
        });
        JsonObject with = schema.with("properties", properties.build());
        return required.isEmpty() ? with : with.with("required", JsonArray.ofStrings(required));
    }

    /** Returns whether an object holds resource quantities of Kubernetes, with or without units. */
    private static boolean isQuantities(JsonObject object, JsonPointer pointer) {
        return QUANTITIES.contains(pointer.tokens().getLast())
                && object.members().values().stream()
                        .allMatch(value -> value instanceof JsonString || value instanceof JsonNumber);
    }

    private static JsonPointer pointer(JsonPointer holder, String token) {
        List<String> tokens = new ArrayList<>(holder.tokens());
        tokens.add(token);
        return new JsonPointer(tokens);
    }
}
