package dev.chartroom.adapters.http.openapi;

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
import java.util.SplittableRandom;

/** Generates schemas, valid and invalid, that a definition might declare. */
final class RandomSchema {
    private static final List<String> TYPES =
            List.of("object", "array", "string", "integer", "number", "boolean", "null", "int");
    private static final List<String> SCHEMAS = List.of("items", "additionalProperties", "not", "properties");
    private static final List<String> LISTS = List.of("allOf", "anyOf", "oneOf");
    private static final List<String> OTHERS = List.of(
            "description",
            "format",
            "default",
            "enum",
            "required",
            "minimum",
            "exclusiveMinimum",
            "minLength",
            "nullable",
            "pattern",
            "uniqueItems",
            "$ref",
            "$schema",
            "const",
            "patternProperties",
            "definitions",
            "x-kubernetes-int-or-string",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-list-type",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-map-type",
            "x-kubernetes-validations",
            "x-kubernetes-group-version-kind",
            "x-other");

    private RandomSchema() {}

    static JsonObject of(SplittableRandom random) {
        return schema(random, 4);
    }

    private static JsonObject schema(SplittableRandom random, int depth) {
        JsonObject.Builder schema = JsonObject.builder();
        if (random.nextInt(4) > 0) {
            schema.put("type", random.nextInt(6) > 0 ? new JsonString(one(random, TYPES)) : types(random));
        }
        if (depth > 0 && random.nextBoolean()) {
            String keyword = one(random, SCHEMAS);
            schema.put(keyword, keyword.equals("properties") ? named(random, depth) : maybeSchema(random, depth));
        }
        if (depth > 0 && random.nextInt(4) == 0) {
            schema.put(one(random, LISTS), JsonArray.of(maybeSchema(random, depth), maybeSchema(random, depth)));
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            schema.put(one(random, OTHERS), any(random));
        }
        return schema.build();
    }

    private static JsonObject named(SplittableRandom random, int depth) {
        JsonObject.Builder properties = JsonObject.builder();
        for (String name : List.of("a", "properties", "additionalProperties", "$ref", "default")) {
            if (random.nextBoolean()) {
                properties.put(name, maybeSchema(random, depth));
            }
        }
        return properties.build();
    }

    private static JsonValue maybeSchema(SplittableRandom random, int depth) {
        return random.nextInt(5) > 0 ? schema(random, depth - 1) : any(random);
    }

    private static JsonArray types(SplittableRandom random) {
        return JsonArray.ofStrings(List.of(one(random, TYPES), one(random, TYPES)));
    }

    private static JsonValue any(SplittableRandom random) {
        List<JsonValue> values = new ArrayList<>(List.of(
                JsonBoolean.TRUE,
                JsonBoolean.FALSE,
                JsonNull.NULL,
                JsonNumber.of(3),
                JsonNumber.of(-3),
                JsonNumber.of(new BigDecimal("0.5")),
                new JsonString("map"),
                new JsonString("set"),
                new JsonString("granular"),
                JsonArray.EMPTY,
                JsonArray.ofStrings(List.of("a")),
                JsonArray.of(JsonObject.of("rule", new JsonString("true"))),
                JsonObject.EMPTY));
        return values.get(random.nextInt(values.size()));
    }

    private static String one(SplittableRandom random, List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
