package dev.chartroom.apimachinery.jsonpath;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.ValueExpression;
import dev.chartroom.apimachinery.schema.rule.EvaluationException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The source of a value in a definition: a path or an expression. Two sources are equal if their texts are equal. */
public final class ValueSource {
    private final String description;
    private final Function<JsonValue, Optional<JsonValue>> value;

    private ValueSource(String description, Function<JsonValue, Optional<JsonValue>> value) {
        this.description = description;
        this.value = value;
    }

    /** Returns the source of the first value that a path finds. */
    public static ValueSource of(JsonPath path) {
        return new ValueSource("Custom resource definition column (in JSONPath format): " + path, path::first);
    }

    /**
     * Returns the source of an expression's result. If the result is null or the expression fails, there is no value.
     *
     * @param text the expression as it is written
     */
    public static ValueSource of(String text, ValueExpression expression) {
        return new ValueSource("Computed: " + text, root -> evaluate(expression, root));
    }

    private static Optional<JsonValue> evaluate(ValueExpression expression, JsonValue root) {
        try {
            JsonValue value = expression.evaluate(root);
            return value == JsonNull.NULL ? Optional.empty() : Optional.of(value);
        } catch (EvaluationException _) {
            return Optional.empty();
        }
    }

    /** Returns the value; empty if there is none. */
    public Optional<JsonValue> in(JsonValue root) {
        return value.apply(root);
    }

    /**
     * Returns a description for users. The description of a path is the same as for a CustomResourceDefinition's
     * column.
     */
    public String description() {
        return description;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ValueSource that && description.equals(that.description);
    }

    @Override
    public int hashCode() {
        return description.hashCode();
    }

    @Override
    public String toString() {
        return description;
    }
}
