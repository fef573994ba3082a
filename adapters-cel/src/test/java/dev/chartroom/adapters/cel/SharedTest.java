package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.rule.RuleExpression;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SharedTest {
    private static final JsonObject AMOUNTS = TestYaml.object("""
            {"type": "object", "properties": {"min": {"type": "integer"}, "max": {"type": "integer"}}}""");
    private static final String RULE = "self.min <= self.max";

    private final Shared<CelScope.Rule, CelRule> rules = new Shared<>();

    @Test
    void sameRuleIsCompiledOnceIfSchemasDifferOnlyInDescription() {
        RuleExpression first = rule(AMOUNTS, RULE, false);

        assertThat(rule(AMOUNTS.with("description", new JsonString("Of something else.")), RULE, false))
                .isSameAs(first);
        assertThat(rules.size()).isEqualTo(1);
    }

    @Test
    void ruleIsNotSharedIfTypesOrOptionalityOrTextDiffer() {
        RuleExpression first = rule(AMOUNTS, RULE, false);
        JsonObject fractions = TestYaml.object("""
                {"type": "object", "properties": {"min": {"type": "number"}, "max": {"type": "number"}}}""");

        assertThat(rule(fractions, RULE, false)).isNotSameAs(first);
        assertThat(rule(AMOUNTS, RULE, true)).isNotSameAs(first);
        assertThat(rule(AMOUNTS, "self.min < self.max", false)).isNotSameAs(first);
        assertThat(rules.size()).isEqualTo(4);
    }

    @Test
    void failedCompilationIsNotCached() {
        for (int time = 0; time < 2; time++) {
            assertThatIllegalArgumentException().isThrownBy(() -> rule(AMOUNTS, "self.other", false));
        }
        assertThat(rules.size()).isZero();
    }

    @Test
    void booleanRuleIsRejectedAsMessageExpression() {
        CelScope scope = new CelScope(AMOUNTS, rules);
        RuleExpression rule = scope.rule(RULE, false);

        assertThat(rule).isNotNull();
        assertThatIllegalArgumentException().isThrownBy(() -> scope.message(RULE, false));
    }

    @Test
    void unreferencedRuleIsGarbageCollected() {
        @Nullable RuleExpression held = rule(AMOUNTS, RULE, false);
        assertThat(held).isNotNull();
        assertThat(rules.size()).isEqualTo(1);

        held = null;
        await().untilAsserted(() -> {
            System.gc();
            assertThat(rules.size()).isZero();
        });
    }

    private RuleExpression rule(JsonObject schema, String expression, boolean optionalOldSelf) {
        return new CelScope(schema, rules).rule(expression, optionalOldSelf);
    }
}
