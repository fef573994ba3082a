package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A schema with a rule that cannot be enforced is rejected. The message has the rule, its path and the reason. */
class RefusedRulesTest {
    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "self.x == 1 => undefined field 'x'",
                "self.open == 1 => undefined field 'open'",
                "self.n == 'a' => found no matching overload for '_==_' applied to '(int, string)'",
                "self.n == 1.0 => found no matching overload for '_==_' applied to '(int, double)'",
                "self.n + 1 => must be true or false, not int",
                "self.list[0] => must be true or false, not string",
                "dyn(self.n) => must be true or false, not dyn",
                "self.a == self.b => found no matching overload for '_==_'",
                "self.n ==  => mismatched input",
                "other > 1 => undeclared reference to 'other'",
                "self.s.reverse() == 'x' => found no matching overload for 'reverse'",
                "math.greatest(1, 2) == 2 => undeclared reference to 'math'",
                "base64.encode(b'x') == 'x' => undeclared reference to 'base64'",
                "self.s.matches('(') => missing closing )",
                "self.s.find('(?=x)') == '' => invalid or unsupported Perl syntax",
                "duration('x') == duration('1s') => has a literal that is not a valid argument of duration",
                "timestamp('x') == timestamp('y') => has a literal that is not a valid argument of timestamp",
                "[1, 'a'].size() == 2 => expected type 'int' but found 'string'",
                "google.protobuf.Int32Value{value: 1} == 1 => Int32Value",
            })
    void ruleThatDoesNotCompileIsRejected(String rule, String reason) {
        assertThatThrownBy(() -> compile("{rule: \"" + rule.replace("\"", "\\\"") + "\"}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("schema.x-kubernetes-validations[0].rule: the expression ")
                .hasMessageContaining(rule.strip())
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "{message: x} => x-kubernetes-validations[0].rule: must be set",
                "{rule: 5} => x-kubernetes-validations[0].rule: must be a string",
                "{rule: ' '} => x-kubernetes-validations[0].rule: must not be blank",
                "{rule: 'true', message: ' '} => x-kubernetes-validations[0].message: must not be blank",
                "{rule: 'true', message: \"a\\nb\"} => x-kubernetes-validations[0].message: must not contain line breaks",
                "{rule: \"true &&\\n true\"} => x-kubernetes-validations[0].message: must be set, because",
                "{rule: 'true', reason: Wrong} => x-kubernetes-validations[0].reason: must be one of FieldValueInvalid",
                "{rule: 'true', fieldPath: '.x'} => x-kubernetes-validations[0].fieldPath: does not refer to a valid field",
                "{rule: 'true', fieldPath: 'n'} => x-kubernetes-validations[0].fieldPath: expected [ or .",
                "{rule: 'true', fieldPath: '.n.x'} => x-kubernetes-validations[0].fieldPath: does not refer",
                "{rule: 'true', messageExpression: '1'} => x-kubernetes-validations[0].messageExpression: the expression 1",
                "{rule: 'true', messageExpression: 'self.x'} => undefined field 'x'",
                "{rule: 'true', optionalOldSelf: true} => optionalOldSelf: must not be set, because the rule does not use",
            })
    void invalidRuleDeclarationIsRejected(String rule, String reason) {
        assertThatThrownBy(() -> compile(rule))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("schema.")
                .hasMessageContaining(reason);
    }

    @Test
    void oldSelfInItemsOfANonMapListIsRejected() {
        JsonObject schema = TestYaml.object("""
                type: object
                properties:
                  l:
                    type: array
                    items: {type: object, x-kubernetes-validations: [{rule: self == oldSelf}]}
                """);

        assertThatThrownBy(() -> new CelExpressions().rules(schema))
                .hasMessage("schema.properties[l].items.x-kubernetes-validations[0].rule: must not use oldSelf, because"
                        + " items of schema.properties[l] cannot be matched with their old values: it is not a list of type"
                        + " map");
    }

    @Test
    void ruleOnAFieldHiddenFromExpressionsIsRejected() {
        JsonObject schema = TestYaml.object("""
                type: object
                properties:
                  open: {x-kubernetes-preserve-unknown-fields: true, x-kubernetes-validations: [{rule: self == 1}]}
                """);

        assertThatThrownBy(() -> new CelExpressions().rules(schema))
                .hasMessageStartingWith("schema.properties[open].x-kubernetes-validations: must not be set here");
    }

    @Test
    void schemaWithInvalidRuleIsRejected() {
        JsonObject schema = TestYaml.object("{type: object, x-kubernetes-validations: [{rule: self.x == 1}]}");

        assertThatThrownBy(() -> Schema.of(schema, new CelExpressions())).hasMessageContaining("undefined field 'x'");
        assertThat(Schema.of(schema).json()).isEqualTo(schema);
    }

    @Test
    void schemaWithoutRulesYieldsNoCompiledRules() {
        assertThat(new CelExpressions().rules(TestYaml.object("{type: object}")))
                .isSameAs(SchemaRules.NONE);
    }

    private static SchemaRules compile(String rule) {
        return new CelExpressions().rules(TestYaml.object("""
            type: object
            properties:
              n: {type: integer}
              s: {type: string}
              list: {type: array, items: {type: string}}
              open: {x-kubernetes-preserve-unknown-fields: true}
              "with space": {type: string}
              a: {type: object, properties: {x: {type: integer}}}
              b: {type: object, properties: {x: {type: integer}}}
            x-kubernetes-validations:
            - %s
            """.formatted(rule)));
    }
}
