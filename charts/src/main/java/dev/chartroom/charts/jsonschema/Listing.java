package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Converts a list of admitted values to clauses. */
final class Listing {
    private Listing() {}

    /**
     * Returns the list as clauses. In Kubernetes, null fits no {@code enum}. If null is admitted, patterns or limits
     * replace the {@code enum}.
     */
    static List<JsonObject> of(List<JsonValue> values, Set<JsonType> types, boolean nullable, Consumer<String> remark) {
        List<JsonValue> fitting = values.stream()
                .filter(value -> types.contains(JsonType.of(value)))
                .toList();
        if (!nullable) {
            return List.of(Structural.enumOf(fitting));
        }
        List<JsonObject> clauses = new ArrayList<>();
        for (JsonType type : types) {
            List<JsonValue> ofType =
                    fitting.stream().filter(value -> JsonType.of(value) == type).toList();
            JsonObject clause = ofType(ofType, type);
            if (clause.isEmpty()) {
                remark.accept("the value can be null, which a list of allowed values cannot contain: not checked");
            } else {
                clauses.add(clause);
            }
        }
        return clauses;
    }

    /**
     * Returns a clause that restricts values of one type to the list and does not restrict other values; empty if there
     * is no such clause.
     */
    static JsonObject ofType(List<JsonValue> values, JsonType type) {
        return switch (type) {
            case STRING ->
                StringLimits.patternOf(values.stream()
                        .map(value -> ((JsonString) value).value())
                        .toList());
            case INTEGER, FRACTION ->
                values.size() == 1
                        ? exactly(values.getFirst())
                        : Structural.anyOf(values.stream().map(Listing::exactly).toList());
            case NULL, BOOLEAN, OBJECT, ARRAY -> JsonObject.EMPTY;
        };
    }

    private static JsonObject exactly(JsonValue number) {
        return JsonObject.builder()
                .put("minimum", number)
                .put("maximum", number)
                .build();
    }
}
