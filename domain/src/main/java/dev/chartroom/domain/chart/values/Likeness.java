package dev.chartroom.domain.chart.values;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Merges inferred schemas into the schema of all items of a list. */
final class Likeness {
    private Likeness() {}

    /** @param schemas at least one */
    static JsonObject of(List<JsonObject> schemas) {
        return schemas.stream().reduce(Likeness::of).orElse(JsonObject.EMPTY);
    }

    private static JsonObject of(JsonObject one, JsonObject other) {
        if (one.equals(other)) {
            return one;
        }
        Set<String> types = Set.of(one.stringOrEmpty("type"), "or " + other.stringOrEmpty("type"));
        if (types.equals(Set.of("object", "or object"))) {
            return objects(one, other);
        }
        if (types.equals(Set.of("array", "or array"))) {
            return arrays(one, other);
        }
        if (types.equals(Set.of("integer", "or number")) || types.equals(Set.of("number", "or integer"))) {
            return CozyTypes.type("number");
        }
        if (types.equals(Set.of("integer", "or string")) || types.equals(Set.of("string", "or integer"))) {
            return JsonObject.of("type", JsonArray.ofStrings(List.of("integer", "string")));
        }
        JsonValue type = one.get("type");
        return type != null && type.equals(other.get("type")) ? JsonObject.of("type", type) : JsonObject.EMPTY;
    }

    private static JsonObject objects(JsonObject one, JsonObject other) {
        if (!one.has("properties") || !other.has("properties")) {
            return one.has("properties") || other.has("properties") ? CozyTypes.type("object") : one;
        }
        Map<String, JsonValue> members =
                new LinkedHashMap<>(one.objectOrEmpty("properties").members());
        other.objectOrEmpty("properties")
                .members()
                .forEach((name, member) ->
                        members.merge(name, member, (first, second) -> of((JsonObject) first, (JsonObject) second)));
        return CozyTypes.type("object").with("properties", JsonObject.of(members));
    }

    private static JsonObject arrays(JsonObject one, JsonObject other) {
        boolean known = one.has("items") && other.has("items");
        return known
                ? CozyTypes.type("array").with("items", of(one.objectOrEmpty("items"), other.objectOrEmpty("items")))
                : one.has("items") ? one : other;
    }
}
