package dev.chartroom.domain.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefinitionReaderTest {
    private final DefinitionReader reader =
            new DefinitionReader(Settings.DEFAULT, TestYaml::parse, SchemaExpressions.JDK);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {apiVersion: v1, kind: ConfigMap}                         | not a "ConfigMap" of "v1"
            {apiVersion: chartroom.dev/v1, kind: KindDefinition}      | not a "KindDefinition" of "chartroom.dev/v1"
            {apiVersion: cozystack.io/v1alpha1, kind: KindDefinition} | not a "KindDefinition" of "cozystack.io/v1alpha1"
            {kind: 5}                                                 | not a "" of ""
            """)
    void otherApiVersionOrKindIsRejected(String definition, String ending) {
        assertThat(reader.read("some.yaml", TestYaml.object(definition)))
                .isEqualTo(new Declaration.Refused(
                        "some.yaml",
                        "a definition must be a KindDefinition of chartroom.dev/v1alpha1 or an ApplicationDefinition of"
                                + " cozystack.io/v1alpha1, " + ending));
    }

    @Test
    void invalidDefinitionIsReturnedAsRefused() {
        Declaration ours =
                reader.read("a.yaml", TestYaml.object("{apiVersion: chartroom.dev/v1alpha1, kind: KindDefinition}"));
        Declaration theirs = reader.read(
                "b.yaml", TestYaml.object("{apiVersion: cozystack.io/v1alpha1, kind: ApplicationDefinition}"));

        assertThat(ours).isInstanceOfSatisfying(Declaration.Refused.class, refused -> {
            assertThat(refused.problems()).containsExactly("metadata: required", "spec: required");
            assertThat(refused.message()).isEqualTo("metadata: required; spec: required");
        });
        assertThat(theirs).isEqualTo(new Declaration.Refused("b.yaml", "spec: required"));
    }

    @ParameterizedTest
    @CsvSource({"2000000, true", "2100000, false", "10000000, false"})
    void tooLargeDefinitionIsRejected(int length, boolean served) {
        JsonString description = new JsonString("x".repeat(length));
        JsonObject definition = TestYaml.object("""
                {apiVersion: chartroom.dev/v1alpha1, kind: KindDefinition, metadata: {name: as.x.io}, spec: {
                  group: x.io, names: {kind: A, plural: as}, versions: [{name: v1, served: true, storage: true,
                    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}}],
                  release: {prefix: a-, chartRef: {kind: OCIRepository, name: a}}}}
                """);
        JsonObject spec = definition.objectOrEmpty("spec").with("description", description);
        Declaration ours = reader.read("a.yaml", definition.with("spec", spec));

        JsonObject cozystack = TestYaml.object("""
                {apiVersion: cozystack.io/v1alpha1, kind: ApplicationDefinition, spec: {
                  application: {kind: B, plural: bs, singular: b, openAPISchema: ''},
                  release: {prefix: b-, chartRef: {kind: OCIRepository, name: b}}}}
                """);
        JsonObject rest = JsonObject.of("description", description);
        Declaration theirs = reader.read(
                "a.yaml", cozystack.with("spec", cozystack.objectOrEmpty("spec").with("dashboard", rest)));

        Declaration.Refused refused =
                new Declaration.Refused("a.yaml", "a definition must be at most 2097152 bytes of JSON");
        for (Declaration declaration : List.of(ours, theirs)) {
            if (served) {
                assertThat(declaration).isInstanceOf(Declaration.Valid.class);
            } else {
                assertThat(declaration).isEqualTo(refused);
            }
        }
    }

    @Test
    void bothFormatsDeclareKinds() {
        Declaration ours = reader.read("a.yaml", TestYaml.object("""
                {apiVersion: chartroom.dev/v1alpha1, kind: KindDefinition, metadata: {name: as.x.io}, spec: {
                  group: x.io, names: {kind: A, plural: as}, versions: [{name: v1, served: true, storage: true,
                    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}}],
                  release: {prefix: a-, chartRef: {kind: OCIRepository, name: a}}}}
                """));
        Declaration theirs = reader.read("b.yaml", TestYaml.object("""
                {apiVersion: cozystack.io/v1alpha1, kind: ApplicationDefinition, spec: {
                  application: {kind: B, plural: bs, singular: b, openAPISchema: ''},
                  release: {prefix: b-, chartRef: {kind: OCIRepository, name: b}}}}
                """));

        assertThat(ours).isInstanceOfSatisfying(Declaration.Valid.class, valid -> {
            assertThat(valid.source()).isEqualTo("a.yaml");
            assertThat(valid.kind().groupResource()).hasToString("as.x.io");
            assertThat(valid.kind().release().settings()).isEqualTo(Settings.DEFAULT);
        });
        assertThat(theirs)
                .isInstanceOfSatisfying(
                        Declaration.Valid.class,
                        valid -> assertThat(valid.kind().groupResource()).hasToString("bs.apps.cozystack.io"));
    }
}
