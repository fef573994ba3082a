package dev.chartroom.domain.version;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.apimachinery.schema.SchemaRules;
import dev.chartroom.apimachinery.schema.ValueExpression;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Fields that need no examples. */
class SettledFieldsTest {
    private static final Schema OLDER = Schema.of(TestJson.object("""
            {type: 'object', properties: {
              same: {type: 'object', properties: {a: {type: 'string'}}},
              part: {type: 'object', properties: {a: {type: 'string'}, b: {type: 'string'}}},
              other: {type: 'integer'}, defaulted: {type: 'integer', default: 1}, gone: {type: 'string'},
              from: {type: 'string'}, to: {type: 'string'},
              users: {type: 'array', items: {type: 'object', properties: {pw: {type: 'string'}, name: {type: 'string'}}}}}}
            """));
    private static final Schema STORED = Schema.of(TestJson.object("""
            {type: 'object', properties: {
              same: {type: 'object', properties: {a: {type: 'string'}}},
              part: {type: 'object', properties: {a: {type: 'string'}, b: {type: 'integer'}}},
              other: {type: 'string'}, defaulted: {type: 'integer', default: 2}, come: {type: 'string'},
              from: {type: 'string'}, to: {type: 'string'},
              users: {type: 'array', items: {type: 'object', properties: {pw: {type: 'string'}, name: {type: 'string'}}}}}}
            """));

    @Test
    void fieldWithEqualSchemasAndWithoutRulesIsSettled() {
        ConversionRules rules = new ConversionRules(OLDER, STORED, SchemaExpressions.JDK);
        VersionConversion conversion = new VersionConversion(
                OLDER,
                STORED,
                List.of(
                        rules.moved("spec.from", "spec.to", Map.of()),
                        rules.moved("spec.users[*].pw", "spec.users[*].name", Map.of())));

        assertThat(SettledFields.of(conversion).paths()).containsExactlyInAnyOrder("spec.same", "spec.part.a");
    }

    @Test
    void noFieldIsSettledIfARuleIsAnExpression() {
        ConversionRules rules = new ConversionRules(OLDER, STORED, new AnyExpression());
        SequencedMap<String, String> one = new LinkedHashMap<>(Map.of("spec.other", "self.spec.same.a"));

        assertThat(SettledFields.of(new VersionConversion(OLDER, STORED, List.of(rules.computed(one, one))))
                        .paths())
                .isEmpty();
    }

    /** Accepts any text as an expression. */
    private static final class AnyExpression implements SchemaExpressions {
        @Override
        public Predicate<String> pattern(String regex) {
            return JDK.pattern(regex);
        }

        @Override
        public SchemaRules rules(JsonObject schema) {
            return SchemaRules.NONE;
        }

        @Override
        public ValueExpression value(JsonObject schema, String expression) {
            return self -> self;
        }
    }
}
