package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.ConversionException;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.apimachinery.schema.ValueExpression;
import dev.chartroom.apimachinery.schema.rule.EvaluationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Fields that expressions compute from the whole spec. If none of the replaced fields is set, no expression is
 * evaluated.
 *
 * @param inVersion for each field of the version, the expression that computes it from the stored object
 * @param stored for each stored field, the expression that computes it from the object in the version
 * @param firstInVersion the field that errors name
 */
record ComputedValue(List<Expression> inVersion, List<Expression> stored, FieldPath firstInVersion)
        implements ValueMapping {
    ComputedValue {
        inVersion = List.copyOf(inVersion);
        stored = List.copyOf(stored);
    }

    /** A compiled expression. Two expressions are equal if their texts are equal. */
    static final class Expression {
        private final String text;
        private final ValueExpression compiled;

        /**
         * @param spec the schema of {@code self.spec}
         * @throws IllegalArgumentException if the expression does not compile; the message has the reason
         */
        Expression(String text, JsonObject spec, SchemaExpressions expressions) {
            this.text = text;
            this.compiled = expressions.value(
                    JsonObject.builder()
                            .put("type", "object")
                            .put("properties", JsonObject.of("spec", spec))
                            .build(),
                    text);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Expression that && text.equals(that.text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }

    @Override
    public List<@Nullable JsonValue> toStored(List<@Nullable JsonValue> values, JsonObject object) {
        try {
            return evaluated(stored, values, object);
        } catch (EvaluationException e) {
            throw new ConversionException(firstInVersion.toString(), String.valueOf(e.getMessage()));
        }
    }

    /** A field whose expression fails is not shown. */
    @Override
    public List<@Nullable JsonValue> fromStored(List<@Nullable JsonValue> values, JsonObject object) {
        List<@Nullable JsonValue> shown = new ArrayList<>();
        for (Expression expression : inVersion) {
            try {
                shown.addAll(evaluated(List.of(expression), values, object));
            } catch (EvaluationException _) {
                shown.add(null);
            }
        }
        return shown;
    }

    private static List<@Nullable JsonValue> evaluated(
            List<Expression> expressions, List<@Nullable JsonValue> values, JsonObject object) {
        boolean isAbsent = values.stream().allMatch(Objects::isNull);
        List<@Nullable JsonValue> results = new ArrayList<>();
        for (Expression expression : expressions) {
            JsonValue result = isAbsent ? JsonNull.NULL : expression.compiled.evaluate(JsonObject.of("spec", object));
            results.add(result == JsonNull.NULL ? null : result);
        }
        return results;
    }
}
