package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random JSON Schemas: keywords in any order, with values that are mostly of the right form. */
final class SchemaSoup {
    private static final List<String> SCHEMAS =
            List.of("not", "if", "then", "else", "items", "additionalProperties", "contains", "propertyNames");
    private static final List<String> LISTS = List.of("anyOf", "oneOf", "allOf", "prefixItems", "items");
    private static final List<String> MAPS = List.of(
            "properties",
            "patternProperties",
            "$defs",
            "definitions",
            "dependentSchemas",
            "dependencies",
            "properties");
    private static final List<String> VALUES = List.of(
            "const",
            "default",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxItems",
            "minProperties",
            "uniqueItems",
            "pattern",
            "format",
            "nullable",
            "x-kubernetes-int-or-string",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-list-type",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-validations",
            "description");
    private static final List<String> TYPES =
            List.of("object", "array", "string", "integer", "number", "boolean", "null", "nonsense");
    private static final List<String> REFS =
            List.of("#", "#/$defs/a", "#/definitions/b", "#/properties/a", "#a", "http://example.com", "");

    private final Random random;

    SchemaSoup(long seed) {
        random = new Random(seed);
    }

    JsonValue schema(int depth) {
        if (depth == 0 || random.nextInt(20) == 0) {
            return random.nextInt(3) == 0 ? value(1) : JsonBoolean.TRUE;
        }
        JsonObject.Builder schema = JsonObject.builder();
        if (random.nextInt(3) > 0) {
            schema.put("type", random.nextInt(4) > 0 ? text(TYPES) : JsonArray.of(text(TYPES), text(TYPES)));
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            add(schema, depth);
        }
        return schema.build();
    }

    private void add(JsonObject.Builder schema, int depth) {
        switch (random.nextInt(8)) {
            case 0 -> schema.put(any(SCHEMAS), schema(depth - 1));
            case 1 -> schema.put(any(LISTS), JsonArray.of(schema(depth - 1), schema(depth - 1)));
            case 2, 3 ->
                schema.put(
                        any(MAPS),
                        JsonObject.builder()
                                .put(random.nextBoolean() ? "a" : "metadata", schema(depth - 1))
                                .put("b", schema(depth - 1))
                                .build());
            case 4 -> schema.put("required", JsonArray.ofStrings(List.of("a", "c")));
            case 5 -> schema.put("enum", JsonArray.of(value(1), value(1)));
            case 6 -> schema.put("$ref", text(REFS));
            default -> schema.put(any(VALUES), value(2));
        }
    }

    private JsonValue value(int depth) {
        return switch (random.nextInt(depth == 0 ? 6 : 8)) {
            case 0 -> JsonNumber.of(random.nextInt(5) - 1);
            case 1 -> JsonNumber.of(new BigDecimal("1.5"));
            case 2 -> JsonBoolean.of(random.nextBoolean());
            case 3 -> JsonNull.NULL;
            case 4 -> new JsonString("^[a-c]+$");
            case 5 -> text(List.of("set", "map", "date", "a", "", "("));
            case 6 -> {
                List<JsonValue> items = new ArrayList<>();
                items.add(value(depth - 1));
                yield new JsonArray(items);
            }
            default -> JsonObject.of("a", value(depth - 1));
        };
    }

    private JsonString text(List<String> texts) {
        return new JsonString(any(texts));
    }

    private String any(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }
}
