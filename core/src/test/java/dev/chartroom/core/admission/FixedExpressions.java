package dev.chartroom.core.admission;

import dev.chartroom.domain.admission.AdmissionExpressions;
import java.util.List;

/**
 * Expressions whose source determines the result. The source {@code false} results in false, and the source
 * {@code quote} results in the text.
 */
record FixedExpressions(String text) implements AdmissionExpressions {
    private record Named(String name) implements AdmissionExpression {}

    @Override
    public Scope scope(List<Variable> variables) {
        return new Scope() {
            @Override
            public AdmissionExpression compile(String expression) {
                return new Named(expression);
            }

            @Override
            public Evaluation begin(Input input, long budget) {
                return new Evaluation() {
                    @Override
                    public Outcome evaluate(AdmissionExpression expression) {
                        return outcome(((Named) expression).name());
                    }

                    @Override
                    public long remaining() {
                        return budget;
                    }
                };
            }
        };
    }

    private Outcome outcome(String name) {
        return switch (name) {
            case "false" -> new Outcome.Truth(false);
            case "quote" -> new Outcome.Text(text);
            default -> throw new AssertionError(name);
        };
    }
}
