package dev.chartroom.apimachinery.schema;

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

/** Random values, and random schemas that fit a value and use every keyword. Equal seeds give equal results. */
public final class RandomConstraints {
    private static final List<String> NAMES = List.of("a", "b", "c", "d");

    private final SplittableRandom random;

    public RandomConstraints(long seed) {
        random = new SplittableRandom(seed);
    }

    public JsonObject object(int depth) {
        JsonObject.Builder object = JsonObject.builder();
        for (String name : NAMES) {
            if (random.nextInt(3) > 0) {
                object.put(name, value(depth - 1));
            }
        }
        return object.build();
    }

    JsonValue value(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 6)) {
            case 0, 1 ->
                new JsonString(List.of("", "a", "text", "\u00e9\ud83d\ude00\n", "2024-01-01")
                        .get(random.nextInt(5)));
            case 2, 3 -> JsonNumber.of(random.nextInt(-3, 4));
            case 4 ->
                JsonNumber.of(
                        new BigDecimal(List.of("1.5", "2.0", "-1e3", "1e300").get(random.nextInt(4))));
            case 5 -> JsonBoolean.of(random.nextBoolean());
            case 6 -> {
                List<JsonValue> items = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    items.add(value(depth - 1));
                }
                yield new JsonArray(items);
            }
            default -> object(depth);
        };
    }

    /**
     * Returns a schema that the value fits. If {@code tooNarrow} is set, a value with a string member {@code x} does
     * not fit.
     */
    public JsonObject schemaOf(JsonObject value, boolean tooNarrow) {
        JsonObject schema = schema(value).build();
        JsonObject properties = schema.objectOrEmpty("properties");
        if (!tooNarrow) {
            return schema;
        }
        String wrong = List.of(
                        "maxLength|1", "minLength|9", "enum|x", "type|integer", "pattern|^x", "format|date", "not|{}")
                .get(random.nextInt(7));
        String keyword = wrong.substring(0, wrong.indexOf('|'));
        JsonObject.Builder x = JsonObject.builder().put("type", "string");
        switch (keyword) {
            case "maxLength" -> x.put(keyword, 1);
            case "minLength" -> x.put(keyword, 9);
            case "enum" -> x.put(keyword, JsonArray.of(new JsonString("x")));
            case "type" -> x.put(keyword, "integer");
            case "pattern" -> x.put(keyword, "^x");
            case "format" -> x.put(keyword, "date");
            default -> x.put(keyword, JsonObject.EMPTY);
        }
        return schema.with("properties", properties.with("x", x.build()));
    }

    private JsonObject.Builder schema(JsonValue value) {
        JsonObject.Builder schema = JsonObject.builder();
        switch (value) {
            case JsonString(String text) -> strings(schema.put("type", "string"), text);
            case JsonNumber number -> numbers(schema, number);
            case JsonBoolean _ -> schema.put("type", "boolean");
            case JsonNull _ -> schema.put("type", "string").put("nullable", true);
            case JsonArray array -> arrays(schema.put("type", "array"), array);
            case JsonObject object -> objects(schema.put("type", "object"), object);
        }
        if (oneIn(4) && value != JsonNull.NULL) {
            schema.put("enum", JsonArray.of(new JsonString("other"), value));
        }
        if (oneIn(5)) {
            schema.put("allOf", JsonArray.of(JsonObject.of("enum", JsonArray.of(value)), JsonObject.EMPTY));
        }
        if (oneIn(5)) {
            schema.put("not", JsonObject.of("enum", JsonArray.of(new JsonString("nobody"))));
        }
        if (oneIn(5)) {
            JsonObject never = JsonObject.of("not", JsonObject.EMPTY);
            schema.put(oneIn(2) ? "anyOf" : "oneOf", JsonArray.of(never, JsonObject.EMPTY));
        }
        return schema;
    }

    private void strings(JsonObject.Builder schema, String text) {
        int length = text.codePointCount(0, text.length());
        if (oneIn(2)) {
            schema.put("maxLength", length + random.nextInt(2));
        }
        if (oneIn(2)) {
            schema.put("minLength", Math.max(0, length - random.nextInt(2)));
        }
        if (oneIn(3)) {
            schema.put("pattern", text.startsWith("a") ? "^a" : "");
        }
    }

    private void numbers(JsonObject.Builder schema, JsonNumber number) {
        boolean integer = number.isIntegral() && random.nextBoolean();
        if (number.isIntegral() && oneIn(3)) {
            schema.put("x-kubernetes-int-or-string", true);
        } else {
            schema.put("type", integer ? "integer" : "number");
        }
        if (number.isIntegral()) {
            long value = number.asLong().orElseThrow();
            if (oneIn(2)) {
                schema.put("minimum", value - 1).put("exclusiveMinimum", random.nextBoolean());
            }
            if (oneIn(2)) {
                schema.put("maximum", value + 1).put("exclusiveMaximum", random.nextBoolean());
            }
            if (oneIn(3)) {
                schema.put("multipleOf", Math.max(1, Math.abs(value)));
            }
        } else if (oneIn(2)) {
            schema.put("minimum", number).put("maximum", number);
        }
    }

    private void arrays(JsonObject.Builder schema, JsonArray array) {
        boolean allStrings = array.values().stream().allMatch(JsonString.class::isInstance);
        schema.put(
                "items",
                allStrings
                        ? JsonObject.of("type", new JsonString("string"))
                        : JsonObject.of("x-kubernetes-preserve-unknown-fields", JsonBoolean.TRUE));
        if (allStrings && array.values().stream().distinct().count() == array.size() && oneIn(2)) {
            schema.put("x-kubernetes-list-type", "set");
        }
        if (oneIn(2)) {
            schema.put("maxItems", array.size()).put("minItems", array.size());
        }
    }

    private void objects(JsonObject.Builder schema, JsonObject object) {
        JsonObject.Builder properties = JsonObject.builder();
        object.members()
                .forEach((name, member) -> properties.put(name, schema(member).build()));
        schema.put("properties", properties.build());
        if (oneIn(2)) {
            schema.put("required", JsonArray.ofStrings(object.names()));
        }
        if (oneIn(3)) {
            schema.put("minProperties", object.members().size())
                    .put("maxProperties", object.members().size() + 1);
        }
    }

    private boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }
}
