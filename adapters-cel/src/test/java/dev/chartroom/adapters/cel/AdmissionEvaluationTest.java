package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.cel.admission.CelAdmissionExpressions;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.domain.admission.AdmissionExpressions;
import dev.chartroom.domain.admission.AdmissionExpressions.Evaluation;
import dev.chartroom.domain.admission.AdmissionExpressions.Outcome;
import dev.chartroom.domain.admission.AdmissionExpressions.Scope;
import dev.chartroom.domain.admission.AdmissionExpressions.Variable;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several expressions of one policy share variables and a budget. */
class AdmissionEvaluationTest {
    private static final AdmissionExpressions EXPRESSIONS = new CelAdmissionExpressions();
    private static final JsonObject OBJECT = (JsonObject) JsonText.parse("{\"n\":3,\"l\":[1,2,3]}");

    @Test
    void variableIsEvaluatedOnceAtItsFirstUse() {
        Scope scope = scope(new Variable("three", "object.n"), new Variable("four", "variables.three + 1"));
        Evaluation evaluation = begin(scope, 1000);

        assertThat(evaluation.evaluate(scope.compile("true"))).isEqualTo(new Outcome.Truth(true));
        assertThat(evaluation.remaining()).isEqualTo(1000);
        assertThat(evaluation.evaluate(scope.compile("variables.four == 4"))).isEqualTo(new Outcome.Truth(true));
        assertThat(evaluation.remaining()).isEqualTo(1000 - 3 - 3 - 2);
        assertThat(evaluation.evaluate(scope.compile("variables.four == 4"))).isEqualTo(new Outcome.Truth(true));
        assertThat(evaluation.remaining()).isEqualTo(1000 - 3 - 3 - 2 - 3);
    }

    @Test
    void variableCannotReferToALaterVariable() {
        Scope scope = scope(new Variable("a", "variables.b"), new Variable("b", "variables.a"));

        assertThat(begin(scope, 1000).evaluate(scope.compile("variables.b")))
                .isEqualTo(new Outcome.Failed("expression 'variables.b' resulted in error: composited variable \"b\""
                        + " fails to evaluate: composited variable \"a\" fails to evaluate: no such key: b"));
    }

    @Test
    void evaluationStopsIfTheBudgetIsExhausted() {
        Scope scope = scope();
        Evaluation evaluation = begin(scope, 4);

        assertThat(evaluation.evaluate(scope.compile("object.n == 3"))).isEqualTo(new Outcome.Truth(true));
        assertThat(evaluation.evaluate(scope.compile("object.n == 3"))).isEqualTo(new Outcome.OutOfBudget());
        assertThat(evaluation.evaluate(scope.compile("true"))).isEqualTo(new Outcome.OutOfBudget());
        assertThat(evaluation.remaining()).isEqualTo(-1);
    }

    @Test
    void nonCompilingExpressionFailsAtEvaluation() {
        Scope scope = scope();

        assertThat(begin(scope, 0).evaluate(scope.compile("object.n +")))
                .asInstanceOf(InstanceOfAssertFactories.type(Outcome.Failed.class))
                .extracting(Outcome.Failed::message)
                .asString()
                .startsWith("compilation error: compilation failed: ERROR: <input>:1:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '"',
            value = {
                "authorizer.foo => undefined field 'foo'",
                "nothing => undeclared reference to 'nothing'",
                "JSONPatch{unknown: 'x'} => undefined field 'unknown'",
                "JSONPatch{op: 1} => expected type of field 'op' is 'string'",
                "'a'.matches('(') => has a literal that is not a valid argument of matches",
                "self == 1 => undeclared reference to 'self'",
            })
    void invalidExpressionDoesNotCompile(String expression, String reason) {
        Scope scope = scope();

        assertThat(String.valueOf(begin(scope, 1000).evaluate(scope.compile(expression))))
                .contains("compilation failed: ")
                .containsAnyOf(reason, "does not support field selection");
    }

    @Test
    void listLiteralIsNotModifiedByConcurrentEvaluations() {
        Scope scope = scope();
        AdmissionExpressions.AdmissionExpression expression = scope.compile(
                "([1, 2] + object.l)[2] == object.l[0] && ([1, 2] + object.l).size() == 2 + object.l.size()");

        List<Outcome> outcomes = IntStream.range(0, 1000)
                .parallel()
                .mapToObj(i -> EXPRESSIONS
                        .scope(List.of())
                        .begin(AdmissionInput.of(JsonText.parse("{\"l\":[" + i + "]}")), 1000)
                        .evaluate(expression))
                .distinct()
                .toList();

        assertThat(outcomes).containsExactly(new Outcome.Truth(true));
    }

    private static Scope scope(Variable... variables) {
        return EXPRESSIONS.scope(List.of(variables));
    }

    private static Evaluation begin(Scope scope, long budget) {
        return scope.begin(AdmissionInput.of(OBJECT), budget);
    }
}
