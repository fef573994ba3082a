package dev.chartroom.charts.archive;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Generates JSON Schemas as people write them: every value has a type, and every object declares its further members.
 */
final class RandomJsonSchemas {
    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final List<String> SCALARS = List.of("string", "integer", "number", "boolean");

    private final Random random;

    RandomJsonSchemas(long seed) {
        random = new Random(seed);
    }

    /** Returns the schema of an object with members and no others. */
    JsonObject root() {
        JsonObject.Builder properties = JsonObject.builder();
        NAMES.forEach(name -> properties.put(name, node(3)));
        return JsonObject.builder()
                .put("$schema", "http://json-schema.org/draft-07/schema#")
                .put("type", "object")
                .put("properties", properties.build())
                .put("additionalProperties", false)
                .build();
    }

    private JsonObject node(int depth) {
        return switch (random.nextInt(depth == 0 ? 2 : 8)) {
            case 0, 1 -> scalar();
            case 2 ->
                typed("array").with("items", node(depth - 1)).toBuilder()
                        .putAll(count("maxItems"))
                        .build();
            case 3 -> typed("object").with("additionalProperties", node(depth - 1));
            case 4 -> JsonObject.of(random.nextBoolean() ? "anyOf" : "oneOf", nodes(depth - 1));
            case 5 -> JsonObject.of("allOf", JsonArray.of(scalar(), clause(scalar())));
            default -> object(depth);
        };
    }

    private JsonObject object(int depth) {
        JsonObject.Builder properties = JsonObject.builder();
        NAMES.stream().filter(_ -> random.nextInt(3) > 0).forEach(name -> properties.put(name, node(depth - 1)));
        JsonObject object = typed("object").toBuilder()
                .put("properties", properties.build())
                .put("additionalProperties", false)
                .build();
        return switch (random.nextInt(6)) {
            case 0 -> object.with("required", JsonArray.of(new JsonString("a")));
            case 1 -> object.with("not", required());
            case 2 -> object.with(random.nextBoolean() ? "anyOf" : "oneOf", JsonArray.of(required(), required()));
            case 3 ->
                object.toBuilder().put("if", required()).put("then", required()).build();
            case 4 -> object.with("dependencies", JsonObject.of("a", JsonArray.of(new JsonString("b"))));
            default -> object;
        };
    }

    private JsonObject required() {
        JsonObject required = JsonObject.of("required", JsonArray.of(new JsonString(any(NAMES))));
        return random.nextBoolean() ? required : required.with("properties", JsonObject.of(any(NAMES), constant()));
    }

    private JsonObject constant() {
        return JsonObject.of("const", value(any(SCALARS)));
    }

    private JsonObject scalar() {
        String type = any(SCALARS);
        JsonObject scalar = random.nextInt(6) == 0
                ? JsonObject.of(
                        "type", JsonArray.ofStrings(List.of(type, random.nextBoolean() ? "null" : any(SCALARS))))
                : typed(type);
        JsonObject limited = switch (random.nextInt(6)) {
            case 0 -> scalar.with("enum", new JsonArray(List.of(value(type), value(type))));
            case 1 -> scalar.toBuilder().putAll(limit()).build();
            case 2 -> scalar.with("not", clause(limit()));
            case 3 -> scalar.with("anyOf", JsonArray.of(limit(), limit()));
            default -> scalar;
        };
        return limited;
    }

    private JsonObject limit() {
        return switch (random.nextInt(7)) {
            case 0 -> JsonObject.of("minimum", JsonNumber.of(random.nextInt(6)));
            case 1 -> JsonObject.of("exclusiveMaximum", JsonNumber.of(random.nextInt(10)));
            case 2 -> JsonObject.of("multipleOf", JsonNumber.of(5));
            case 3 -> JsonObject.of("minLength", JsonNumber.of(random.nextInt(3)));
            case 4 -> JsonObject.of("maxLength", JsonNumber.of(random.nextInt(3)));
            case 5 -> JsonObject.of("pattern", new JsonString(random.nextBoolean() ? "^a" : "[0-9]"));
            default -> constant();
        };
    }

    private static JsonObject clause(JsonObject schema) {
        return schema.without("type");
    }

    private JsonArray nodes(int depth) {
        List<JsonValue> nodes = new ArrayList<>();
        for (int i = 2 + random.nextInt(2); i > 0; i--) {
            nodes.add(random.nextInt(6) == 0 ? typed("null") : node(depth));
        }
        return new JsonArray(nodes);
    }

    private JsonObject count(String keyword) {
        return random.nextBoolean() ? JsonObject.of(keyword, JsonNumber.of(2)) : JsonObject.EMPTY;
    }

    private JsonValue value(String type) {
        return switch (type) {
            case "string" -> new JsonString(any(List.of("a", "ab", "A1", "")));
            case "integer" -> JsonNumber.of(4 + random.nextInt(4)); // For Kubernetes, an enum with 0 allows 0.5.
            case "number" -> JsonNumber.of(new BigDecimal(random.nextBoolean() ? "0.5" : "2.25"));
            default -> JsonBoolean.of(random.nextBoolean());
        };
    }

    private static JsonObject typed(String type) {
        return JsonObject.of("type", new JsonString(type));
    }

    private String any(List<String> names) {
        return names.get(random.nextInt(names.size()));
    }
}
