package dev.chartroom.apimachinery.jsonpath;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Selects from each list the items that satisfy a condition.
 *
 * @param operator the comparison; null if the condition is only that {@code left} finds a value
 * @param right the value to compare with; no steps if there is no operator
 */
record Filter(Steps left, @Nullable Operator operator, Steps right) implements Step {

    /** A comparison of two values. */
    enum Operator {
        EQUAL("=="),
        NOT_EQUAL("!="),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">=");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        /** @throws IllegalArgumentException if there is no such operator */
        static Operator of(String sign) {
            for (Operator operator : values()) {
                if (operator.sign.equals(sign)) {
                    return operator;
                }
            }
            throw new IllegalArgumentException("unrecognized filter operator " + sign);
        }

        private boolean isOfEquality() {
            return this == EQUAL || this == NOT_EQUAL;
        }

        private boolean accepts(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case NOT_EQUAL -> order != 0;
                case LESS -> order < 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                case GREATER_OR_EQUAL -> order >= 0;
            };
        }
    }

    @Override
    public List<JsonValue> apply(List<JsonValue> values) {
        List<JsonValue> found = new ArrayList<>();
        for (JsonValue value : values) {
            if (!(value instanceof JsonArray list)) {
                throw new PathFailure(values);
            }
            for (JsonValue item : list) {
                if (operator == null ? exists(item) : compares(item, operator, values, found)) {
                    found.add(item);
                }
            }
        }
        return found;
    }

    private boolean exists(JsonValue item) {
        try {
            return !left.apply(List.of(item)).isEmpty();
        } catch (PathFailure e) {
            return !e.values().isEmpty();
        }
    }

    private boolean compares(JsonValue item, Operator by, List<JsonValue> values, List<JsonValue> found) {
        JsonValue a = single(left, item, values);
        JsonValue b = a == null ? null : single(right, item, values);
        if (a == null || b == null) {
            return false;
        }
        OptionalInt order = order(a, b, by);
        if (order.isEmpty()) {
            throw new PathFailure(found);
        }
        return by.accepts(order.getAsInt());
    }

    /** Returns the only value that the steps find; null for none. */
    private static @Nullable JsonValue single(Steps steps, JsonValue item, List<JsonValue> values) {
        List<JsonValue> found;
        try {
            found = steps.apply(List.of(item));
        } catch (PathFailure _) {
            throw new PathFailure(values);
        }
        if (found.size() > 1) {
            throw new PathFailure(values);
        }
        return found.isEmpty() ? null : found.getFirst();
    }

    /**
     * Compares two values. Returns empty if their types are not comparable. An int64 and a float64 are not comparable.
     */
    private static OptionalInt order(JsonValue a, JsonValue b, Operator by) {
        if (a instanceof JsonString(String text) && b instanceof JsonString(String other)) {
            return OptionalInt.of(GoText.ORDER.compare(text, other));
        }
        if (a instanceof JsonBoolean && b instanceof JsonBoolean && by.isOfEquality()) {
            return OptionalInt.of(a.equals(b) ? 0 : 1);
        }
        if (a instanceof JsonNumber x && b instanceof JsonNumber y && x.isIntegral() == y.isIntegral()) {
            return OptionalInt.of(
                    x.isIntegral()
                            ? x.asDecimal().compareTo(y.asDecimal())
                            : Double.compare(
                                    x.asDecimal().doubleValue(), y.asDecimal().doubleValue()));
        }
        return OptionalInt.empty();
    }
}
