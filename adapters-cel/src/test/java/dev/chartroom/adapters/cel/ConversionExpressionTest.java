package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.managedfields.ConversionException;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.version.KindVersions;
import org.junit.jupiter.api.Test;

/** Conversion rules that compute the fields of another version with expressions. */
class ConversionExpressionTest {
    private static final String TO_MIB = "int(self.spec.memory.replace('Mi', ''))";
    private static final String TO_TEXT = "string(self.spec.memoryMiB) + 'Mi'";

    private static Declaration definition(String from, String to) {
        JsonObject definition = TestYaml.object("""
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
                    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {
                      memoryMiB: {type: integer, minimum: 0}, title: {type: string}}}}}}
                    conversion:
                      rules:
                      - expressions:
                          from: [{path: spec.memoryMiB, expression: "%s"}]
                          to: [{path: spec.memory, expression: "%s"}]
                  - name: v2
                    served: true
                    storage: true
                    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {
                      memory: {type: string, pattern: "^(0|[1-9][0-9]*)Mi$", example: 512Mi}, title: {type: string}}}}}}
                  release: {prefix: redis-, chartRef: {kind: OCIRepository, name: redis}}
                """.formatted(from, to));
        return new DefinitionReader(ReleaseTemplate.Settings.DEFAULT, TestYaml::object, new CelExpressions())
                .read("a.yaml", definition);
    }

    private static KindVersions versions() {
        Declaration declaration = definition(TO_MIB, TO_TEXT);
        assertThat(declaration).isInstanceOf(Declaration.Valid.class);
        return ((Declaration.Valid) declaration).kind().versions();
    }

    @Test
    void expressionsConvertFieldsInBothDirections() {
        assertThat(versions().convert(TestYaml.object("{memoryMiB: 512, title: t}"), "v1", "v2", null))
                .isEqualTo(TestYaml.object("{memory: 512Mi, title: t}"));
        assertThat(versions().convert(TestYaml.object("{memory: 64Mi}"), "v2", "v1", null))
                .isEqualTo(TestYaml.object("{memoryMiB: 64}"));
    }

    @Test
    void specWithoutTheConvertedFieldStaysUnchanged() {
        assertThat(versions().convert(TestYaml.object("{title: t}"), "v1", "v2", null))
                .isEqualTo(TestYaml.object("{title: t}"));
    }

    @Test
    void inconvertibleFieldIsOmittedOnReadAndPreservedOnWrite() {
        JsonObject stored = TestYaml.object("{memory: plenty, title: t}");

        JsonObject shown = versions().convert(stored, "v2", "v1", null);

        assertThat(shown).isEqualTo(TestYaml.object("{title: t}"));
        assertThat(versions().convert(TestYaml.object("{title: u}"), "v1", "v2", stored))
                .isEqualTo(TestYaml.object("{memory: plenty, title: u}"));
    }

    @Test
    void writeIsRejectedIfItsConversionFails() {
        KindVersions fails = ((Declaration.Valid) definition(
                        TO_MIB, "self.spec.memoryMiB > 100000 ? string(1 / 0) : string(self.spec.memoryMiB) + 'Mi'"))
                .kind()
                .versions();

        assertThatExceptionOfType(ConversionException.class)
                .isThrownBy(() -> fails.convert(TestYaml.object("{memoryMiB: 100001}"), "v1", "v2", null))
                .withMessageContaining("division by zero")
                .satisfies(e -> assertThat(e.field()).isEqualTo("spec.memoryMiB"));
    }

    @Test
    void lossyExpressionIsRejectedWithACounterexample() {
        assertThat(definition(TO_MIB, "string(self.spec.memoryMiB / 2) + 'Mi'"))
                .isInstanceOfSatisfying(
                        Declaration.Refused.class,
                        refused -> assertThat(refused.message())
                                .isEqualTo(
                                        "spec.versions[0].conversion: round-trip check failed: the spec {\"memoryMiB\":1} of v1 is"
                                                + " {\"memory\":\"0Mi\"} in v2, and {\"memoryMiB\":0} after the conversion back to v1"));
    }

    @Test
    void nonCompilingExpressionIsRejected() {
        assertThat(definition("self.spec.nothing", TO_TEXT))
                .isInstanceOfSatisfying(
                        Declaration.Refused.class,
                        refused -> assertThat(refused.message())
                                .startsWith(
                                        "spec.versions[0].conversion.rules[0].expressions: the expression self.spec.nothing"
                                                + " does not compile: ")
                                .contains("undefined field 'nothing'"));
    }
}
