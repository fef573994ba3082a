package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Printer columns that a definition computes from the whole object. */
class PrinterColumnExpressionTest {
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: redises.apps.example.com}
            spec:
              group: apps.example.com
              names: {kind: Redis, plural: redises}
              versions:
              - name: v1alpha1
                served: true
                storage: true
                schema:
                  openAPIV3Schema:
                    type: object
                    properties: {spec: {properties: {replicas: {type: integer}, size: {type: string}}}}
                additionalPrinterColumns:
                - {name: Servers, type: string, expression: "string(self.spec.replicas) + ' x ' + self.spec.size"}
                - {name: Twice, type: integer, expression: "self.spec.replicas * 2"}
                - {name: Name, type: string, expression: "self.kind + '/' + self.metadata.name"}
                - {name: Team, type: string, expression: "self.metadata.?labels.team.orValue('none')"}
                - {name: Since, type: date, expression: "self.metadata.creationTimestamp"}
                - {name: Ready, type: string, expression: "self.status.conditions.filter(c, c.type == 'Ready')[0].status"}
                - {name: Mistyped, type: boolean, expression: "self.spec.size"}
              release: {prefix: redis-, chartRef: {kind: OCIRepository, name: redis}}
            """;

    @Test
    void cellsAreComputedFromTheWholeObject() {
        JsonObject object = TestYaml.object("""
                apiVersion: apps.example.com/v1alpha1
                kind: Redis
                metadata: {name: cart, creationTimestamp: "2026-01-01T00:00:00Z", labels: {team: shop}}
                spec: {replicas: 3, size: 1Gi}
                status: {conditions: [{type: Ready, status: "True"}]}
                """);

        assertThat(row(object))
                .isEqualTo(
                        JsonText.parse("[\"cart\", \"3 x 1Gi\", 6, \"Redis/cart\", \"shop\", \"5m\", \"True\", null]"));
    }

    @Test
    void cellIsNullIfItsExpressionFails() {
        JsonObject object = TestYaml.object("{kind: Redis, metadata: {name: cart}, spec: {replicas: 3}}");

        assertThat(row(object))
                .isEqualTo(JsonText.parse("[\"cart\", null, 6, \"Redis/cart\", \"none\", null, null, null]"));
    }

    @Test
    void definitionWithNonCompilingExpressionIsRejected() {
        Declaration declared = reader().read(
                        "x",
                        TestYaml.object(DEFINITION.replace("\"self.spec.replicas * 2\"", "\"self.spec.servers\"")));

        assertThat(declared)
                .isInstanceOfSatisfying(
                        Declaration.Refused.class,
                        refused -> assertThat(refused.message())
                                .startsWith(
                                        "spec.versions[0].additionalPrinterColumns[1].expression: the expression self.spec.servers"
                                                + " does not compile: undefined field 'servers'"));
    }

    private static JsonArray row(JsonObject object) {
        ApplicationKind kind = ((Declaration.Valid) reader().read("x", TestYaml.object(DEFINITION))).kind();
        Application application = new Application(
                kind.gvk(),
                ObjectMeta.fromJson(object.objectOrEmpty("metadata")),
                object.objectOrEmpty("spec"),
                object.objectOrEmpty("status"));
        return new JsonArray(kind.table().row(application, object).cells(Instant.parse("2026-01-01T00:05:00Z")));
    }

    private static DefinitionReader reader() {
        return new DefinitionReader(ReleaseTemplate.Settings.DEFAULT, JsonText::parse, new CelExpressions());
    }
}
