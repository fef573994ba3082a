package dev.chartroom.apimachinery.schema.rule;

import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.List;
import java.util.function.Supplier;

/** One check of one object: the errors so far, and the remaining cost budget of all rules for the object. */
final class RuleRun {
    static final String OUT_OF_BUDGET =
            "validation failed due to running out of cost budget, no further validation rules will be run";

    private final BoundedReport<FieldError> errors = BoundedReport.ofErrors();
    private long budget;
    private boolean stopped;

    RuleRun(long budget) {
        this.budget = budget;
    }

    /** @return false if the cost exceeds the remaining budget */
    boolean spend(long cost) {
        if (cost > budget) {
            return false;
        }
        budget -= cost;
        return true;
    }

    boolean isBudgetExhausted() {
        return budget <= 0;
    }

    void add(Supplier<FieldError> error) {
        errors.add(error);
    }

    /** Adds an error and ends the run: no further rule is evaluated. */
    void stop(Supplier<FieldError> error) {
        stop(error, false);
    }

    void stop(Supplier<FieldError> error, boolean ratcheted) {
        stopped = true;
        if (!ratcheted) {
            errors.add(error);
        }
    }

    boolean isStopped() {
        return stopped;
    }

    List<FieldError> errors() {
        return errors.entries();
    }
}
