package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.domain.admission.AdmissionExpressions.AdmissionExpression;
import dev.chartroom.domain.admission.AdmissionExpressions.Evaluation;
import dev.chartroom.domain.admission.AdmissionExpressions.Input;
import dev.chartroom.domain.admission.AdmissionExpressions.Outcome;
import dev.chartroom.domain.admission.AdmissionExpressions.Scope;
import java.util.ArrayList;
import java.util.List;

/** The {@code matchConditions} of a policy or webhook: expressions that must all be true. */
final class MatchConditions {
    private static final long BUDGET = 2_500_000;

    private final Scope scope;
    private final List<AdmissionExpression> conditions;
    private final FailurePolicy failurePolicy;

    private MatchConditions(Scope scope, List<AdmissionExpression> conditions, FailurePolicy failurePolicy) {
        this.scope = scope;
        this.conditions = conditions;
        this.failurePolicy = failurePolicy;
    }

    static MatchConditions of(Scope scope, JsonArray conditions, FailurePolicy failurePolicy) {
        List<AdmissionExpression> compiled = conditions.objects().stream()
                .map(condition -> scope.compile(condition.stringOrEmpty("expression")))
                .toList();
        return new MatchConditions(scope, compiled, failurePolicy);
    }

    boolean isEmpty() {
        return conditions.isEmpty();
    }

    ConditionMatch match(Input input) {
        if (conditions.isEmpty()) {
            return new ConditionMatch.Yes();
        }
        Evaluation evaluation = scope.begin(input, BUDGET);
        List<String> failures = new ArrayList<>();
        boolean none = false;
        for (AdmissionExpression condition : conditions) {
            switch (evaluation.evaluate(condition)) {
                case Outcome.Truth(boolean holds) -> none |= !holds;
                case Outcome.Failed(String message) -> failures.add(message);
                case Outcome.OutOfBudget _ -> {
                    return failed(Outcome.OutOfBudget.MESSAGE);
                }
                // As in kube-apiserver, a result that is not a boolean is ignored.
                case Outcome.Text _,
                        Outcome.Null _,
                        Outcome.Operations _,
                        Outcome.Configuration _,
                        Outcome.Other _ -> {}
            }
        }
        return none
                ? new ConditionMatch.No()
                : failures.isEmpty() ? new ConditionMatch.Yes() : failed(GoText.errors(failures));
    }

    private ConditionMatch failed(String message) {
        return switch (failurePolicy) {
            case FAIL -> new ConditionMatch.Failed(message);
            case IGNORE -> new ConditionMatch.No();
        };
    }
}
