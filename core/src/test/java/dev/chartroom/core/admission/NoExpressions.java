package dev.chartroom.core.admission;

import dev.chartroom.domain.admission.AdmissionExpressions;
import java.util.List;

/** Compiles any expression and evaluates none, for tests whose policies and webhooks are never evaluated. */
public final class NoExpressions implements AdmissionExpressions {
    public NoExpressions() {}

    @Override
    public Scope scope(List<Variable> variables) {
        return new Scope() {
            @Override
            public AdmissionExpression compile(String expression) {
                return new AdmissionExpression() {};
            }

            @Override
            public Evaluation begin(Input input, long budget) {
                throw new AssertionError("nothing is evaluated here");
            }
        };
    }
}
