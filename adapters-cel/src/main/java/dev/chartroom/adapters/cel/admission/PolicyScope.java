package dev.chartroom.adapters.cel.admission;

import dev.chartroom.domain.admission.AdmissionExpressions;
import java.util.ArrayList;
import java.util.List;

/** Compiles the expressions of one policy, which share its variables. */
final class PolicyScope implements AdmissionExpressions.Scope {
    private final List<PolicyVariable> variables;

    PolicyScope(List<AdmissionExpressions.Variable> declared) {
        List<PolicyVariable> prepared = new ArrayList<>();
        declared.forEach(variable ->
                prepared.add(new PolicyVariable(variable.name(), CompiledExpression.of(variable.expression()))));
        variables = List.copyOf(prepared);
    }

    @Override
    public AdmissionExpressions.AdmissionExpression compile(String expression) {
        return CompiledExpression.of(expression);
    }

    @Override
    public AdmissionExpressions.Evaluation begin(AdmissionExpressions.Input input, long budget) {
        return new PolicyEvaluation(variables, input, budget);
    }
}
