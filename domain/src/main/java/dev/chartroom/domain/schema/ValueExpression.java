package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonValue;

/** One compiled expression that makes a value of a value. Immutable and thread-safe. */
@FunctionalInterface
public interface ValueExpression {
    /**
     * Evaluates it, within the limit of what one evaluation may cost.
     *
     * @param self what fits the schema that the expression was compiled for
     * @return any JSON; null for what CEL calls null or an empty optional
     * @throws EvaluationException where there is no value; the message says why
     */
    JsonValue evaluate(JsonValue self);
}
