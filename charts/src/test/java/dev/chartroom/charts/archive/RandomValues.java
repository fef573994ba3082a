package dev.chartroom.charts.archive;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;

/** Generates values from a JSON Schema: most of them fit it, and some are broken in one place. */
final class RandomValues {
    private static final List<JsonValue> ANYTHING = List.of(
            new JsonString(""),
            new JsonString("a"),
            new JsonString("ab"),
            new JsonString("auto"),
            new JsonString("1Gi"),
            new JsonString("100m"),
            new JsonString("x@example.com"),
            new JsonString("A1"),
            new JsonString("something long"),
            JsonNumber.of(-1),
            JsonNumber.of(0),
            JsonNumber.of(1),
            JsonNumber.of(5),
            JsonNumber.of(8),
            JsonNumber.of(15),
            JsonNumber.of(70_000),
            JsonNumber.of(new BigDecimal("0.5")),
            JsonNumber.of(new BigDecimal("2.25")),
            JsonBoolean.TRUE,
            JsonBoolean.FALSE,
            JsonNull.NULL,
            JsonObject.EMPTY,
            JsonArray.EMPTY,
            JsonArray.of(new JsonString("a"), new JsonString("a")));
    private static final int DEPTH = 8;

    private final JsonObject root;
    private final Random random;

    RandomValues(JsonObject root, long seed) {
        this.root = root;
        this.random = new Random(seed);
    }

    /** Returns a value that probably fits. In general, certainty is not possible. */
    JsonObject value() {
        return (JsonObject) value(root, DEPTH);
    }

    /** Returns the value with something else in one place, or without one member. */
    JsonObject spoilt(JsonObject value) {
        List<String> names = List.copyOf(value.names());
        if (names.isEmpty()) {
            return value;
        }
        String name = names.get(random.nextInt(names.size()));
        JsonValue member = value.get(name);
        if (random.nextInt(8) == 0) {
            return value.without(name);
        }
        if (member instanceof JsonObject inner && random.nextInt(3) > 0) {
            return value.with(name, spoilt(inner));
        }
        if (member instanceof JsonArray(var items) && !items.isEmpty() && random.nextInt(3) > 0) {
            List<JsonValue> spoilt = new ArrayList<>(items);
            int index = random.nextInt(spoilt.size());
            spoilt.set(index, items.get(index) instanceof JsonObject inner ? spoilt(inner) : any(ANYTHING));
            return value.with(name, new JsonArray(spoilt));
        }
        return value.with(name, any(ANYTHING));
    }

    private JsonValue value(JsonValue schema, int depth) {
        if (!(schema instanceof JsonObject object) || depth == 0) {
            return any(ANYTHING);
        }
        if (object.has("$ref")) {
            return value(referred(object.stringOrEmpty("$ref")), depth - 1);
        }
        for (String keyword : List.of("anyOf", "oneOf")) {
            JsonArray alternatives = object.arrayOrEmpty(keyword);
            if (!alternatives.isEmpty()) {
                JsonValue chosen = value(any(alternatives.values()), depth - 1);
                return chosen instanceof JsonObject one
                                && object.stringOrEmpty("type").equals("object")
                        ? object(object, depth).toBuilder().putAll(one).build()
                        : chosen;
            }
        }
        if (object.has("const")) {
            return Objects.requireNonNull(object.get("const"));
        }
        if (!object.arrayOrEmpty("enum").isEmpty()) {
            return any(object.arrayOrEmpty("enum").values());
        }
        return typed(object, type(object), depth);
    }

    private String type(JsonObject schema) {
        List<String> types = schema.arrayOrEmpty("type").strings();
        if (!types.isEmpty()) {
            return types.get(random.nextInt(types.size()));
        }
        return schema.string("type").orElse(schema.has("properties") || schema.has("required") ? "object" : "");
    }

    private JsonValue typed(JsonObject schema, String type, int depth) {
        return switch (type) {
            case "object" -> object(schema, depth);
            case "array" -> {
                List<JsonValue> items = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    items.add(value(schema.get("items") == null ? JsonBoolean.TRUE : schema.get("items"), depth - 1));
                }
                yield new JsonArray(items);
            }
            case "string" -> text(schema);
            case "integer" -> any(ANYTHING.subList(9, 16));
            case "number" -> any(ANYTHING.subList(9, 18));
            case "boolean" -> JsonBoolean.of(random.nextBoolean());
            case "null" -> JsonNull.NULL;
            default -> any(ANYTHING);
        };
    }

    /** Returns a text that matches the pattern in most cases. */
    private JsonValue text(JsonObject schema) {
        List<JsonValue> texts = ANYTHING.subList(0, 9);
        Pattern pattern = Pattern.compile(schema.stringOrEmpty("pattern"));
        List<JsonValue> matching = texts.stream()
                .filter(text -> pattern.matcher(((JsonString) text).value()).find())
                .toList();
        return any(matching.isEmpty() || random.nextInt(10) == 0 ? texts : matching);
    }

    private JsonObject object(JsonObject schema, int depth) {
        JsonObject.Builder members = JsonObject.builder();
        List<String> required = schema.arrayOrEmpty("required").strings();
        schema.objectOrEmpty("properties").members().forEach((name, member) -> {
            if (random.nextInt(3) > 0 || (required.contains(name) && random.nextInt(10) > 0)) {
                members.put(name, value(member, depth - 1));
            }
        });
        JsonValue others = schema.get("additionalProperties");
        schema.objectOrEmpty("patternProperties")
                .members()
                .values()
                .forEach(pattern -> members.put(random.nextBoolean() ? "ab" : "wrong", value(pattern, depth - 1)));
        if (others instanceof JsonObject && schema.objectOrEmpty("properties").isEmpty()) {
            for (int i = random.nextInt(3); i > 0; i--) {
                members.put("key" + i, value(others, depth - 1));
            }
        }
        if (others == JsonBoolean.FALSE && random.nextInt(20) == 0) {
            members.put("unheard", 1);
        }
        return members.build();
    }

    private JsonValue referred(String ref) {
        JsonValue value = root;
        String fragment = ref.substring(ref.indexOf('#') + 1);
        if (!fragment.startsWith("/")) {
            return anchored(fragment);
        }
        for (String token : JsonPointer.parse(fragment).tokens()) {
            value = Objects.requireNonNull(((JsonObject) value).get(token));
        }
        return value;
    }

    private JsonValue anchored(String name) {
        for (String holder : List.of("definitions", "$defs")) {
            for (JsonValue definition : root.objectOrEmpty(holder).members().values()) {
                JsonObject schema = (JsonObject) definition;
                if (schema.stringOrEmpty("$anchor").equals(name)
                        || schema.stringOrEmpty("$id").equals("#" + name)) {
                    return schema;
                }
            }
        }
        throw new IllegalArgumentException("there is no " + name);
    }

    private JsonValue any(List<JsonValue> values) {
        return values.get(random.nextInt(values.size()));
    }
}
