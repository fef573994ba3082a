package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** One compiled expression. Immutable and thread-safe. */
public interface RuleExpression {
    /** Whether it speaks of {@code oldSelf}. */
    boolean usesOldSelf();

    /**
     * Evaluates it, within the limit of what one evaluation may cost. Whatever goes wrong is an outcome.
     *
     * @param oldSelf what {@code self} was before; null where there was none
     */
    Outcome evaluate(JsonValue self, @Nullable JsonValue oldSelf);

    /** How an evaluation ended, and what it cost in the units of cel-go. */
    sealed interface Outcome {
        long cost();

        record Truth(boolean holds, long cost) implements Outcome {}

        record Text(String text, long cost) implements Outcome {}

        /** @param reason what went wrong in the words of cel-go, such as {@code no such key: x} */
        record Failed(String reason, long cost) implements Outcome {}

        /** The evaluation was ended, because it would have cost more than one may. */
        record TooCostly(long cost) implements Outcome {}
    }
}
