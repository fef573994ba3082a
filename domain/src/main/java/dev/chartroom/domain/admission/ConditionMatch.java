package dev.chartroom.domain.admission;

/** The result of the match conditions of a policy or webhook. */
public sealed interface ConditionMatch {
    record Yes() implements ConditionMatch {}

    record No() implements ConditionMatch {}

    /** A condition could not be evaluated, no condition is false, and the failure policy is Fail. */
    record Failed(String message) implements ConditionMatch {}
}
