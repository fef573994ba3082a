package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Merges the inferred schemas of the items of a list into one schema for all items. */
final class SchemaMerge {
    private SchemaMerge() {}

    /** @param schemas at least one */
    static JsonObject merge(List<JsonObject> schemas) {
        return schemas.stream().reduce(SchemaMerge::merge).orElse(JsonObject.EMPTY);
    }

    private static JsonObject merge(JsonObject first, JsonObject second) {
        if (first.equals(second)) {
            return first;
        }
        Set<String> types = Set.of(first.stringOrEmpty("type"), "or " + second.stringOrEmpty("type"));
        if (types.equals(Set.of("object", "or object"))) {
            return objects(first, second);
        }
        if (types.equals(Set.of("array", "or array"))) {
            return arrays(first, second);
        }
        if (types.equals(Set.of("integer", "or number")) || types.equals(Set.of("number", "or integer"))) {
            return CozyTypes.type("number");
        }
        if (types.equals(Set.of("integer", "or string")) || types.equals(Set.of("string", "or integer"))) {
            return JsonObject.of("type", JsonArray.ofStrings(List.of("integer", "string")));
        }
        JsonValue type = first.get("type");
        return type != null && type.equals(second.get("type")) ? JsonObject.of("type", type) : JsonObject.EMPTY;
    }

    private static JsonObject objects(JsonObject first, JsonObject second) {
        if (!first.has("properties") || !second.has("properties")) {
            return first.has("properties") || second.has("properties") ? CozyTypes.type("object") : first;
        }
        Map<String, JsonValue> members =
                new LinkedHashMap<>(first.objectOrEmpty("properties").members());
        second.objectOrEmpty("properties")
                .members()
                .forEach((name, member) -> members.merge(
                        name,
                        member,
                        (firstMember, secondMember) -> merge((JsonObject) firstMember, (JsonObject) secondMember)));
        return CozyTypes.type("object").with("properties", JsonObject.of(members));
    }

    private static JsonObject arrays(JsonObject first, JsonObject second) {
        boolean known = first.has("items") && second.has("items");
        return known
                ? CozyTypes.type("array")
                        .with("items", merge(first.objectOrEmpty("items"), second.objectOrEmpty("items")))
                : first.has("items") ? first : second;
    }
}
