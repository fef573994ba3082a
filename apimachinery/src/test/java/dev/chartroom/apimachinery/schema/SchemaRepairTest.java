package dev.chartroom.apimachinery.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaRepairTest {
    private static final String OPEN = "x-kubernetes-preserve-unknown-fields:true";

    private final SchemaRepair repair = new SchemaRepair(SchemaExpressions.JDK);

    @Test
    void structuralSchema_isReturnedUnchanged() {
        JsonObject schema = schema("{type:'object',properties:{a:{type:'integer',default:1}}}");

        assertThat(repair.repaired(schema)).isSameAs(schema);
        assertThat(repair.changes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {type:'object',default:{b:1}}                          | {type:'object',default:{}} | default is pruned: default: must not have unknown fields: default.b
            {type:'object',default:{b:1,c:'x'},properties:{c:{type:'string'}}} | {type:'object',default:{c:'x'},properties:{c:{type:'string'}}} | default is pruned: default: must not have unknown fields: default.b
            {type:'object',default:{},required:['b'],properties:{b:{type:'string'}}} | {type:'object',required:['b'],properties:{b:{type:'string'}}} | default is left out: default.b: must be valid: Required value
            {type:'integer',default:'x'}                           | {type:'integer'} | default is left out: default: must be valid: Invalid value: "string": default in body must be of type integer: "string"
            {type:['boolean','null'],description:'d'}              | {type:'boolean',description:'d',nullable:true} | the type boolean is accepted: type: must be one type, not ["boolean", "null"]; for a value that may be null, set nullable; for an integer or a string, set x-kubernetes-int-or-string
            {type:['integer','string']}                            | {x-kubernetes-int-or-string:true} | an integer or a string is accepted: type: must be one type, not ["integer", "string"]; for a value that may be null, set nullable; for an integer or a string, set x-kubernetes-int-or-string
            {properties:{b:{type:'string'}}}                       | {properties:{b:{type:'string'}},type:'object'} | the type object is accepted: type: must be set, unless x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true
            {items:{type:'string'}}                                | {items:{type:'string'},type:'array'} | the type array is accepted: type: must be set, unless x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true
            {enum:['a',1]}                                         | {enum:['a',1],x-kubernetes-preserve-unknown-fields:true} | any type is accepted: type: must be set, unless x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true
            {type:'string',const:'x'}                              | {type:'string'} | const is left out: const: must not be used: use enum with one value
            {type:'string',pattern:'['}                            | {type:'string'} | pattern is left out: pattern: must be a regular expression: Unclosed character class in "["
            {type:'array'}                                         | {x-kubernetes-preserve-unknown-fields:true} | left open: items: must be set, because the type is array
            {type:'object',description:'d',properties:{b:{type:'string'}},additionalProperties:{type:'string'}} | {x-kubernetes-preserve-unknown-fields:true,description:'d'} | left open: additionalProperties: must not be a schema beside properties: a value is either an object of known members or a map
            {type:'array',items:{type:'string'},x-kubernetes-list-type:'map'} | {type:'array',items:{type:'string'}} | x-kubernetes-list-type is left out: x-kubernetes-list-map-keys: must not be empty, because x-kubernetes-list-type is map
            """)
    void faultyPart_isRepairedAndReported(String declared, String repaired, String sentence) {
        JsonObject schema = schema("{type:'object',properties:{good:{type:'string'},a:" + declared + "}}");

        assertThat(repair.repaired(schema))
                .isEqualTo(schema("{type:'object',properties:{good:{type:'string'},a:" + repaired + "}}"));
        assertThat(repair.changes()).containsExactly(new SchemaRepair.Change("a", sentence));
    }

    @Test
    void everyFaultOfASchema_isReportedWithItsPath() {
        JsonObject schema = schema("""
                {$schema:'x',id:'y',type:'object',properties:{
                 a:{type:'array',items:{type:'object',default:{x:1}}},
                 b:{type:'object',additionalProperties:{type:'object',properties:{c:{}}}},
                 d:{const:'x',if:{},properties:{e:{type:'string'}}}}}
                """.replace("\n", ""));

        JsonObject repaired = repair.repaired(schema);

        assertThat(repaired).isEqualTo(schema("""
                {type:'object',properties:{
                 a:{type:'array',items:{type:'object',default:{}}},
                 b:{type:'object',additionalProperties:{type:'object',properties:{c:{%s}}}},
                 d:{properties:{e:{type:'string'}},type:'object'}}}
                """.formatted(OPEN).replace("\n", "")));
        assertThat(repair.changes().stream().map(change -> change.toString().replaceAll(":(?: .*|$)", "")))
                .containsExactly("spec.a[*]", "spec.b.*.c", "spec.d", "spec.d", "spec.d", "spec", "spec");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{type:'array',items:{type:'string'}}",
                "{x-kubernetes-int-or-string:true}",
                "{properties:[]}",
                "{properties:{a:5}}",
                "{properties:{a:null}}",
                "{additionalProperties:5}",
                "{properties:{a:{$ref:'http://127.0.0.1/'}}}",
                "{$ref:'#/a'}",
                "{items:[{type:'string'}],properties:{a:{type:'array',items:[{type:'string'}]}}}",
                "{properties:{a:{type:'float',anyOf:[{type:'string'}],not:5,minimum:'1'}}}",
                "{patternProperties:{a:{type:'string'}}}",
                "{properties:{value:{default:{a:1}}},default:{value:1}}",
                "{properties:{a:{x-kubernetes-int-or-string:true,x-kubernetes-preserve-unknown-fields:true}}}",
                "{properties:{a:{x-kubernetes-embedded-resource:true}}}",
            })
    void anySchema_isStructuralAfterRepair(String json) {
        JsonObject repaired = repair.repaired(schema(json));

        assertThatCode(() -> Schema.of(repaired)).doesNotThrowAnyException();
        assertThat(repair.changes()).isNotEmpty();
    }

    @Test
    void cozystackSchemas_needNoRepair() {
        RealDefinitions.schemas()
                .forEach((name, schema) ->
                        assertThat(repair.repaired(schema)).as(name).isSameAs(schema));
    }

    /** Each object has a default with an unknown field. A schema of twice the size takes about twice as many reads. */
    @Test
    void readsGrowLinearlyWithTheNumberOfFaults() {
        assertReadsGrowWith(List.of(50, 100, 200), SchemaRepairTest::manyFaults);
    }

    /** A schema is not read again for each schema that contains it. */
    @ParameterizedTest
    @ValueSource(strings = {"items", "additionalProperties"})
    void readsGrowLinearlyWithTheDepthOfAFault(String keyword) {
        assertReadsGrowWith(List.of(10, 20, 40), depth -> {
            String schema = "{type:'object',default:{x:1}}";
            for (int i = 0; i < depth; i++) {
                String type = keyword.equals("items") ? "array" : "object";
                schema = "{type:'object',properties:{p:{type:'string',pattern:'a'},q:{type:'" + type + "'," + keyword
                        + ":" + schema + "}}}";
            }
            return schema;
        });
    }

    private static void assertReadsGrowWith(List<Integer> sizes, IntFunction<String> schemas) {
        List<Long> reads =
                sizes.stream().map(size -> patternsReadOf(schemas.apply(size))).toList();

        assertThat(reads.get(0)).isPositive();
        assertThat(reads.get(1)).isLessThanOrEqualTo(3 * reads.get(0));
        assertThat(reads.get(2)).isLessThanOrEqualTo(3 * reads.get(1));
    }

    private static String manyFaults(int faults) {
        StringBuilder properties = new StringBuilder();
        for (int i = 0; i < faults; i++) {
            properties
                    .append(i == 0 ? "" : ",")
                    .append("p" + i + ":{type:'object',default:{x:1},properties:{y:{type:'string',pattern:'a'}}}");
        }
        return "{type:'object',properties:{" + properties + "}}";
    }

    private static long patternsReadOf(String schema) {
        long[] read = {0};
        SchemaExpressions counting = new SchemaExpressions() {
            @Override
            public Predicate<String> pattern(String regex) {
                read[0]++;
                return JDK.pattern(regex);
            }

            @Override
            public SchemaRules rules(JsonObject schema) {
                return SchemaRules.NONE;
            }

            @Override
            public ValueExpression value(JsonObject schema, String expression) {
                return JDK.value(schema, expression);
            }
        };
        SchemaRepair repair = new SchemaRepair(counting);
        var _ = repair.repaired(schema(schema));
        assertThat(repair.changes()).isNotEmpty();
        return read[0];
    }

    private static JsonObject schema(String json) {
        return TestJson.object(json.replaceAll("([{,])\\s*(x-[-a-z]+|\\$[a-z]+):", "$1'$2':"));
    }
}
