package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.rule.EvaluationException;

/** A compiled expression that computes a value from another value. Immutable and thread-safe. */
@FunctionalInterface
public interface ValueExpression {
    /**
     * Evaluates the expression within the cost limit of one evaluation.
     *
     * @param self a value that fits the schema for which the expression was compiled
     * @return any JSON value; JSON null for CEL's null or an empty optional
     * @throws EvaluationException if there is no value; the message says why
     */
    JsonValue evaluate(JsonValue self);
}
