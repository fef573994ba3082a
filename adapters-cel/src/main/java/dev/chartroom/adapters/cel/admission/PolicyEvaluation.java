package dev.chartroom.adapters.cel.admission;

import dev.chartroom.adapters.cel.program.Program;
import dev.chartroom.adapters.cel.type.AuthorizerValue;
import dev.chartroom.domain.admission.AdmissionExpressions;
import dev.chartroom.domain.admission.AdmissionExpressions.Outcome;
import java.util.Arrays;
import java.util.List;

/** Evaluates the expressions of one policy for one request. */
final class PolicyEvaluation implements AdmissionExpressions.Evaluation {
    private static final int VARIABLES =
            CompiledExpression.DECLARATIONS.variables().indexOf("variables");

    private final LazyVariables variables;
    private final Object[] values;
    private long remaining;

    PolicyEvaluation(List<PolicyVariable> declared, AdmissionExpressions.Input input, long budget) {
        remaining = budget;
        variables = new LazyVariables(declared, this::run);
        AuthorizerValue authorizer = new AuthorizerValue(input.self().user(), input.authorizer());
        // In the order of AdmissionEnvironment's declarations.
        values = new Object[] {
            UntypedJson.of(input.object()),
            UntypedJson.of(input.oldObject()),
            UntypedJson.of(input.request()),
            UntypedJson.of(input.params()),
            UntypedJson.of(input.namespace()),
            variables.all(),
            authorizer,
            authorizer.resource(input.self())
        };
    }

    private Program.Result run(CompiledExpression.Compiled expression, LazyVariables.View visible) {
        Object[] seen = Arrays.copyOf(values, values.length);
        seen[VARIABLES] = visible;
        return expression.program().run(Program.PER_CALL_LIMIT, seen);
    }

    @Override
    public Outcome evaluate(AdmissionExpressions.AdmissionExpression expression) {
        if (remaining < 0) {
            return new Outcome.OutOfBudget();
        }
        return switch ((CompiledExpression) expression) {
            case CompiledExpression.Uncompilable(String error) -> new Outcome.Failed("compilation error: " + error);
            case CompiledExpression.Compiled compiled -> {
                Program.Result result = run(compiled, variables.all());
                yield pays(variables.takeCost()) && pays(result.cost())
                        ? Outcomes.of(result.value(), compiled.text())
                        : new Outcome.OutOfBudget();
            }
        };
    }

    private boolean pays(long cost) {
        remaining = cost > remaining ? -1 : remaining - cost;
        return remaining >= 0;
    }

    @Override
    public long remaining() {
        return remaining;
    }
}
