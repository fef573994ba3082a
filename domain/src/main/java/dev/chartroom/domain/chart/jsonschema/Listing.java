package dev.chartroom.domain.chart.jsonschema;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A list of the values that are admitted. */
final class Listing {
    private Listing() {}

    /**
     * The list as clauses. In Kubernetes null fits no {@code enum}, so where null is admitted a pattern or limits stand
     * in for one.
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
                remark.accept("the list of its values cannot admit null, which it may be: not checked");
            } else {
                clauses.add(clause);
            }
        }
        return clauses;
    }

    /** A clause that says of values of one type that they are in the list, and nothing of others; empty for none. */
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
