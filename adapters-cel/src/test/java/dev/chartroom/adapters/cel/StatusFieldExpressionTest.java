package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.StatusMapping;
import org.junit.jupiter.api.Test;

/** Status fields that a definition computes from the release. */
class StatusFieldExpressionTest {
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
                schema: {openAPIV3Schema: {type: object, properties: {spec: {properties: {size: {type: string}}}}}}
                additionalPrinterColumns:
                - {name: Failures, type: integer, expression: self.status.failures}
              status:
                fields:
                - {name: suspended, type: boolean, expression: has(self.spec.suspend) && self.spec.suspend}
                - {name: failures, type: integer, expression: "has(self.status.failures) ? self.status.failures : 0"}
                - {name: installed, type: string, expression: "self.status.history.filter(h, h.status == 'deployed')[0].chartVersion"}
                - {name: since, type: string, expression: "self.status.history[0].firstDeployed"}
              release: {prefix: redis-, chartRef: {kind: OCIRepository, name: redis}}
            """;

    @Test
    void fieldsAreComputedFromTheRelease() {
        JsonObject release = TestYaml.object("""
                metadata: {name: redis-a}
                spec: {suspend: true, values: {size: 1Gi}}
                status:
                  failures: 3
                  history:
                  - {version: 2, status: failed, chartVersion: 1.1.0, firstDeployed: "2026-01-01T00:00:00Z"}
                  - {version: 1, status: deployed, chartVersion: 1.0.0, firstDeployed: "2026-01-01T00:00:00Z"}
                """);

        assertThat(mapping().of(release).without("conditions")).isEqualTo(TestYaml.object("""
                {installedVersion: "1.0.0", observedGeneration: -1,
                 suspended: true, failures: 3, installed: "1.0.0", since: "2026-01-01T00:00:00Z"}
                """));
    }

    @Test
    void fieldIsAbsentIfItsExpressionFails() {
        assertThat(mapping().of(TestYaml.object("{metadata: {name: redis-a}, spec: {}, status: {}}")))
                .isEqualTo(TestYaml.object("{suspended: false, failures: 0}"));
        assertThat(mapping().of(TestYaml.object("{metadata: {name: redis-a}}"))).isEqualTo(JsonObject.EMPTY);
    }

    private static StatusMapping mapping() {
        DefinitionReader reader =
                new DefinitionReader(ReleaseTemplate.Settings.DEFAULT, JsonText::parse, new CelExpressions());
        Declaration declared = reader.read("x", TestYaml.object(DEFINITION));
        assertThat(declared).isInstanceOf(Declaration.Valid.class);
        return ((Declaration.Valid) declared).kind().status();
    }
}
