package dev.chartroom.domain.masking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.managedfields.FieldManager;
import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusCause;
import dev.chartroom.apimachinery.status.StatusReason;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueMaskTest {
    private static final Schema SCHEMA = Schema.of(TestJson.object("""
            {type: 'object', properties: {
              size: {type: 'string'},
              password: {type: 'string', format: 'password'},
              auth: {type: 'object', 'x-kubernetes-sensitive': true, properties: {key: {type: 'string'}}},
              users: {type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name', 'password'],
                items: {type: 'object', required: ['name', 'password'], properties: {
                  name: {type: 'string'}, password: {type: 'string', format: 'password'}, size: {type: 'string'}}}},
              tokens: {type: 'object', additionalProperties: {type: 'string', format: 'password'}},
              set: {type: 'array', 'x-kubernetes-list-type': 'set', items: {type: 'string', format: 'password'}},
              some: {type: 'string', anyOf: [{format: 'password'}, {minLength: 3}]},
              'dotted.name': {type: 'object', properties: {key: {type: 'string', format: 'password'}}},
              maps: {type: 'object', additionalProperties: {type: 'object', properties: {
                key: {type: 'string', format: 'password'}}}},
              open: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true}}}
            """));
    private static final ValueMask MASK =
            ValueMask.of(SCHEMA, List.of("spec.open.key", "spec.open.list[*].key", "spec.open.map.*.deep[*][*]"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            size             | '1'                                   | false
            password         | 'x'                                   | true
            password         | null                                  | false
            pasword          | 'x'                                   | false
            auth.key         | 'x'                                   | true
            auth.other       | 'x'                                   | true
            users            | [{name: 'a', password: 'x'}]          | true
            users            | [{name: 'a'}]                         | false
            tokens.a         | 'x'                                   | true
            maps.a.size      | 'x'                                   | false
            maps.a.key       | 'x'                                   | true
            open.key         | 'x'                                   | true
            open.other       | {a: 1}                                | false
            """)
    void hiddenValuesAreThoseWithAMask(String path, String value, boolean isHidden) {
        JsonValue json =
                Objects.requireNonNull(TestJson.object("{value: " + value + "}").get("value"));
        List<String> names = List.of(path.split("\\."));

        assertThat(MASK.hides(names, json)).isEqualTo(isHidden);
        assertThat(ValueMask.of(Schema.of(TestJson.object("{type: 'object'}")), List.of())
                        .hides(names, json))
                .isFalse();
    }

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
    void sensitiveValuesAreMaskedAndUnknownFieldsAreRemoved(String spec, String expected) {
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {spec: {}, password: 'x'}                          | {spec: {}}
            {Spec: {password: 'x'}}                            | {}
            {kind: 'Redis', apiVersion: {password: 'x'}}       | {kind: 'Redis', apiVersion: '******'}
            {metadata: {name: 'a', password: 'x', uid: null}}  | {metadata: {name: 'a', uid: null}}
            {metadata: 'x'}                                    | {metadata: '******'}
            {items: ['x'], rows: ['x'], columnDefinitions: 'x'} | {}
            {kind: 'DeleteOptions', preconditions: {uid: 'u'}, dryRun: ['All'], password: 'x'} | {kind: 'DeleteOptions', preconditions: {uid: 'u'}, dryRun: ['All']}
            'x'                                                | '******'
            ['x']                                              | '******'
            """)
    void unknownFieldsOfABodyAreRemovedOrMasked(String body, String expected) {
        assertThat(MASK.applyToBody(TestJson.parse(q(body)))).isEqualTo(TestJson.parse(q(expected)));
    }

    @Test
    void lastAppliedConfigurationIsMasked() {
        assertThat(lastApplied("{\"metadata\":{\"annotations\":{},\"token\":\"x\"},\"password\":\"x\","
                        + "\"spec\":{\"password\":\"x\",\"size\":\"1\"}}"))
                .isEqualTo("{\"metadata\":{\"annotations\":{}},\"spec\":{\"password\":\"******\",\"size\":\"1\"}}\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"spec": {"password": "x"
            "x"
            [{"spec": {}}]
            """)
    void unreadableLastAppliedConfigurationIsMaskedEntirely(String text) {
        assertThat(lastApplied(text)).isEqualTo("******");
    }

    @Test
    void keysAndValuesInManagedFieldsAreMasked() {
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
            /metadata/password | 'x'                    | '******'
            /metadata         | {name: 'a', password: 'x'} | {name: 'a'}
            /password         | 'x'                     | '******'
            /Spec             | {password: 'x'}         | '******'
            /items/0          | 'x'                     | '******'
            /metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration | 'x' | '******'
            /metadata/annotations | {'kubectl.kubernetes.io/last-applied-configuration': 'x', a: 'b'} | {'kubectl.kubernetes.io/last-applied-configuration': '******', a: 'b'}
            spec/password     | 'x'                     | '******'
            /spec/~2          | 'x'                     | '******'
            """)
    void jsonPatchValueIsMaskedByItsPath(String path, String value, String expected) {
        String patch = "[{op: 'replace', path: '" + (path == null ? "" : path) + "', value: %s}]";

        assertThat(MASK.applyToPatch(TestJson.parse(patch.formatted(q(value)))))
                .isEqualTo(TestJson.parse(patch.formatted(q(expected))));
    }

    @Test
    void malformedJsonPatchIsMasked() {
        assertThat(MASK.applyToPatch(TestJson.parse("{spec: {size: 'x'}}"))).isEqualTo(ValueMask.MASK);
        assertThat(MASK.applyToPatch(
                        TestJson.parse("['x', {op: 'add', value: 'x', more: 'x'}, {op: 'move', from: '/a'}]")))
                .isEqualTo(TestJson.parse(
                        "['******', {op: 'add', value: '******', more: '******'}, {op: 'move', from: '/a'}]"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            spec.size              | false
            metadata.name          | false
            spec.password          | true
            spec.users[0].password | true
            spec.users[0].name     | false
            spec.users             | true
            spec.tokens.a          | true
            spec.dotted.name.key   | true
            spec.dotted.name       | true
            spec.dotted.other      | false
            spec.maps.a.b.key      | true
            spec.maps[a.b].key     | true
            spec.users[0]].name    | true
            spec.users[0           | true
            spec                   | true
            <nil>                  | true
            patch                  | true
            ''                     | true
            """)
    void validationErrorOfASensitiveFieldIsMasked(String field, boolean masked) {
        String where = field == null ? "" : field;
        JsonObject status = MASK.statusOf(invalid(where));

        assertThat(Status.of(invalid(where)).message()).contains("no x");
        assertThat(status.stringOrEmpty("message"))
                .isEqualTo(masked ? "******" : "Redis.g \"a\" is invalid: " + where + ": no x");
        assertThat(status.objectOrEmpty("details").arrayOrEmpty("causes").objects())
                .singleElement()
                .satisfies(cause -> {
                    assertThat(cause.stringOrEmpty("message")).isEqualTo(masked ? "******" : "no x");
                    assertThat(cause.stringOrEmpty("field")).isEqualTo(where);
                });
    }

    /** The rule reads the password, but it reports another field. */
    @ParameterizedTest
    @CsvSource({"spec.size, true", "spec.name, false", "spec.users[0].name, true", "spec.plain.size, false"})
    void ruleMessageIsMaskedIfTheRuleCanReadASensitiveValue(String field, boolean masked) {
        String rules =
                "'x-kubernetes-validations': [{rule: 'false', messageExpression: 'self.password', fieldPath: '%s'}]";
        ValueMask mask = ValueMask.of(
                Schema.of(TestJson.object(
                        """
                        {type: 'object', %s, properties: {
                          size: {type: 'string'}, name: {type: 'string'}, password: {type: 'string', format: 'password'},
                          users: {type: 'array', items: {type: 'object', %s, properties: {
                            name: {type: 'string'}, password: {type: 'string', format: 'password'}}}},
                          plain: {type: 'object', %s, properties: {size: {type: 'string'}}}}}
                        """.formatted(rules.formatted(".size"), rules.formatted(".name"), rules.formatted(".size")))),
                List.of());

        assertThat(mask.statusOf(invalid(field)).stringOrEmpty("message").contains("no x"))
                .isEqualTo(!masked);
    }

    @Test
    void applyConflictMasksOnlySensitiveKeys() {
        FieldManager ownership = FieldManager.of(new GroupVersion("g", "v1"), "Redis", SCHEMA);
        JsonObject live = ownership.apply(JsonObject.EMPTY, configuration("'1'"), "one", false, "", Instant.EPOCH);
        ApiException refused = catchThrowableOfType(
                ApiException.class, () -> ownership.apply(live, configuration("'2'"), "two", false, "", Instant.EPOCH));

        assertThat(Status.of(refused.error()).message()).contains(".spec.users[name=\"a\",password=\"x,]y\"].size");
        JsonObject status = MASK.statusOf(refused.error());
        assertThat(status.stringOrEmpty("message"))
                .isEqualTo("Apply failed with 2 conflicts: conflicts with \"one\":\n- .spec.size\n"
                        + "- .spec.users[name=\"a\",password=\"******\"].size");
        assertThat(status.objectOrEmpty("details").arrayOrEmpty("causes").objects())
                .extracting(cause -> cause.stringOrEmpty("field"))
                .containsExactly(".spec.size", ".spec.users[name=\"a\",password=\"******\"].size");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            .spec.set[="x\\"]y"]           | .spec.set[="******"]
            .spec.set[=5]                   | .spec.set[="******"]
            .spec.set[=map[a:x]]            | .spec.set[="******"]******
            .spec.users[name="x"].password  | .spec.users[name="x"].password
            .spec.maps.a.b[key="x"]         | .spec.maps.a.b[key="******"]
            .spec.auth.list[name="x"]       | .spec.auth.list[name="******"]
            .spec.open[3].a                 | .spec.open[3].a
            .metadata.labels.a.b/c          | .metadata.labels.a.b/c
            spec[x                          | ******
            .spec.users[name="x             | .spec.users[name="x******
            """)
    void sensitiveValuesInConflictingFieldPathsAreMasked(String field, String expected) {
        ApiError conflict = new ApiError.ApplyConflict(List.of(new ApiError.ApplyConflict.Claim("\"m\"", field)));

        assertThat(MASK.statusOf(conflict).stringOrEmpty("message"))
                .isEqualTo("Apply failed with 1 conflict: conflict with \"m\": " + expected);
    }

    @ParameterizedTest
    @CsvSource({"Forbidden, Forbidden", "Unauthorized, Unauthorized", "'', ''", "x, ******"})
    void admissionDenialIsMaskedForEveryReason(String reason, String shown) {
        ApiError denied = new ApiError.Denied(403, reason, "no x", TestJson.object("""
                {name: 'a', kind: 'redises', more: 'x', retryAfterSeconds: 3,
                 causes: [{reason: 'x', message: 'no x', field: 'spec.size'}, 'x']}
                """));

        assertThat(Status.of(denied).toJson().stringOrEmpty("message")).isEqualTo("no x");
        JsonObject status = MASK.statusOf(denied);
        assertThat(status.stringOrEmpty("message")).isEqualTo("******");
        assertThat(status.stringOrEmpty("reason")).isEqualTo(shown);
        assertThat(status.get("details")).isEqualTo(TestJson.object("""
                {name: 'a', kind: 'redises', retryAfterSeconds: 3, causes: [{message: '******'}, {message: '******'}]}
                """));
    }

    @Test
    void upstreamAndInternalErrorsAreMasked() {
        GroupResource redises = new GroupResource("g", "redises");
        for (ApiError error : List.of(
                new ApiError.Refused(
                        StatusReason.FORBIDDEN, redises, "a", "no x", List.of(new StatusCause("", "x", "x")), 0),
                ApiError.internal("x"),
                ApiError.unknown("x"),
                ApiError.badRequest("cannot read x"))) {
            assertThat(Status.of(error).message()).contains("x");
            assertThat(MASK.statusOf(error).stringOrEmpty("message")).isEqualTo("******");
            assertThat(MASK.statusOf(error).objectOrEmpty("details").arrayOrEmpty("causes"))
                    .allMatch(JsonObject.of("message", ValueMask.MASK)::equals);
        }
    }

    @Test
    void ownErrorMessagesAreNotMasked() {
        GroupResource redises = new GroupResource("g", "redises");
        UserInfo jane = UserInfo.of("jane", List.of());
        for (ApiError error : List.of(
                new ApiError.NotFound(redises, "a"),
                new ApiError.AlreadyExists(redises, "a", false),
                new ApiError.Conflict(redises, "a", ApiError.Conflict.MODIFIED),
                new ApiError.Forbidden(new RequestAttributes.NonResource(jane, "get", "/x"), "not allowed"),
                new ApiError.MethodNotSupported(redises, "update"),
                ApiError.expired("too old"),
                new ApiError.Invalid(
                        new GroupKind("meta.k8s.io", "PatchOptions"),
                        "",
                        List.of(FieldError.forbidden("force", "no x"))))) {
            assertThat(MASK.statusOf(error)).isEqualTo(Status.of(error).toJson());
        }
    }

    @Test
    void declaredColumnsAreMaskedExceptForTheName() {
        JsonObject table = TestJson.object(
                "{kind: 'Table', rows: [{cells: ['a', 'secret', 5, null], object: null}, {cells: ['b'], object: null}]}");

        assertThat(MASK.apply(table)).isEqualTo(table);
        assertThat(MASK.ofDeclaredColumns().apply(table))
                .isEqualTo(
                        TestJson.object("{kind: 'Table', rows: [{cells: ['a', '******', '******', null], object: null},"
                                + " {cells: ['b'], object: null}]}"));
        assertThat(ValueMask.of(Schema.of(TestJson.object("{type: 'object'}")), List.of())
                        .ofDeclaredColumns()
                        .apply(table))
                .isEqualTo(table);
    }

    @Test
    void withoutSensitiveFieldsNothingIsMasked() {
        ValueMask none = ValueMask.of(Schema.of(TestJson.object("{type: 'object'}")), List.of());
        JsonObject object = TestJson.object("{spec: {password: 'x'}}");

        assertThat(none.isEmpty()).isTrue();
        assertThat(none.apply(object)).isSameAs(object);
        assertThat(none.applyToPatch(object)).isSameAs(object);
        assertThat(none.applyToBody(object)).isSameAs(object);
        assertThat(none.applyToText("x")).isEqualTo("x");
        assertThat(none.statusOf(ApiError.badRequest("x")).stringOrEmpty("message"))
                .isEqualTo("x");
    }

    private static ApiError invalid(String field) {
        return new ApiError.Invalid(
                new GroupKind("g", "Redis"), "a", List.of(new FieldError(FieldError.Type.INVALID, field, "no x")));
    }

    private static JsonObject configuration(String size) {
        return TestJson.object("""
                {apiVersion: 'g/v1', kind: 'Redis', metadata: {name: 'a'}, spec: {
                  size: %1$s, users: [{name: 'a', password: 'x,]y', size: %1$s}]}}
                """.formatted(size));
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

    /** Adds the single quotes that the CSV source strips from a whole value. */
    private static String q(String value) {
        return value.startsWith("{") || value.startsWith("[") || value.equals("null") ? value : "'" + value + "'";
    }
}
