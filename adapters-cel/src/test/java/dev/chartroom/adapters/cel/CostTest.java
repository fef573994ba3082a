package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.SchemaRules;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tenant's input cannot make an evaluation run for long or exhaust the memory. */
class CostTest {
    private static final String SCHEMA = """
            type: object
            properties:
              n: {type: integer}
              s: {type: string}
              l: {type: array, items: {type: integer}}
            x-kubernetes-validations:
            - {rule: "%s"}
            """;

    @ParameterizedTest
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @ValueSource(
            strings = {
                "self.l.all(a, self.l.all(b, self.l.all(c, self.l.all(d, self.l.all(e, a + b + c + d + e >= 0)))))",
                "self.l.map(a, self.l.map(b, self.l.map(c, [a, b, c]))).size() > 0",
                "self.l.transformMap(a, x, self.l.transformMap(b, y, self.l)).size() > 0",
                "lists.range(self.n).size() > 0",
                "lists.range(self.n).map(i, lists.range(self.n)).flatten().sum() > 0",
                "self.l.sort().distinct().reverse() == self.l.sortBy(x, -x)",
                "sets.equivalent(self.l + self.l, self.l)",
                "self.l.map(x, self.s).join(self.s).size() > 0",
                "self.s.split('').map(x, self.s.split('')).size() > 0",
                "self.s.replace('', self.s).replace('', self.s).size() > 0",
                "self.s.matches('^(((a|b)*)*)*$' + self.s)",
                "self.l.all(x, self.s.contains(self.s + 'x') || self.s == self.s)",
            })
    void expensiveRuleExceedsTheCostLimit(String rule) {
        SchemaRules rules = new CelExpressions().rules(TestYaml.object(SCHEMA.formatted(rule)));
        JsonObject bomb = JsonObject.builder()
                .put("n", 2_000_000_000)
                .put("s", new JsonString("ab".repeat(50_000)))
                .put("l", new JsonArray(List.copyOf(Collections.nCopies(5_000, JsonNumber.of(1)))))
                .build();

        List<FieldError> errors = rules.check("spec", bomb, null);

        assertThat(errors)
                .singleElement()
                .extracting(FieldError::message)
                .asString()
                .containsAnyOf("cost limit exceeded", "out of cost budget");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(x{1000}){1000}",
                "((x{100}){100}){100}",
                "(?:[]{}]x{30,}){40}",
                "(a|b{1,900}|c){2}",
                "x{1001}",
                "[[:word:]",
            })
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void patternWithExcessiveRepetitionIsRejected(String pattern) {
        SchemaRules rules = new CelExpressions().rules(TestYaml.object(SCHEMA.formatted("'x'.matches(self.s)")));

        assertThat(rules.check("spec", JsonObject.of("s", new JsonString(pattern)), null))
                .singleElement()
                .extracting(FieldError::message)
                .asString()
                .contains("error parsing regexp");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(x{10}){100}",
                "x{1000}y{1000}",
                "(x{500}|y{500}){2}",
                "[{9999}]{3}",
                "\\Q{9999}{9999}\\E",
                "\\p{L}{9}"
            })
    void patternWithinTheRepetitionLimitCompiles(String pattern) {
        assertThat(new CelExpressions().pattern(pattern).test("")).isFalse();
    }
}
