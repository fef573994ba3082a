package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaValidator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Creates example values for schemas of scalars and for schemas without a type. */
final class ScalarExamples {
    private static final int MAX = 24;

    /** Strings to try, because one of them may match a pattern. */
    private static final List<String> TEXTS = List.of(
            "a",
            "b",
            "",
            "abc",
            "A",
            "1",
            "a1",
            "a-b",
            "1Gi",
            "100m",
            "5m",
            "1.2.3",
            "v1.2.3",
            "example.com",
            "user@example.com",
            "https://example.com/a",
            "10.0.0.1",
            "10.0.0.0/8",
            "2026-01-01T00:00:00Z",
            "2026-01-01",
            "0123456789abcdef",
            "abcdefghijklmnopqrstuvwxyz",
            "de305d54-75b4-431b-adb2-eb6b9e546014",
            "/a/b",
            "a:b",
            "a:1",
            "a=b",
            "50%");

    private ScalarExamples() {}

    /** @param special values to try after the default and the example of the schema */
    static List<JsonValue> of(JsonObject schema, Set<JsonValue> special) {
        List<JsonValue> candidates = new ArrayList<>();
        Stream.of("default", "example").forEach(keyword -> {
            JsonValue value = schema.get(keyword);
            if (value != null) {
                candidates.add(value);
            }
        });
        candidates.addAll(special);
        candidates.addAll(schema.arrayOrEmpty("enum").values());
        candidates.addAll(ofType(schema));
        Schema field;
        try {
            field = Schema.of(JsonObject.builder()
                    .put("type", "object")
                    .put("properties", JsonObject.of("value", schema))
                    .build());
        } catch (IllegalArgumentException _) {
            // The schema has a pattern that only RE2 supports. The caller validates the whole spec.
            return candidates.stream().distinct().limit(MAX).toList();
        }
        return candidates.stream()
                .distinct()
                .filter(value -> SchemaValidator.validate(field, "spec", JsonObject.of("value", value), null)
                        .isEmpty())
                .limit(MAX)
                .toList();
    }

    private static Collection<JsonValue> ofType(JsonObject schema) {
        if (schema.isTrue("x-kubernetes-int-or-string")) {
            return List.of(JsonNumber.of(1), new JsonString("1Gi"), new JsonString("50%"));
        }
        return switch (schema.stringOrEmpty("type")) {
            case "boolean" -> List.of(JsonBoolean.of(true), JsonBoolean.of(false));
            case "integer" -> numbers(schema);
            case "number" ->
                Stream.concat(numbers(schema).stream(), Stream.of(JsonNumber.of(new BigDecimal("0.5"))))
                        .toList();
            case "string" -> TEXTS.stream().<JsonValue>map(JsonString::new).toList();
            default ->
                List.of(
                        JsonNumber.of(1),
                        new JsonString("a"),
                        JsonObject.of("key", JsonArray.of(JsonNumber.of(1), new JsonString("b"))));
        };
    }

    private static List<JsonValue> numbers(JsonObject schema) {
        LongStream bounds = Stream.of("minimum", "maximum", "multipleOf")
                .map(schema::get)
                .filter(JsonNumber.class::isInstance)
                .flatMapToLong(bound -> ((JsonNumber) bound).asLong().stream())
                .flatMap(bound -> LongStream.of(bound, bound + 1, bound - 1));
        return LongStream.concat(bounds, LongStream.of(1, 0, 2, -1, 42, 6379))
                .<JsonValue>mapToObj(JsonNumber::of)
                .toList();
    }
}
