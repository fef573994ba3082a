package dev.chartroom.charts.jsonschema;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.charts.jsonschema.JsonSchemaConverter.Converted;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonSchemaConverterTest {
    private static final String OPEN = "{'x-kubernetes-preserve-unknown-fields':true}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'string','const':'a'} | {'type':'string','enum':['a']}",
                "{'const':3} | {'type':'integer','enum':[3]}",
                "{'enum':['a',1]} | {'x-kubernetes-int-or-string':true,'enum':['a',1]}",
                "{'type':['string','null']} | {'type':'string','nullable':true}",
                "{'type':['integer','number']} | {'type':'number'}",
                "{'type':['string','integer','null']} | {'x-kubernetes-int-or-string':true,'nullable':true}",
                "{'oneOf':[{'type':'integer'},{'type':'string'}]} | {'x-kubernetes-int-or-string':true}",
                "{'oneOf':[{'type':'null'},{'type':'boolean'}]} | {'type':'boolean','nullable':true}",
                "{'oneOf':[{'const':'a'},{'const':'b'},{'const':'b'}]} | {'type':'string','enum':['a']}",
                "{'anyOf':[{'const':'a'},{'enum':['a','b']}]} | {'type':'string','enum':['a','b']}",
                "{'type':'integer','exclusiveMinimum':2} | {'type':'integer','minimum':2,'exclusiveMinimum':true}",
                "{'type':'integer','minimum':2,'exclusiveMinimum':true} |"
                        + " {'type':'integer','minimum':2,'exclusiveMinimum':true}",
                "{'type':'integer','minimum':3,'exclusiveMinimum':2} | {'type':'integer','minimum':3}",
                "{'type':'integer','exclusiveMaximum':2.5} | {'type':'integer','maximum':2}",
                "{'allOf':[{'type':'string'},{'minLength':1},{'minLength':3}]} | {'type':'string','minLength':3}",
                "{'allOf':[{'type':'number'},{'type':'integer'}]} | {'type':'integer'}",
                "{'type':'array'} | {'type':'array','items':OPEN}",
                "{'type':'array','items':{'type':'string'},'uniqueItems':true} |"
                        + " {'type':'array','items':{'type':'string'},'x-kubernetes-list-type':'set'}",
                "{'type':'object'} | {'type':'object','x-kubernetes-preserve-unknown-fields':true}",
                "{'type':'object','additionalProperties':{'type':'string'}} |"
                        + " {'type':'object','additionalProperties':{'type':'string'}}",
                "{'type':'string','not':{'enum':['a']}} | {'type':'string','not':{'enum':['a']}}",
                "true | OPEN",
                "{} | OPEN",
                "{'type':'string','x-form':'area','$comment':'c','examples':['a']} | {'type':'string','x-form':'area'}",
                "{'type':'string','default':'a','title':'A'} | {'title':'A','type':'string','default':'a'}"
            })
    void jsonSchemaBecomesStructural(String declared, String expected) {
        Converted converted = convert(object("{'properties':{'a':%s}}".formatted(declared)));

        assertThat(converted.schema().objectOrEmpty("properties").get("a"))
                .isEqualTo(object(expected.replace("OPEN", OPEN)));
        assertThat(converted.remarks()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':['string','boolean']} | can be boolean or string, but a structural schema has only one type: left open",
                "{'$ref':'https://example.com/a'} | \"https://example.com/a\" is outside of the schema and is not fetched: left open",
                "{'$ref':'#/nowhere'} | \"#/nowhere\" is not in the schema: left open",
                "{'$dynamicRef':'#a'} | $dynamicRef is not followed: left open",
                "3 | is not a schema, which must be an object, true or false: left open"
            })
    void unsupportedSchemaIsLeftOpenWithARemark(String declared, String remark) {
        Converted converted = convert(object("{'properties':{'a':%s}}".formatted(declared)));

        assertThat(converted.schema().objectOrEmpty("properties").get("a")).isEqualTo(object(OPEN));
        assertThat(converted.remarks()).containsExactly(new Remark("a", remark));
    }

    @Test
    void recursiveReferenceIsLeftOpenAfterOneLevel() {
        Converted converted =
                convert(object("{'type':'object','properties':{'name':{'type':'string'},'inner':{'$ref':'#'}}}"));

        JsonObject inner = converted.schema().objectOrEmpty("properties").objectOrEmpty("inner");
        assertThat(inner.stringOrEmpty("type")).isEqualTo("object");
        assertThat(inner.objectOrEmpty("properties").get("inner")).isEqualTo(object(OPEN));
        assertThat(converted.remarks()).extracting(Remark::path).containsExactly("inner.inner");
    }

    @Test
    @Timeout(60)
    void schemaThatExpandsTooFarIsLeftOpen() {
        String definitions = IntStream.range(1, 31)
                .mapToObj(i -> "'a%d':{'properties':{'x':{'$ref':'#/$defs/a%d'},'y':{'$ref':'#/$defs/a%d'}}}"
                        .formatted(i, i - 1, i - 1))
                .collect(Collectors.joining(","));

        Converted converted =
                convert(object("{'$defs':{'a0':{'type':'string'},%s},'properties':{'a':{'$ref':'#/$defs/a30'}}}"
                        .formatted(definitions)));

        assertThat(converted.schema()).isEqualTo(Structural.OPEN_OBJECT);
        assertThat(converted.remarks())
                .containsExactly(
                        new Remark("", "the schema becomes too large when its references are followed: left open"));
    }

    @Test
    @Timeout(60)
    void longReferenceChainIsLeftOpen() {
        String definitions = IntStream.range(1, 20_000)
                .mapToObj(i -> "'a%d':{'$ref':'#/$defs/a%d'}".formatted(i, i - 1))
                .collect(Collectors.joining(","));

        Converted converted =
                convert(object("{'$defs':{'a0':{'type':'string'},%s},'properties':{'a':{'$ref':'#/$defs/a19999'}}}"
                        .formatted(definitions)));

        assertThat(converted.remarks()).extracting(Remark::path).containsExactly("a");
        assertThat(converted.schema().objectOrEmpty("properties").get("a")).isEqualTo(object(OPEN));
    }

    @Test
    void everyDroppedKeywordHasARemark() {
        Converted converted = convert(object("""
                {'properties': {
                  'a': {'type': 'object', 'propertyNames': {'maxLength': 3}},
                  'b': {'type': 'array', 'contains': {'const': 1}},
                  'c': {'type': 'string', 'pattern': '('},
                  'd': {'type': 'string', 'default': 3}}}
                """));

        assertThat(converted.remarks()).extracting(Remark::path).containsExactly("a", "b", "c", "d");
    }

    @Test
    void malformedSchemasBecomeStructuralObjects() {
        for (String declared : List.of(
                "3",
                "false",
                "{'type':'string'}",
                "{'properties':3,'required':'a','items':[],'enum':{}}",
                "{'properties':{'a':{'type':'object','x-kubernetes-embedded-resource':true}}}",
                "{'properties':{'a':{'type':'array','x-kubernetes-list-type':'map'}}}",
                "{'properties':{'a':{'properties':{'metadata':{'type':'object'}},'anyOf':[{'required':['metadata']}]}}}",
                "{'properties':{'a':{'minLength':1.5,'type':'string'},'b':{'minimum':'a','type':'integer'}}}")) {
            JsonObject schema = convert(TestJson.parse(declared)).schema();

            assertThat(Schema.of(schema).json()).isEqualTo(schema);
            assertThat(schema.stringOrEmpty("type")).isEqualTo("object");
        }
    }

    @Test
    @Timeout(120)
    void randomSchemasBecomeStructural() {
        SchemaSoup soup = new SchemaSoup(7);
        int telling = 0;
        for (int i = 0; i < 20_000; i++) {
            JsonValue declared = soup.schema(4);
            JsonObject schema = convert(declared).schema();

            assertThatCode(() -> Schema.of(schema))
                    .as("%s of %s", schema, declared)
                    .doesNotThrowAnyException();
            telling += schema.has("properties") ? 1 : 0;
        }
        assertThat(telling).isGreaterThan(2_000);
    }

    private static Converted convert(JsonValue schema) {
        return JsonSchemaConverter.convert(schema, SchemaExpressions.JDK);
    }
}
