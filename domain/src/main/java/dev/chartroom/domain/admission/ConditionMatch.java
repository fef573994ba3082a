package dev.chartroom.domain.admission;

/** Whether the match conditions of a policy or webhook leave a request to it. */
public sealed interface ConditionMatch {
    record Yes() implements ConditionMatch {}

    record No() implements ConditionMatch {}

    /** One could not be evaluated, none is false, and the failure policy is to fail. */
    record Failed(String message) implements ConditionMatch {}
}
