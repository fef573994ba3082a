package dev.chartroom.conformance.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.document.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaFileTest {
    private static final String DEFINITION = """
        kind: %s
        spec:
          versions:
            - name: v1
              additionalPrinterColumns: %s
              subresources: {scale: {specReplicasPath: .spec.size}}
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec: {type: object, properties: {size: {type: integer}}}
        """;

    @ParameterizedTest
    @ValueSource(strings = {"CustomResourceDefinition", "KindDefinition"})
    void definition_hasTheSchemaOfTheVersion(String kind) {
        ResourceSchema schema = read(DEFINITION.formatted(kind, "[{name: Size}]"));

        assertThat(schema.fields().objectOrEmpty("properties"))
                .isEqualTo(Yaml.parse("{spec: {type: object, properties: {size: {type: integer}}}}"));
        assertThat(schema.columns()).hasValue(Yaml.parsed("{c: [{name: Size}]}").arrayOrEmpty("c"));
        assertThat(schema.scale()).isEqualTo(Yaml.parse("{specReplicasPath: .spec.size}"));
    }

    @Test
    void definitionWithoutColumns_hasUnknownColumnsOnlyInChartroom() {
        assertThat(read(DEFINITION.formatted("KindDefinition", "[]")).columns()).isEmpty();
        assertThat(read(DEFINITION.formatted("CustomResourceDefinition", "[]")).columns())
                .isPresent();
    }

    @Test
    void schemaWithoutStatus_getsAnyStatus() {
        JsonObject properties =
                read(DEFINITION.formatted("KindDefinition", "[]")).openApi().objectOrEmpty("properties");

        assertThat(properties.objectOrEmpty("status").isTrue("x-kubernetes-preserve-unknown-fields"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{type: object, properties: {size: {type: integer}}}",
                "{type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}",
                "{openAPIV3Schema: {type: object, properties: {metadata: {type: object},"
                        + " spec: {type: object, properties: {size: {type: integer}}}}}}"
            })
    void plainSchema_isThatOfTheObjectOrItsSpec(String text) {
        assertThat(read(text).fields().objectOrEmpty("properties").get("spec"))
                .isEqualTo(Yaml.parse("{type: object, properties: {size: {type: integer}}}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{kind: Deployment} | f: kind: a Deployment has no schema",
                "{kind: KindDefinition, spec: {versions: [{name: v2}]}} | f: spec.versions: has no version v1",
                "{kind: KindDefinition, spec: {versions: [{name: v1}]}} | has no schema.openAPIV3Schema",
                "{a: b} | f: type: required",
                "[] | f",
                "'' | f: must have one document"
            })
    void otherDocument_isRefused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    private static ResourceSchema read(String text) {
        return SchemaFile.read(text, "f", "v1");
    }
}
