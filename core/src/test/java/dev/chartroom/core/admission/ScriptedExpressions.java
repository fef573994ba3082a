package dev.chartroom.core.admission;

import dev.chartroom.domain.admission.AdmissionExpressions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Expressions with results that a test sets by the source of the expression. */
final class ScriptedExpressions implements AdmissionExpressions {
    private final Map<String, Function<Input, Outcome>> answers = new HashMap<>();

    private record Compiled(String text) implements AdmissionExpression {}

    void answer(String expression, Function<Input, Outcome> answer) {
        answers.put(expression, answer);
    }

    @Override
    public Scope scope(List<Variable> variables) {
        return new Scope() {
            @Override
            public AdmissionExpression compile(String expression) {
                return new Compiled(expression);
            }

            @Override
            public Evaluation begin(Input input, long budget) {
                return new Evaluation() {
                    @Override
                    public Outcome evaluate(AdmissionExpression expression) {
                        return Objects.requireNonNull(answers.get(((Compiled) expression).text))
                                .apply(input);
                    }

                    @Override
                    public long remaining() {
                        return budget;
                    }
                };
            }
        };
    }
}
