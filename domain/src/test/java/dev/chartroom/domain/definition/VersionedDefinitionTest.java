package dev.chartroom.domain.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.managedfields.ConversionException;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.DeclaredKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.domain.version.KindVersions;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kinds with the versions v1 and v2, of which v2 is stored: conversion rules, their results and lossy rules. */
class VersionedDefinitionTest {
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: redises.apps.example.com}
            spec:
              group: apps.example.com
              names: {kind: Redis, plural: redises}
              versions:
              - name: v1
                served: true
                storage: false
                schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {%s}}}}}
                conversion: {rules: [%s]}
              - name: v2
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {%s}}}}}
              release: {prefix: redis-, chartRef: {kind: OCIRepository, name: redis}}
            """;

    private final KindDefinitionReader reader =
            new KindDefinitionReader(ReleaseTemplate.Settings.DEFAULT, SchemaExpressions.JDK, StoreNames.UNKNOWN);

    private KindVersions versions(String older, String rules, String newer) {
        return reader.read(TestYaml.object(DEFINITION.formatted(older, rules, newer)))
                .stored()
                .versions();
    }

    @ParameterizedTest(name = "{1}: {3} is {4}")
    @CsvSource(delimiter = '|', textBlock = """
            size: {type: string} | {move: {from: spec.size, to: spec.volume}} | volume: {type: string} | {size: 1Gi} | {volume: 1Gi}
            size: {type: string} | {move: {from: spec.size, to: spec.storage.size}} | storage: {type: object, properties: {size: {type: string}}} | {size: 1Gi} | {storage: {size: 1Gi}}
            storage: {type: object, properties: {size: {type: string}}} | {move: {from: spec.storage.size, to: spec.size}} | size: {type: string} | {storage: {size: 1Gi}} | {size: 1Gi}
            a: {type: string}, b: {type: string} | {move: {from: spec.a, to: spec.b}}, {move: {from: spec.b, to: spec.a}} | a: {type: string}, b: {type: string} | {a: x, b: y} | {a: y, b: x}
            a: {type: string}, b: {type: string} | {move: {from: spec.a, to: spec.b}}, {move: {from: spec.b, to: spec.a}} | a: {type: string}, b: {type: string} | {a: x} | {b: x}
            mode: {type: string, enum: [small, large]} | {move: {from: spec.mode, values: [{from: small, to: S}, {from: large, to: L}]}} | mode: {type: string, enum: [S, L]} | {mode: small} | {mode: S}
            tls: {type: boolean} | {move: {from: spec.tls, to: spec.security, values: [{from: true, to: tls}, {from: false, to: none}]}} | security: {type: string, enum: [tls, none]} | {tls: true} | {security: tls}
            users: {type: array, items: {type: object, properties: {pw: {type: string}}}} | {move: {from: 'spec.users[*].pw', to: 'spec.users[*].password'}} | users: {type: array, items: {type: object, properties: {password: {type: string}}}} | {users: [{pw: x}, {}, {pw: y}]} | {users: [{password: x}, {}, {password: y}]}
            dbs: {type: object, additionalProperties: {type: object, properties: {a: {type: integer}}}} | {move: {from: spec.dbs.*.a, to: spec.dbs.*.b}} | dbs: {type: object, additionalProperties: {type: object, properties: {b: {type: integer}}}} | {dbs: {one: {a: 1}, two: {a: 2}}} | {dbs: {one: {b: 1}, two: {b: 2}}}
            at: {type: string, pattern: '^[a-z]+:[1-9][0-9]*$', example: 'a:1'} | {split: {from: spec.at, to: [spec.to.host, spec.to.port], separator: ':'}} | to: {type: object, required: [host, port], properties: {host: {type: string, pattern: '^[a-z]+$'}, port: {type: integer, minimum: 1}}} | {at: 'a:80'} | {to: {host: a, port: 80}}
            host: {type: string, pattern: '^[a-z]+$'}, port: {type: integer, minimum: 1, default: 6379} | {join: {from: [spec.host, spec.port], to: spec.at, separator: ':'}} | at: {type: string, pattern: '^[a-z]+:[1-9][0-9]*$', example: 'a:1'} | {host: a, port: 80} | {at: 'a:80'}
            size: {type: string} | {default: {to: spec.tier, value: basic}} | size: {type: string}, tier: {type: string} | {size: 1Gi} | {size: 1Gi, tier: basic}
            legacy: {type: boolean, default: true}, size: {type: string} | {default: {from: spec.legacy, value: true}} | size: {type: string} | {legacy: true, size: a} | {size: a}
            """)
    void rulesConvertSpecsToTheStoredVersionAndBack(
            String older, String rules, String newer, String spec, String stored) {
        KindVersions versions = versions(older, rules, newer);
        JsonObject ofVersion = TestYaml.object(spec);

        assertThat(versions.convert(ofVersion, "v1", "v2", null)).isEqualTo(TestYaml.object(stored));
        assertThat(versions.convert(TestYaml.object(stored), "v2", "v1", null)).isEqualTo(ofVersion);
    }

    @Test
    void omittedPartOfAJoinedTextGetsItsDefault() {
        KindVersions versions = versions(
                "host: {type: string, pattern: '^[a-z]+$'}, port: {type: integer, minimum: 1, default: 6379}",
                "{join: {from: [spec.host, spec.port], to: spec.at, separator: ':'}}",
                "at: {type: string, pattern: '^[a-z]+:[1-9][0-9]*$', example: 'a:1'}");

        assertThat(versions.convert(TestYaml.object("{host: a}"), "v1", "v2", null))
                .isEqualTo(TestYaml.object("{at: 'a:6379'}"));
        assertThat(versions.convert(TestYaml.object("{port: 6379}"), "v1", "v2", null))
                .isEqualTo(JsonObject.EMPTY);
        assertThatExceptionOfType(ConversionException.class)
                .isThrownBy(() -> versions.convert(TestYaml.object("{port: 80}"), "v1", "v2", null))
                .withMessage("must be a string, because the stored version stores host, port as one string")
                .satisfies(e -> assertThat(e.field()).isEqualTo("spec.host"));
    }

    @Test
    void updateKeepsStoredFieldsThatItsVersionLacks() {
        KindVersions versions = versions(
                "size: {type: string}",
                "{default: {to: spec.tier, value: basic}}",
                "size: {type: string}, tier: {type: string}");

        assertThat(versions.convert(
                        TestYaml.object("{size: 2Gi}"), "v1", "v2", TestYaml.object("{size: 1Gi, tier: gold}")))
                .isEqualTo(TestYaml.object("{size: 2Gi, tier: gold}"));
        assertThat(versions.convert(TestYaml.object("{size: 2Gi}"), "v1", "v2", TestYaml.object("{size: 1Gi}")))
                .isEqualTo(TestYaml.object("{size: 2Gi}"));
    }

    @Test
    void fieldThatTheStoredVersionLacksMustHaveTheFixedValue() {
        KindVersions versions = versions(
                "legacy: {type: boolean, default: true}, size: {type: string}",
                "{default: {from: spec.legacy, value: true}}",
                "size: {type: string}");

        assertThatExceptionOfType(ConversionException.class)
                .isThrownBy(() -> versions.convert(TestYaml.object("{legacy: false}"), "v1", "v2", null))
                .withMessageStartingWith("must be true")
                .satisfies(e -> assertThat(e.field()).isEqualTo("spec.legacy"));
    }

    @ParameterizedTest(name = "{1}: {3}")
    @CsvSource(delimiter = '|', textBlock = """
            mode: {type: string, enum: [a, b]} | {move: {from: spec.mode, values: [{from: a, to: X}, {from: b, to: X}]}} | mode: {type: string, enum: [X]} | the spec {"mode":"b"} of v1 is {"mode":"X"} in v2, and {"mode":"a"} after the conversion back to v1
            mode: {type: string} | {move: {from: spec.mode, values: [{from: a, to: X}]}} | mode: {type: string} | the spec {"mode":"X"} of v1 is {"mode":"X"} in v2, and {"mode":"a"} after the conversion back to v1
            old: {type: string} | | size: {type: string} | the spec {"old":"a"} of v1 is {} in v2, and {} after the conversion back to v1
            size: {type: string} | | size: {type: string}, tier: {type: string} | the spec {"tier":"a"} of v2 is {} in v1, and {} after the conversion back to v2
            host: {type: string}, port: {type: integer} | {join: {from: [spec.host, spec.port], to: spec.at, separator: ':'}} | at: {type: string} | the spec {"host":"a:b"} of v1 is {"at":"a:b"} in v2, and {"host":"a","port":"b"} after the conversion back to v1
            replicas: {type: integer} | | replicas: {type: integer, default: 2} | the defaults differ: the spec {} of v2 is {} in v1, but with the defaults of v2 it is {"replicas":2}
            replicas: {type: integer, default: 3} | | replicas: {type: integer, default: 2} | the defaults differ: the spec {} of v1 is {"replicas":2} in v2, but with the defaults of v1 it is {"replicas":3}
            to: {type: string, pattern: '^[a-z]+:[0-9]+$', example: 'a:1'} | {split: {from: spec.to, to: [spec.host, spec.port], separator: ':'}} | host: {type: string, pattern: '^[a-z]+$'}, port: {type: integer} | the spec {"port":1} of v2 is {} in v1, and {} after the conversion back to v2
            to: {type: string} | {split: {from: spec.to, to: [spec.host, spec.port], separator: ':'}} | host: {type: string, pattern: '^[a-z]+$'}, port: {type: integer} | the spec {"to":"a:b"} of v1 is {"host":"a","port":"b"} in v2, which is invalid there: spec.port: Invalid value: "string": spec.port in body must be of type integer: "string"
            size: {type: integer} | {move: {from: spec.size, to: spec.extent}} | extent: {type: integer, maximum: 40} | the spec {"size":42} of v1 is {"extent":42} in v2, which is invalid there: spec.extent: Invalid value: 42: spec.extent in body should be less than or equal to 40
            legacy: {type: boolean}, size: {type: string} | {default: {from: spec.legacy, value: true}} | size: {type: string} | the spec {} of v1 is {} in v2, and {"legacy":true} after the conversion back to v1
            """)
    void lossyConversionRulesAreRejectedWithACounterexample(
            String older, @Nullable String rules, String newer, String example) {
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> versions(older, rules == null ? "" : rules, newer))
                .withMessage("spec.versions[0].conversion: round-trip check failed: " + example);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            {move: {from: spec.nothing, to: spec.b}} | spec.versions[0].conversion.rules[0].move: spec.nothing is not in the schema of this version
            {move: {from: spec.a, to: spec.nothing}} | spec.versions[0].conversion.rules[0].move: spec.nothing is not in the schema of the stored version
            {move: {from: a, to: spec.b}} | spec.versions[0].conversion.rules[0].move.from: must be the path of a field below spec, such as spec.size or spec.users[*].name, not "a"
            {move: {to: spec.b}} | spec.versions[0].conversion.rules[0].move.from: required
            {move: {from: 'spec.l[*].x', to: spec.b}} | spec.versions[0].conversion.rules[0].move: spec.b is not in spec.l[*]: all fields of a rule must be in the same object, item of a list or member of a map
            {move: {from: spec.a, to: spec.b}}, {move: {from: spec.a, to: spec.c}} | spec.versions[0].conversion.rules: spec.a is in more than one rule
            {move: {from: spec.a, to: spec.b}, split: {}} | spec.versions[0].conversion.rules[0]: must have exactly one of move, split, join, default, expressions
            {rename: {from: spec.a}} | spec.versions[0].conversion.rules[0]: must have exactly one of move, split, join, default, expressions; spec.versions[0].conversion.rules[0].rename: unknown field
            {move: {from: spec.a, to: spec.b, values: [{from: x, to: y}, {from: x, to: z}]}} | spec.versions[0].conversion.rules[0].move.values[1].from: "x" is already converted to another value
            {split: {from: spec.a, to: [spec.b], separator: ':'}} | spec.versions[0].conversion.rules[0].split: must name at least two fields
            {split: {from: spec.a, to: [spec.b, spec.c]}} | spec.versions[0].conversion.rules[0].split.separator: required
            {default: {value: 1}} | spec.versions[0].conversion.rules[0].default: must have either from (a field of this version) or to (a field of the stored version)
            {default: {to: spec.b}} | spec.versions[0].conversion.rules[0].default.value: required
            {expressions: {from: [], to: []}} | spec.versions[0].conversion.rules[0].expressions: must have expressions for both directions
            """)
    void malformedRuleIsRejectedWithItsPath(String rules, String problems) {
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> versions(
                        "a: {type: string}, l: {type: array, items: {type: object, properties: {x: {type: string}}}}",
                        rules,
                        "b: {type: string}, c: {type: string},"
                                + " l: {type: array, items: {type: object, properties: {x: {type: string}}}}"))
                .withMessage(problems);
    }

    @Test
    void rulesAreRejectedIfNoValidSpecCanBeGenerated() {
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> reader.read(TestYaml.object(DEFINITION
                        .formatted("a: {type: string, minLength: 99}", "", "a: {type: string}")
                        .replace("{spec: {type: object,", "{spec: {type: object, required: [a],"))))
                .withMessageContaining("Chartroom could not create a valid spec of v1");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            deprecated: true | apps.example.com/v1 Redis is deprecated; use apps.example.com/v2 Redis
            deprecated: true, deprecationWarning: Use v2. | Use v2.
            deprecated: false |
            """)
    void deprecatedVersionHasUpstreamsWarning(String deprecation, @Nullable String warning) {
        DeclaredKind kind = reader.read(TestYaml.object(DEFINITION
                .formatted("a: {type: string}", "", "a: {type: string}")
                .replace("- name: v1\n", "- name: v1\n    " + deprecation.replace(", ", "\n    ") + "\n")));

        assertThat(kind.served().getFirst().deprecationWarning()).isEqualTo(Optional.ofNullable(warning));
        assertThat(kind.stored().deprecationWarning()).isEmpty();
    }

    @Test
    void theStoredVersionNeedNotBeServed() {
        DeclaredKind kind = reader.read(TestYaml.object(DEFINITION
                .formatted("a: {type: string}", "", "a: {type: string}")
                .replace("served: true\n    storage: true", "served: false\n    storage: true")));

        assertThat(kind.stored().version()).isEqualTo("v2");
        assertThat(kind.served()).singleElement().satisfies(served -> {
            assertThat(served.version()).isEqualTo("v1");
            assertThat(served.stored()).isSameAs(kind.stored());
        });
        KindRegistry registry = KindRegistry.assemble(List.of(new Declaration.Valid("a.yaml", kind)));
        assertThat(registry.kinds()).containsExactly(kind.stored());
        assertThat(registry.served()).isEqualTo(kind.served());
        assertThat(registry.find("apps.example.com", "v2", "redises")).isEmpty();
        assertThat(registry.find("apps.example.com", "v1", "redises"))
                .contains(kind.served().getFirst());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            name: v2\\n    served: true\\n    storage: true | name: v1\\n    served: true\\n    storage: true | spec.versions[1].name: another version has the name "v1"
            storage: false | storage: true | spec.versions: must have storage: true in exactly one version
            """)
    void duplicateVersionNameOrSecondStoredVersionIsRejected(String good, String bad, String problem) {
        String definition = DEFINITION.formatted("a: {type: string}", "", "a: {type: string}");

        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> reader.read(
                        TestYaml.object(definition.replace(good.translateEscapes(), bad.translateEscapes()))))
                .withMessageContaining(problem);
    }
}
