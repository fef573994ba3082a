package dev.chartroom.apimachinery.schema.rule;

import dev.chartroom.apimachinery.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** One compiled expression. Immutable and thread-safe. */
public interface RuleExpression {
    /** Returns whether the expression uses {@code oldSelf}. */
    boolean usesOldSelf();

    /**
     * Evaluates the expression within the cost limit of one evaluation. A failure is an outcome, not an exception.
     *
     * @param oldSelf the old value of {@code self}; null if there is none
     */
    Outcome evaluate(JsonValue self, @Nullable JsonValue oldSelf);

    /** The result of an evaluation, and its cost in the units of cel-go. */
    sealed interface Outcome {
        long cost();

        record Truth(boolean holds, long cost) implements Outcome {}

        record Text(String text, long cost) implements Outcome {}

        /** @param reason the error in the words of cel-go, such as {@code no such key: x} */
        record Failed(String reason, long cost) implements Outcome {}

        /** The evaluation was cancelled at the cost limit. */
        record TooCostly(long cost) implements Outcome {}
    }
}
