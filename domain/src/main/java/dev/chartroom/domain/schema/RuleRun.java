package dev.chartroom.domain.schema;

import dev.chartroom.domain.status.BoundedReport;
import dev.chartroom.domain.status.FieldError;
import java.util.List;
import java.util.function.Supplier;

/** One check of one object: what was found so far, and what all its rules may still cost together. */
final class RuleRun {
    static final String OUT_OF_BUDGET =
            "validation failed due to running out of cost budget, no further validation rules will be run";

    private final BoundedReport<FieldError> errors = BoundedReport.ofErrors();
    private long budget;
    private boolean stopped;

    RuleRun(long budget) {
        this.budget = budget;
    }

    /** @return false where the budget does not cover it */
    boolean spend(long cost) {
        if (cost > budget) {
            return false;
        }
        budget -= cost;
        return true;
    }

    boolean isBroke() {
        return budget <= 0;
    }

    void add(Supplier<FieldError> error) {
        errors.add(error);
    }

    /** Adds an error, after which no rule is evaluated any more. */
    void stop(Supplier<FieldError> error) {
        stop(error, false);
    }

    void stop(Supplier<FieldError> error, boolean spared) {
        stopped = true;
        if (!spared) {
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
