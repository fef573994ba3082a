package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.apimachinery.schema.ValueExpression;
import dev.chartroom.apimachinery.schema.rule.EvaluationException;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions that compute a JSON value from their input. */
class ValueExpressionTest {
    private static final JsonObject SCHEMA = TestYaml.object("""
            type: object
            properties:
              n: {type: integer}
              price: {type: number}
              s: {type: string}
              on: {type: boolean}
              size: {x-kubernetes-int-or-string: true}
              since: {type: string, format: date-time}
              timeout: {type: string, format: duration}
              key: {type: string, format: byte}
              nothing: {type: string, nullable: true}
              list: {type: array, items: {type: integer}}
              set: {type: array, items: {type: string}, x-kubernetes-list-type: set}
              users:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items: {type: object, properties: {name: {type: string}, "a-b": {type: integer}}}
              labels: {type: object, additionalProperties: {type: string}}
              parts: {type: object, properties: {"a.b": {type: string}, open: {x-kubernetes-preserve-unknown-fields: true}}}
            """);

    private static final JsonObject SELF = TestYaml.object("""
            n: 3
            price: 2.5
            s: text
            "on": true
            size: 5Gi
            since: "2026-01-02T03:04:05+02:00"
            timeout: 1h30m
            key: YWI=
            nothing: null
            list: [1, 2]
            set: [x, y]
            users: [{name: a, a-b: 1}]
            labels: {x.y/z: "1"}
            parts: {a.b: c, open: {any: [1, {x: null}]}, unknown: 1}
            unknown: 1
            """);

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '`',
            value = {
                "self.n + 1 => 4",
                "self.n > 2 => true",
                "self.s + '!' => text!",
                "self.price => 2.5",
                "self.price * 2.0 => 5",
                "double(self.n) / 2.0 => 1.5",
                "uint(self.n) => 3",
                "self.on ? self.size : 'none' => 5Gi",
                "self.since => \"2026-01-02T03:04:05+02:00\"",
                "self.timeout => 5400s",
                "self.key => YWI=",
                "b'ab' => YWI=",
                "null => null",
                "optional.none() => null",
                "optional.of(self.n) => 3",
                "self.?nothing => null",
                "self.?s.orValue('x') => text",
                "self.list.map(x, x * 2) => [2, 4]",
                "self.list + [3] => [1, 2, 3]",
                "self.set + ['x', 'z'] => [x, y, z]",
                "self.users + [] => [{name: a, a-b: 1}]",
                "self.users[0] => {name: a, a-b: 1}",
                "self.users.map(u, u.a__dash__b) => [1]",
                "self.labels => {x.y/z: '1'}",
                "self.parts => {a.b: c, open: {any: [1, {x: null}]}, unknown: 1}",
                "{'a': dyn(self.n), 'b': dyn([self.parts.a__dot__b]), 'c': dyn({})} => {a: 3, b: [c], c: {}}",
                "{'a': optional.none(), ?'b': optional.none(), 'c': dyn(1)} => {a: null, c: 1}",
                "[] => []",
                "9223372036854775807 => 9223372036854775807",
                "18446744073709551615u => 18446744073709551615",
                "1e300 => 1.0E+300",
            })
    void resultIsConvertedToJson(String expression, String expected) {
        assertThat(value(expression).evaluate(SELF)).isEqualTo(TestYaml.parse(expected));
    }

    @Test
    void selectedValueIsReturnedWithoutCopying() {
        assertThat(value("self.parts").evaluate(SELF)).isSameAs(SELF.get("parts"));
        assertThat(value("self").evaluate(SELF)).isSameAs(SELF);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "self.x => undefined field 'x'",
                "self.unknown => undefined field 'unknown'",
                "self.parts.open => undefined field 'open'",
                "oldSelf.n => undeclared reference to 'oldSelf'",
                "self.n + 'x' => found no matching overload",
                "self.n ==  => mismatched input",
                "type(self.n) => JSON cannot represent a value of type type(int)",
                "quantity('1Gi') => JSON cannot represent a value of type kubernetes.Quantity",
                "[[quantity('1Gi')]] => JSON cannot represent a value of type list(list(kubernetes.Quantity))",
                "optional.of(quantity('1Gi')) => JSON cannot represent a value of type",
                "{1: 2} => JSON cannot represent a value of type map(int, int)",
                "{'a': {true: 1}} => JSON cannot represent a value of type map(string, map(bool, int))",
            })
    void expressionWithAnErrorOrNonJsonTypeDoesNotCompile(String expression, String reason) {
        assertThatThrownBy(() -> value(expression))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the expression " + expression.strip() + " does not compile: ")
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '`',
            value = {
                "self.list[5] => index out of bounds: 5",
                "self.labels.none => no such key: none",
                "self.nothing => no such key: nothing",
                "{'a': self.list[7]} => index out of bounds: 7",
                "1 / (self.n - 3) => division by zero",
                "dyn({1: 2}) => JSON cannot represent a value of type map",
                "dyn(quantity(self.size)) => JSON cannot represent a value of type kubernetes.Quantity",
                "[dyn(type(1))] => JSON cannot represent a value of type type",
                "0.0 / 0.0 => JSON cannot represent a value of type double",
            })
    void failedEvaluationReportsTheReason(String expression, String reason) {
        ValueExpression compiled = value(expression);

        assertThatThrownBy(() -> compiled.evaluate(SELF))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("the expression " + expression.strip() + " failed: " + reason);
    }

    @Test
    void evaluationFailsIfTheInputHasAWrongTypeOrLacksAField() {
        ValueExpression compiled = value("self.n + 1");

        assertThatThrownBy(() -> compiled.evaluate(TestYaml.object("{n: x}")))
                .isInstanceOf(EvaluationException.class)
                .hasMessageStartingWith("the expression self.n + 1 failed: ");
        assertThatThrownBy(() -> compiled.evaluate(JsonNull.NULL)).isInstanceOf(EvaluationException.class);
        assertThatThrownBy(() -> compiled.evaluate(JsonObject.EMPTY))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("the expression self.n + 1 failed: no such key: n");
    }

    @ParameterizedTest
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '`',
            value = {
                "self.list.map(a, self.list.map(b, self.list.map(c, a + b + c))) => it exceeds the cost limit",
                "self.list.map(a, self.list) => the value is too large",
                "[self.list.map(a, a + 1)].map(large, self.list.map(a, large)) => the value is too large",
                "self.list.map(a, self.s) => the value is too large",
            })
    void expensiveExpressionExceedsItsLimits(String expression, String reason) {
        JsonObject bomb = JsonObject.builder()
                .put("s", new JsonString("x".repeat(100_000)))
                .put("list", new JsonArray(Collections.<JsonValue>nCopies(5_000, JsonNumber.of(1))))
                .build();
        ValueExpression compiled = value(expression);

        assertThatThrownBy(() -> compiled.evaluate(bomb))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("the expression " + expression.strip() + " failed: " + reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"self.n", "1"})
    void withoutCel_valueExpressionsDoNotCompile(String expression) {
        assertThatThrownBy(() -> SchemaExpressions.JDK.value(SCHEMA, expression))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the expression " + expression + " does not compile: CEL is not available");
    }

    private static ValueExpression value(String expression) {
        return new CelExpressions().value(SCHEMA, expression);
    }
}
