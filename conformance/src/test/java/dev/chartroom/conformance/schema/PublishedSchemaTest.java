package dev.chartroom.conformance.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.document.Yaml;
import org.junit.jupiter.api.Test;

class PublishedSchemaTest {
    private static final JsonObject DOCUMENT = Yaml.parsed("""
        components:
          schemas:
            Meta: {type: object, properties: {name: {type: string}}}
            Quantity: {oneOf: [{type: string}, {type: number}]}
            Part:
              type: object
              additionalProperties: false
              properties:
                weight: {$ref: "#/components/schemas/Quantity"}
                parts: {type: array, items: {$ref: "#/components/schemas/Part"}}
            Other:
              type: object
              x-kubernetes-group-version-kind: [{group: g, version: v1, kind: Other}]
            Box:
              type: object
              x-kubernetes-group-version-kind: [{group: g, version: v1, kind: Box}]
              properties:
                metadata: {allOf: [{$ref: "#/components/schemas/Meta"}], default: {}}
                spec: {allOf: [{$ref: "#/components/schemas/Part"}], description: The spec., default: {}}
        """);

    @Test
    void of_resolvesReferencesIntoAStructuralSchema() {
        JsonObject schema =
                PublishedSchema.of(DOCUMENT, "g", "v1", "Box").orElseThrow().openApi();

        assertThat(schema).isEqualTo(Yaml.parse("""
            type: object
            properties:
              metadata: {type: object}
              spec:
                type: object
                description: The spec.
                default: {}
                properties:
                  weight: {x-kubernetes-int-or-string: true}
                  parts: {type: array, items: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """));
    }

    @Test
    void of_unknownKind_isEmpty() {
        assertThat(PublishedSchema.of(DOCUMENT, "g", "v1", "Crate")).isEmpty();
        assertThat(PublishedSchema.of(DOCUMENT, "g", "v2", "Box")).isEmpty();
    }
}
