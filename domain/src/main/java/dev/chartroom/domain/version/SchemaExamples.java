package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaValidator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Creates valid example specs of a schema. The same schema always gives the same examples. Each example value of a
 * field occurs in a spec without other optional fields. Most example values also occur in a spec with values of all
 * other fields. Small specs come first.
 */
final class SchemaExamples {
    private static final int MAX = 4_000;
    private static final int FULL = 24;
    private static final int MAX_DEPTH = 12;

    private final Map<String, Set<JsonValue>> special;
    private final SettledFields settled;

    private SchemaExamples(Map<String, Set<JsonValue>> special, SettledFields settled) {
        this.special = special;
        this.settled = settled;
    }

    /**
     * Returns valid specs; empty if a required field has no example value.
     *
     * @param special additional values to try, by the path of their field, such as {@code spec.users[*].name}
     * @param settled fields that get one value if they are required, and no value if they are optional
     */
    static List<JsonObject> of(Schema schema, Map<String, Set<JsonValue>> special, SettledFields settled) {
        return new SchemaExamples(special, settled)
                .values(schema.json(), "spec", 0).stream()
                        .filter(JsonObject.class::isInstance)
                        .map(JsonObject.class::cast)
                        .filter(spec -> SchemaValidator.validate(schema, "spec", spec, null)
                                .isEmpty())
                        .toList();
    }

    /** Returns distinct values, at most {@link #MAX}. */
    private List<JsonValue> values(JsonObject schema, String path, int depth) {
        Set<JsonValue> values = new LinkedHashSet<>();
        JsonObject properties = schema.objectOrEmpty("properties");
        String type = schema.stringOrEmpty("type");
        if (depth < MAX_DEPTH && (type.equals("object") || type.isEmpty() && !properties.isEmpty())) {
            values.addAll(objects(schema, properties, path, depth));
        } else if (depth < MAX_DEPTH && type.equals("array")) {
            values.addAll(arrays(schema, path, depth));
        } else {
            values.addAll(ScalarExamples.of(schema, special.getOrDefault(path, Set.of())));
        }
        if (schema.isTrue("nullable")) {
            values.add(JsonNull.NULL);
        }
        return values.stream().limit(MAX).toList();
    }

    private List<JsonValue> arrays(JsonObject schema, String path, int depth) {
        List<JsonValue> items = values(schema.objectOrEmpty("items"), path + RuleScope.ITEMS, depth + 1);
        List<JsonValue> arrays = new ArrayList<>();
        arrays.add(JsonArray.EMPTY);
        items.forEach(item -> arrays.add(JsonArray.of(item)));
        for (int i = 1; i < Math.min(items.size(), FULL); i++) {
            arrays.add(JsonArray.of(items.get(i), items.get(i - 1)));
        }
        return arrays;
    }

    private List<JsonValue> objects(JsonObject schema, JsonObject properties, String path, int depth) {
        List<JsonValue> objects = new ArrayList<>();
        Set<String> required = Set.copyOf(schema.arrayOrEmpty("required").strings());
        JsonObject.Builder smallest = JsonObject.builder();
        Map<String, List<JsonValue>> ofMembers = new LinkedHashMap<>();
        properties.members().forEach((name, member) -> {
            List<JsonValue> values = member instanceof JsonObject below
                    ? member(below, path + "." + name, required.contains(name), depth + 1)
                    : List.of();
            ofMembers.put(name, values);
            if (required.contains(name) && !values.isEmpty()) {
                smallest.put(name, values.getFirst());
            }
        });
        JsonObject minimal = smallest.build();
        objects.add(minimal);
        ofMembers.forEach((name, values) -> values.forEach(value -> objects.add(minimal.with(name, value))));
        for (int turn = 0; turn < (ofMembers.size() < 2 ? 0 : FULL); turn++) {
            JsonObject.Builder all = JsonObject.builder();
            int at = turn;
            for (Map.Entry<String, List<JsonValue>> member : ofMembers.entrySet()) {
                if (!member.getValue().isEmpty()) {
                    all.put(
                            member.getKey(),
                            member.getValue().get(at % member.getValue().size()));
                }
            }
            objects.add(all.build());
        }
        objects.addAll(maps(schema, minimal, path, depth));
        return objects;
    }

    private List<JsonValue> member(JsonObject schema, String path, boolean isRequired, int depth) {
        if (!settled.contains(path)) {
            return values(schema, path, depth);
        }
        return isRequired ? values(schema, path, depth).stream().limit(1).toList() : List.of();
    }

    private List<JsonValue> maps(JsonObject schema, JsonObject minimal, String path, int depth) {
        List<JsonValue> maps = new ArrayList<>();
        if (schema.get("additionalProperties") instanceof JsonObject members) {
            values(members, path + "." + RuleScope.MEMBERS, depth + 1)
                    .forEach(value -> maps.add(minimal.with("example", value)));
        } else if (schema.isTrue("x-kubernetes-preserve-unknown-fields") || schema.isTrue("additionalProperties")) {
            maps.add(minimal.with("example", JsonObject.of("key", new JsonString("value"))));
        }
        return maps;
    }
}
