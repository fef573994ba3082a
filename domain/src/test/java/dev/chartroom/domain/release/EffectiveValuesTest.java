package dev.chartroom.domain.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.Schema;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectiveValuesTest {
    private static final Schema SCHEMA = Schema.of(TestJson.object("""
            {type: 'object', properties: {
              size: {type: 'integer', default: 1},
              image: {type: 'object', properties: {tag: {type: 'string', default: 'a'}}},
              users: {type: 'array', items: {type: 'string'}},
              free: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true}}}
            """));

    /** Columns: the defaults of the chart, the values that it got, the spec, the known values, whether these are all. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                        | {}                         | {}                     |                                  | true
            {size: 3}                 | {}                         | {}                     | size=3 chart                     | true
            {size: 3}                 | {size: 2}                  | {size: 2}              | size=2 spec                      | true
            {size: 3}                 | {size: 1}                  | {size: 1}              | size=1 spec                      | true
            {size: 3}                 | {size: null}               | {size: null}           |                                  | true
            {size: 1}                 | {}                         | {}                     | size=1 default                   | true
            {image: {tag: 'a'}}       | {}                         | {}                     | image.tag="a" default            | true
            {size: null}              | {}                         | {}                     |                                  | true
            {image: {tag: 'x', p: 1}} | {image: {tag: 'b'}}        | {image: {tag: 'b'}}    | image.tag="b" spec, image.p=1 chart | true
            {image: {tag: 'x'}}       | {image: {tag: 'a'}}        | {image: {tag: 'a'}}    | image.tag="a" spec               | true
            {image: 'x'}              | {image: {tag: 'b'}}        | {image: {tag: 'b'}}    | image.tag="b" spec               | true
            {image: {tag: 'x'}}       | {image: {}}                | {image: {}}            | image.tag="x" chart              | true
            {}                        | {users: ['a', 'b']}        | {users: ['a', 'b']}    | users=["a", "b"] spec             | true
            {}                        | {free: {a: {b: 1}}}        | {free: {a: {b: 1}}}    | free.a.b=1 spec                  | true
            {}                        | {free: {}}                 | {free: {}}             | free={} spec                     | true
            {a: {b: {}}}              | {}                         | {}                     | a.b={} chart                     | true
            """)
    void sourceIsKnown(String defaults, String values, String spec, String known, boolean complete) {
        assertKnown(defaults, values, spec, known, complete);
    }

    /** Neither the path nor the content of such a value is shown, and not the default that it replaces. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                        | {password: 'secret'}       | {}                     |                                  | false
            {password: 'x', size: 2}  | {password: 'secret'}       | {}                     | size=2 chart                     | false
            {}                        | {image: {tag: 's', k: 1}}  | {image: {tag: 's'}}    | image.tag="s" spec               | false
            {image: {tag: 'x'}}       | {image: 'secret'}          | {}                     |                                  | false
            {}                        | {free: {secret: 1}}        | {free: {a: 1}}         | free.a=1 spec                    | false
            {free: {secret: 0}}       | {free: {secret: 1}}        | {}                     |                                  | false
            {}                        | {free: {secret: 1}}        | {free: {}}             |                                  | false
            {}                        | {_platform: {x: 1}}        | {}                     |                                  | false
            """)
    void otherValuesAreNotShown(String defaults, String values, String spec, String known, boolean complete) {
        assertKnown(defaults, values, spec, known, complete);
    }

    /** The answer is the same whether the guess in the spec is right or wrong. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                  | {password: 'secret'}       | {password: 'secret'}       | {password: 'wrong'}
            {password: 'x'}     | {password: 'secret'}       | {password: 'secret'}       | {password: 'wrong'}
            {}                  | {users: ['a', 'secret']}   | {users: ['a', 'secret']}   | {users: ['a', 'wrong']}
            {}                  | {image: {tag: 'secret'}}   | {image: {tag: 'secret'}}   | {image: {tag: 'wrong'}}
            {image: {tag: 'x'}} | {image: 'secret'}          | {image: 'secret'}          | {image: 'wrong'}
            {}                  | {free: {a: 'secret'}}      | {free: {a: 'secret'}}      | {free: {a: 'wrong'}}
            """)
    void guessInTheSpecTellsNothing(String defaults, String values, String right, String wrong) {
        EffectiveValues ofRight = effective(defaults, values, right);
        EffectiveValues ofWrong = effective(defaults, values, wrong);

        assertThat(ofRight.known().toString().replace("secret", "wrong"))
                .isEqualTo(ofWrong.known().toString());
        assertThat(ofRight.isComplete()).isEqualTo(ofWrong.isComplete());
    }

    private static EffectiveValues effective(String defaults, String values, String spec) {
        HelmRecord record = new HelmRecord(
                1, "deployed", JsonObject.EMPTY, TestJson.object(defaults), TestJson.object(values), "", "");
        return EffectiveValues.of(record, TestJson.object(spec), SCHEMA);
    }

    private static void assertKnown(String defaults, String values, String spec, String known, boolean complete) {
        EffectiveValues effective = effective(defaults, values, spec);

        assertThat(effective.known().stream()
                        .map(value -> String.join(".", value.path()) + "=" + value.value() + " "
                                + value.source().text())
                        .collect(Collectors.joining(", ")))
                .isEqualTo(known == null ? "" : known);
        assertThat(effective.isComplete()).isEqualTo(complete);
    }
}
