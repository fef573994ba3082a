package dev.chartroom.apimachinery.schema.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.SchemaRules;
import dev.chartroom.apimachinery.schema.rule.RuleExpression.Outcome;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Evaluation of rules in any language. In this test's language, rules that begin with {@code holds} or {@code costs}
 * are true and all others false. Rules that contain {@code old} use the old value.
 */
class RuleTreeTest {
    private final List<String> evaluated = new ArrayList<>();

    @Test
    void rulesAreEvaluatedWithTheOldValueOfTheirField() {
        SchemaRules rules = rules("""
                {type:'object',properties:{
                  map:{type:'object',additionalProperties:{type:'string','x-kubernetes-validations':[{rule:'holds old'}]}},
                  list:{type:'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['k'],
                    items:{type:'object',properties:{k:{type:'string'},v:{type:'integer','x-kubernetes-validations':[{rule:'holds old'}]}}}}}}""");

        rules.check(
                "spec",
                TestJson.object("{map:{a:'new'},list:[{k:'y',v:20},{k:'x',v:10}]}"),
                TestJson.object("{map:{a:'was'},list:[{k:'x',v:1},{k:'y',v:2}]}"));

        assertThat(evaluated).containsExactly("\"new\" was \"was\"", "20 was 2", "10 was 1");
    }

    @Test
    void transitionRulesNeedAnOldValue() {
        SchemaRules rules =
                rules("{type:'object',properties:{a:{type:'string','x-kubernetes-validations':[{rule:'old'}]}}}");

        assertThat(check(rules, "{a:'x'}", "{}")).isEmpty();
        assertThat(check(rules, "{a:'x'}", "{a:null}")).isEmpty();
        assertThat(rules.check("spec", TestJson.object("{a:'x'}"), null)).isEmpty();
        assertThat(check(rules, "{a:'x'}", "{a:'x'}"))
                .containsExactly("spec.a: Invalid value: \"x\": failed rule: old");
    }

    @Test
    void unchangedInvalidValueIsAcceptedUnlessTheRuleUsesOldSelf() {
        SchemaRules rules = rules("""
                {type:'object','x-kubernetes-validations':[{rule:'fails'}],properties:{
                  z:{type:'integer'},
                  o:{type:'object','x-kubernetes-validations':[{rule:'fails'},{rule:'old'}],properties:{x:{type:'integer'}}}}}""");

        assertThat(check(rules, "{o:{x:1},z:1}", "{o:{x:1},z:1}"))
                .containsExactly("spec.o: Invalid value: failed rule: old");
        assertThat(check(rules, "{o:{x:1},z:2}", "{o:{x:1},z:1}"))
                .containsExactly("spec: Invalid value: failed rule: fails", "spec.o: Invalid value: failed rule: old");
        assertThat(check(rules, "{o:{x:2},z:1}", "{o:{x:1},z:1}"))
                .containsExactly(
                        "spec: Invalid value: failed rule: fails",
                        "spec.o: Invalid value: failed rule: fails",
                        "spec.o: Invalid value: failed rule: old");
    }

    @Test
    void itemsOfAnUnchangedAtomicListAreNotChecked() {
        SchemaRules rules = rules(
                "{type:'object',properties:{l:{type:'array',items:{type:'integer','x-kubernetes-validations':[{rule:'fails'}]}}}}");

        assertThat(check(rules, "{l:[1]}", "{l:[1]}")).isEmpty();
        assertThat(check(rules, "{l:[1,2]}", "{l:[1]}"))
                .containsExactly(
                        "spec.l[0]: Invalid value: 1: failed rule: fails",
                        "spec.l[1]: Invalid value: 2: failed rule: fails");
    }

    @Test
    void evaluationStopsIfTheBudgetIsExhausted() {
        SchemaRules rules = rules("""
                {type:'object',properties:{a:{type:'integer','x-kubernetes-validations':[
                  {rule:'costs 6000000'},{rule:'costs 4000001'},{rule:'fails'}]}}}""");

        assertThat(check(rules, "{a:1}", "{}"))
                .containsExactly("spec.a: Invalid value: \"integer\": " + RuleRun.OUT_OF_BUDGET);
    }

    @Test
    void nullIsNotChecked() {
        SchemaRules rules = rules(
                "{type:'object',properties:{a:{type:'string',nullable:true,'x-kubernetes-validations':[{rule:'fails'}]}}}");

        assertThat(check(rules, "{a:null}", "{a:'x'}")).isEmpty();
    }

    @Test
    void invalidRuleIsRejectedWithItsPath() {
        assertThatThrownBy(
                        () -> rules(
                                "{type:'object',properties:{a:{type:'string','x-kubernetes-validations':[{rule:'holds'},{rule:'nonsense'}]}}}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("schema.properties[a].x-kubernetes-validations[1].rule: what is nonsense");
    }

    private SchemaRules rules(String schema) {
        return RuleTree.of(TestJson.object(schema), declared -> new RuleLanguage.Scope() {
            @Override
            public RuleExpression rule(String expression, boolean optionalOldSelf) {
                if (expression.equals("nonsense")) {
                    throw new IllegalArgumentException("what is nonsense");
                }
                return expression(expression);
            }

            @Override
            public RuleExpression message(String expression, boolean optionalOldSelf) {
                return expression(expression);
            }
        });
    }

    private RuleExpression expression(String text) {
        return new RuleExpression() {
            @Override
            public boolean usesOldSelf() {
                return text.contains("old");
            }

            @Override
            public Outcome evaluate(JsonValue self, @Nullable JsonValue oldSelf) {
                evaluated.add(self + " was " + oldSelf);
                return text.startsWith("costs ")
                        ? new Outcome.Truth(true, Long.parseLong(text.substring(6)))
                        : new Outcome.Truth(text.startsWith("holds"), 1);
            }
        };
    }

    private static List<String> check(SchemaRules rules, String value, String old) {
        JsonObject before = TestJson.object(old);
        return rules.check("spec", TestJson.object(value), before).stream()
                .map(FieldError::toString)
                .toList();
    }
}
