package dev.chartroom.apimachinery.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SchemaDefaulterTest {
    private static final Schema SCHEMA = Schema.of(TestJson.object("""
            {type: 'object', default: {root: 'ignored'}, properties: {
              replicas: {type: 'integer', default: 2},
              note: {type: 'string'},
              nickname: {type: 'string', nullable: true, default: 'none'},
              tls: {type: 'object', default: {}, properties: {
                enabled: {type: 'boolean', default: false}, issuer: {type: 'string'}}},
              limits: {type: 'object', default: {cpu: '1'}, properties: {
                cpu: {type: 'string', default: '2'}, memory: {type: 'string', default: '1Gi'}}},
              backup: {type: 'object', properties: {
                schedule: {type: 'string', default: '0 2 * * *'}, keep: {type: 'integer'}}},
              pools: {type: 'object', default: {md0: {}}, additionalProperties: {type: 'object', properties: {
                size: {type: 'integer', default: 1}}}},
              tags: {type: 'object', additionalProperties: {type: 'string', default: 'on'}},
              rules: {type: 'array', items: {type: 'object', properties: {
                port: {type: 'integer', default: 80}, host: {type: 'string'}}}},
              names: {type: 'array', default: ['a'], items: {type: 'string', default: 'x'}},
              open: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true, default: {a: 1}}}}"""));

    private static final String DEFAULTS = """
            replicas: 2, nickname: 'none', tls: {enabled: false}, limits: {cpu: '1', memory: '1Gi'},
            pools: {md0: {size: 1}}, names: ['a'], open: {a: 1}""";

    @Test
    void absentMembersGetDefaultsWithTheirInnerDefaults() {
        assertThat(SchemaDefaulter.withDefaults(SCHEMA, JsonObject.EMPTY))
                .isEqualTo(TestJson.parse("{" + DEFAULTS + "}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{replicas: 3}             | {replicas: 3}",
                "{replicas: null}          | {replicas: 2}",
                "{replicas: 'many'}        | {replicas: 'many'}",
                "{note: null}              | {note: null}",
                "{nickname: null}          | {nickname: null}",
                "{tls: {}}                 | {tls: {enabled: false}}",
                "{tls: {issuer: 'x'}}      | {tls: {issuer: 'x', enabled: false}}",
                "{tls: null}               | {tls: {enabled: false}}",
                "{tls: true}               | {tls: true}",
                "{tls: []}                 | {tls: []}",
                "{limits: {}}              | {limits: {cpu: '2', memory: '1Gi'}}",
                "{limits: {cpu: '3'}}      | {limits: {cpu: '3', memory: '1Gi'}}",
                "{backup: {}}              | {backup: {schedule: '0 2 * * *'}}",
                "{backup: null}            | {backup: null}",
                "{pools: {}}               | {pools: {}}",
                "{pools: {md1: {}}}        | {pools: {md1: {size: 1}}}",
                "{pools: {md1: {size: 5, x: 1}, md2: null}} | {pools: {md1: {size: 5, x: 1}, md2: null}}",
                "{tags: {a: null, b: 'off'}} | {tags: {a: 'on', b: 'off'}}",
                "{rules: []}               | {rules: []}",
                "{rules: [{}, {port: 1}, 5, null]} | {rules: [{port: 80}, {port: 1}, 5, null]}",
                "{names: [null, 'b']}      | {names: ['x', 'b']}",
                "{names: 'a'}              | {names: 'a'}",
                "{open: {b: 2}}            | {open: {b: 2}}",
                "{unknown: {replicas: null}} | {unknown: {replicas: null}}",
            })
    void presentMembersAreCompletedAndOnlyNullsAreReplaced(String value, String expected) {
        JsonObject all = ((JsonObject) TestJson.parse("{" + DEFAULTS + "}"))
                .toBuilder().putAll(TestJson.object(expected)).build();

        assertThat(SchemaDefaulter.withDefaults(SCHEMA, TestJson.object(value))).isEqualTo(all);
    }

    @Test
    void completeValueIsReturnedAsTheSameInstance() {
        JsonObject complete = SchemaDefaulter.withDefaults(
                SCHEMA, TestJson.object("{rules: [{}], tags: {a: null}, backup: {}, pools: {x: {}}}"));
        JsonObject anything = TestJson.object("{a: [null], b: {c: null}}");

        assertThat(SchemaDefaulter.withDefaults(SCHEMA, complete)).isSameAs(complete);
        assertThat(SchemaDefaulter.withDefaults(Schema.of(JsonObject.EMPTY), anything))
                .isSameAs(anything);
    }

    /** Each case submits the stored value with its defaults and with the given members changed. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                        | {}                             | {}",
                "{replicas: 3}             | {}                             | {replicas: 3}",
                "{replicas: 2}             | {}                             | {replicas: 2}",
                "{replicas: 2}             | {note: 'hi'}                   | {replicas: 2, note: 'hi'}",
                "{replicas: null}          | {note: 'hi'}                   | {replicas: null, note: 'hi'}",
                "{}                        | {replicas: 3}                  | {replicas: 3}",
                "{replicas: 3}             | {replicas: 2}                  | {replicas: 2}",
                "{}                        | {replicas: '2'}                | {replicas: '2'}",
                "{}                        | {tls: {enabled: true}}         | {tls: {enabled: true}}",
                "{}                        | {tls: {enabled: false, issuer: 'x'}} | {tls: {issuer: 'x'}}",
                "{}                        | {tls: {}}                      | {tls: {}}",
                "{tls: {}}                 | {}                             | {tls: {}}",
                "{tls: {}}                 | {tls: {enabled: false, issuer: 'x'}} | {tls: {issuer: 'x'}}",
                "{tls: {enabled: false}}   | {tls: {enabled: false, issuer: 'x'}} | {tls: {enabled: false, issuer: 'x'}}",
                "{tls: null}               | {tls: {enabled: false, issuer: 'x'}} | {tls: {issuer: 'x'}}",
                "{tls: true}               | {tls: {enabled: false}}        | {tls: {enabled: false}}",
                "{}                        | {limits: {cpu: '1', memory: '2Gi'}} | {limits: {cpu: '1', memory: '2Gi'}}",
                "{}                        | {limits: {cpu: '3', memory: '1Gi'}} | {limits: {cpu: '3'}}",
                "{}                        | {limits: {cpu: '2', memory: '1Gi'}} | {limits: {cpu: '2'}}",
                "{}                        | {backup: {schedule: '0 2 * * *'}}"
                        + " | {backup: {schedule: '0 2 * * *'}}",
                "{backup: {keep: 1}}       | {backup: {schedule: '0 2 * * *', keep: 2}} | {backup: {keep: 2}}",
                "{}                        | {pools: {md0: {size: 1}, md1: {size: 1}}}"
                        + " | {pools: {md0: {}, md1: {size: 1}}}",
                "{pools: {md0: {}}}        | {pools: {md0: {size: 1}, md1: {size: 2}}}"
                        + " | {pools: {md0: {}, md1: {size: 2}}}",
                "{pools: {md0: {size: 1}}} | {pools: {md0: {size: 1}, md1: {}}} | {pools: {md0: {size: 1}, md1: {}}}",
                "{pools: {md0: {}}}        | {pools: {}}                    | {pools: {}}",
                "{tags: {a: null}}         | {tags: {a: 'on', b: 'on'}}     | {tags: {a: null, b: 'on'}}",
                "{rules: [{}, {port: 80}]} | {rules: [{port: 80, host: 'h'}, {port: 80, host: 'i'}]}"
                        + " | {rules: [{host: 'h'}, {port: 80, host: 'i'}]}",
                "{rules: [{host: 'h'}]}    | {rules: [{port: 80, host: 'h'}, {port: 80}]}"
                        + " | {rules: [{host: 'h'}, {port: 80}]}",
                "{rules: [{}, {}]}         | {rules: [{port: 80, host: 'h'}]} | {rules: [{host: 'h'}]}",
                "{names: [null]}           | {names: ['x', 'y']}            | {names: [null, 'y']}",
                "{}                        | {names: ['a', 'b']}            | {names: ['a', 'b']}",
                "{}                        | {open: {a: 1, b: 2}}           | {open: {a: 1, b: 2}}",
                "{}                        | {unknown: 1}                   | {unknown: 1}",
                "{}                        | {nickname: null}               | {nickname: null}",
                "{nickname: null}          | {replicas: 3}                  | {nickname: null, replicas: 3}",
            })
    void updateOfAValueWithDefaultsStoresNoUnchangedDefaults(String stored, String changes, String expected) {
        JsonObject before = TestJson.object(stored);
        JsonObject submitted = SchemaDefaulter.withDefaults(SCHEMA, before).toBuilder()
                .putAll(TestJson.object(changes))
                .build();

        assertThat(SchemaDefaulter.withoutDefaults(SCHEMA, before, submitted)).isEqualTo(TestJson.parse(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{replicas: 2}", "{rules: [{}], tags: {a: null}, note: null, tls: 5}"})
    void unchangedUpdateReturnsTheStoredValue(String stored) {
        JsonObject before = TestJson.object(stored);

        assertThat(SchemaDefaulter.withoutDefaults(SCHEMA, before, SchemaDefaulter.withDefaults(SCHEMA, before)))
                .isSameAs(before);
    }

    @Test
    void membersRemovedByTheClientAreNotStored() {
        assertThat(SchemaDefaulter.withoutDefaults(
                        SCHEMA, TestJson.object("{replicas: 3, note: 'x'}"), TestJson.object("{note: 'x'}")))
                .isEqualTo(TestJson.parse("{note: 'x'}"));
    }
}
