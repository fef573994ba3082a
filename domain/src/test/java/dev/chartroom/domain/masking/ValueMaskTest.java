package dev.chartroom.domain.masking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.TestJson;
import dev.chartroom.domain.schema.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueMaskTest {
    private static final Schema SCHEMA = Schema.of(TestJson.object("""
            {type: 'object', properties: {
              size: {type: 'string'},
              password: {type: 'string', format: 'password'},
              auth: {type: 'object', 'x-kubernetes-sensitive': true, properties: {key: {type: 'string'}}},
              users: {type: 'array', items: {type: 'object', properties: {
                name: {type: 'string'}, password: {type: 'string', format: 'password'}}}},
              tokens: {type: 'object', additionalProperties: {type: 'string', format: 'password'}},
              set: {type: 'array', 'x-kubernetes-list-type': 'set', items: {type: 'string', format: 'password'}},
              some: {type: 'string', anyOf: [{format: 'password'}, {minLength: 3}]},
              open: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true}}}
            """));
    private static final ValueMask MASK =
            ValueMask.of(SCHEMA, List.of("spec.open.key", "spec.open.list[*].key", "spec.open.map.*.deep[*][*]"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {size: '1'}                                | {size: '1'}
            {password: 'x', size: '1'}                 | {password: '******', size: '1'}
            {pasword: 'x', users: [{pass: 'x'}], size: '1'} | {users: [{}], size: '1'}
            {password: null}                           | {password: null}
            {password: {a: 1}}                         | {password: '******'}
            {auth: {key: 'x', other: 'y'}}             | {auth: '******'}
            {users: [{name: 'a', password: 'x'}, {}]}  | {users: [{name: 'a', password: '******'}, {}]}
            {users: [null, 'x', ['x']]}                | {users: [null, '******', '******']}
            {users: 'x'}                               | {users: '******'}
            {users: {a: {name: 'a', password: 'x'}}}   | {users: {}}
            {tokens: {a: 'x', b: 'y'}}                 | {tokens: {a: '******', b: '******'}}
            {tokens: {a: null, b: 5}}                  | {tokens: {a: null, b: '******'}}
            {set: ['x', 'y']}                          | {set: ['******', '******']}
            {some: 'x'}                                | {some: '******'}
            {open: {key: 'x', a: 'y'}}                 | {open: {key: '******', a: 'y'}}
            {open: {list: [{key: 'x', a: 'y'}]}}       | {open: {list: [{key: '******', a: 'y'}]}}
            {open: {list: {b: {key: 'x', a: 'y'}}}}    | {open: {list: {b: {key: '******', a: 'y'}}}}
            {open: {map: {a: {deep: [['x']], b: 1}}}}  | {open: {map: {a: {deep: [['******']], b: 1}}}}
            'x'                                        | '******'
            null                                       | null
            """)
    void whatIsSensitiveIsMaskedAndNothingElse(String spec, String expected) {
        assertThat(MASK.apply(TestJson.parse("{kind: 'Redis', spec: " + q(spec) + ", status: {a: 1}}")))
                .isEqualTo(TestJson.parse("{kind: 'Redis', spec: " + q(expected) + ", status: {a: 1}}"));
    }

    @Test
    void objectsInListsAndTablesAreMasked() {
        String object = "{spec: {password: 'x'}}";
        String masked = "{spec: {password: '******'}}";

        assertThat(MASK.apply(TestJson.parse("{kind: 'RedisList', items: [" + object + "]}")))
                .isEqualTo(TestJson.parse("{kind: 'RedisList', items: [" + masked + "]}"));
        assertThat(MASK.apply(TestJson.parse("{kind: 'Table', rows: [{cells: ['a'], object: " + object + "}]}")))
                .isEqualTo(TestJson.parse("{kind: 'Table', rows: [{cells: ['a'], object: " + masked + "}]}"));
    }

    @Test
    void whatWasAppliedLastIsMaskedInItsText() {
        assertThat(lastApplied("{\"metadata\":{\"annotations\":{}},\"spec\":{\"password\":\"x\",\"size\":\"1\"}}"))
                .isEqualTo("{\"metadata\":{\"annotations\":{}},\"spec\":{\"password\":\"******\",\"size\":\"1\"}}\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"spec": {"password": "x"
            "x"
            [{"spec": {}}]
            """)
    void whatWasAppliedLastIsMaskedWhollyWhereItCannotBeRead(String text) {
        assertThat(lastApplied(text)).isEqualTo("******");
    }

    @Test
    void managedFieldsShowNoValues() {
        String fields = """
                {metadata: {managedFields: [{manager: 'm', fieldsV1: {'f:metadata': {'f:labels': {}}, 'f:spec': {
                  'f:set': {'.': {}, 'v:"%1$s"': {}}, 'f:password': {},
                  'f:users': {'k:{"password":"%1$s"}': {'.': {}, 'f:name': {}}}}}}]}}
                """;
        assertThat(MASK.apply(TestJson.parse(fields.formatted("x"))))
                .isEqualTo(TestJson.parse(fields.formatted("******")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /spec/size        | 'x'                     | 'x'
            /spec/password    | 'x'                     | '******'
            /spec/pasword     | 'x'                     | '******'
            /spec/password    | null                    | null
            /spec/auth/key    | 'x'                     | '******'
            /spec/auth/key/a  | 'x'                     | '******'
            /spec/users/0/password | 'x'                | '******'
            /spec/users/0/name | 'x'                     | 'x'
            /spec/tokens/0    | 'x'                     | '******'
            /spec/users/-     | {name: 'a', password: 'x'} | {name: 'a', password: '******'}
            /spec/tokens/a~1b | 'x'                     | '******'
            /spec/set/-       | 'x'                     | '******'
            /spec             | {size: '1', password: 'x'} | {size: '1', password: '******'}
            ''                | {spec: {password: 'x'}} | {spec: {password: '******'}}
            /metadata/labels/a | 'x'                    | 'x'
            /metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration | 'x' | '******'
            /metadata/annotations | {'kubectl.kubernetes.io/last-applied-configuration': 'x', a: 'b'} | {'kubectl.kubernetes.io/last-applied-configuration': '******', a: 'b'}
            spec/password     | 'x'                     | '******'
            /spec/~2          | 'x'                     | '******'
            """)
    void aJsonPatchIsMaskedByItsPaths(String path, String value, String expected) {
        String patch = "[{op: 'replace', path: '" + (path == null ? "" : path) + "', value: %s}]";

        assertThat(MASK.applyToPatch(TestJson.parse(patch.formatted(q(value)))))
                .isEqualTo(TestJson.parse(patch.formatted(q(expected))));
    }

    @Test
    void ofAJsonPatchThatIsNoneNothingIsShown() {
        assertThat(MASK.applyToPatch(TestJson.parse("{spec: {size: 'x'}}"))).isEqualTo(ValueMask.MASK);
        assertThat(MASK.applyToPatch(
                        TestJson.parse("['x', {op: 'add', value: 'x', more: 'x'}, {op: 'move', from: '/a'}]")))
                .isEqualTo(TestJson.parse(
                        "['******', {op: 'add', value: '******', more: '******'}, {op: 'move', from: '/a'}]"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Invalid    | spec.size              | false
            Invalid    | metadata.name          | false
            Invalid    | spec.password          | true
            Invalid    | spec.users[0].password | true
            Invalid    | spec.users[0].name     | false
            Invalid    | spec.users             | true
            Invalid    | spec                   | true
            Invalid    | <nil>                  | true
            Invalid    | patch                  | true
            Invalid    | ''                     | true
            BadRequest | spec.password          | true
            Conflict   | spec.password          | false
            """)
    void aStatusQuotesNoSensitiveValue(String reason, String field, boolean masked) {
        String status = "{reason: '%s', message: '%s', details: {name: 'a', causes: [{field: '%s', message: '%s'}]}}";
        String where = field == null ? "" : field;
        JsonObject expected = TestJson.object(
                masked
                        ? status.formatted(reason, "******", where, "******")
                        : status.formatted(reason, "no x", where, "no x"));

        assertThat(MASK.applyToStatus(TestJson.object(status.formatted(reason, "no x", where, "no x"))))
                .isEqualTo(expected);
    }

    @Test
    void whatIsSaidOfTheQueryIsShown() {
        JsonObject status = TestJson.object("{reason: 'Invalid', message: 'no x', details: {group: 'meta.k8s.io',"
                + " kind: 'PatchOptions', causes: [{field: 'force', message: 'no x'}]}}");

        assertThat(MASK.applyToStatus(status)).isSameAs(status);
    }

    @Test
    void whatIsNotAboutAFieldIsMaskedToo() {
        assertThat(MASK.applyToStatus(TestJson.object("{reason: 'BadRequest', message: 'cannot read x'}")))
                .isEqualTo(TestJson.object("{reason: 'BadRequest', message: '******'}"));
    }

    @Test
    void whereNothingIsSensitiveEverythingStaysAsItIs() {
        ValueMask none = ValueMask.of(Schema.of(TestJson.object("{type: 'object'}")), List.of());
        JsonObject object = TestJson.object("{spec: {password: 'x'}}");

        assertThat(none.isEmpty()).isTrue();
        assertThat(none.apply(object)).isSameAs(object);
        assertThat(none.applyToPatch(object)).isSameAs(object);
        assertThat(none.applyToStatus(object)).isSameAs(object);
    }

    private static String lastApplied(String text) {
        JsonObject annotations =
                JsonObject.of("kubectl.kubernetes.io/last-applied-configuration", new JsonString(text));
        JsonObject object = JsonObject.of("metadata", JsonObject.of("annotations", annotations));
        return ((JsonObject) MASK.apply(object))
                .objectOrEmpty("metadata")
                .objectOrEmpty("annotations")
                .stringOrEmpty("kubectl.kubernetes.io/last-applied-configuration");
    }

    /** The source takes single quotes around a whole value for its own. */
    private static String q(String value) {
        return value.startsWith("{") || value.startsWith("[") || value.equals("null") ? value : "'" + value + "'";
    }
}
