package dev.chartroom.e2e.survive;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client for one object, with its outcome. Each write has a value of its own.
 *
 * @param start when the request was sent, as of {@link System#nanoTime}
 * @param end when its answer was complete
 */
record Operation(Action action, Outcome outcome, long start, long end) {

    /** An action on the object. */
    sealed interface Action {}

    record Create(String value) implements Action {}

    /** @param expected the value at the resource version in the request */
    record Update(String expected, String value) implements Action {}

    record Delete() implements Action {}

    record Read() implements Action {}

    /** The outcome as the client knows it. */
    sealed interface Outcome {}

    /** @param value the value that a read returned, null if there was no object; null for all other actions */
    record Done(@Nullable String value) implements Outcome {}

    /** The object exists already. */
    record Exists() implements Outcome {}

    /** The object has another value than the expected one. */
    record Conflict() implements Outcome {}

    /** There is no such object. */
    record Missing() implements Outcome {}

    /** There was no answer, or an answer that does not exclude an effect. */
    record Unknown() implements Outcome {}

    boolean isUnknown() {
        return outcome instanceof Unknown;
    }

    /**
     * Applies the operation to a value of the object.
     *
     * @param before the value, or null if there is no object
     * @return whether the outcome is possible for this value, and the next value
     */
    Step apply(@Nullable String before) {
        return switch (action) {
            case Create(String value) ->
                switch (outcome) {
                    case Done _, Unknown _ -> Step.of(before == null, value);
                    case Exists _ -> Step.of(before != null, before);
                    case Conflict _, Missing _ -> Step.IMPOSSIBLE;
                };
            case Update(String expected, String value) ->
                switch (outcome) {
                    case Done _, Unknown _ -> Step.of(expected.equals(before), value);
                    case Conflict _ -> Step.of(before != null && !expected.equals(before), before);
                    case Missing _ -> Step.of(before == null, null);
                    case Exists _ -> Step.IMPOSSIBLE;
                };
            case Delete _ ->
                switch (outcome) {
                    case Done _, Unknown _ -> Step.of(before != null, null);
                    case Missing _ -> Step.of(before == null, null);
                    case Exists _, Conflict _ -> Step.IMPOSSIBLE;
                };
            case Read _ ->
                switch (outcome) {
                    case Done(String value) -> Step.of(Objects.equals(value, before), before);
                    case Unknown _ -> Step.of(true, before);
                    case Exists _, Conflict _, Missing _ -> Step.IMPOSSIBLE;
                };
        };
    }

    /** @param next the value after the operation, or null if there is no object */
    record Step(boolean isPossible, @Nullable String next) {
        private static final Step IMPOSSIBLE = new Step(false, null);

        private static Step of(boolean isPossible, @Nullable String next) {
            return isPossible ? new Step(true, next) : IMPOSSIBLE;
        }
    }
}
