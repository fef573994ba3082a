package dev.chartroom.domain.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.kind.SourceRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FromChartTest {
    private static final JsonObject SCHEMA =
            TestYaml.object("{type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}");
    private static final String NOT_KNOWN =
            "spec.versions[0].schema.fromChart: only a server that follows the chart knows the schema of the chart";

    @Test
    void sourceDefaultsToTheChartRefOfTheRelease() {
        assertThat(FromChart.sources(definition("{}", "{kind: HelmChart, name: redis, namespace: charts}")))
                .containsExactly(new SourceRef("source.toolkit.fluxcd.io/v1", "HelmChart", "charts", "redis"));
        assertThat(FromChart.sources(definition(
                        "{sourceRef: {apiVersion: source.toolkit.fluxcd.io/v1beta2, kind: OCIRepository, namespace: a, name: b}}",
                        "{kind: HelmChart, name: redis}")))
                .containsExactly(new SourceRef("source.toolkit.fluxcd.io/v1beta2", "OCIRepository", "a", "b"))
                .first()
                .hasToString("OCIRepository a/b");
    }

    @Test
    void completedDefinitionHasTheSchemaOfItsChart() {
        JsonObject definition = definition("{}", "{kind: OCIRepository, name: redis, namespace: charts}");
        List<SourceRef> asked = new ArrayList<>();

        JsonObject completed = FromChart.completed(definition, source -> {
            asked.add(source);
            return Optional.of(SCHEMA);
        });

        assertThat(asked).hasSize(1);
        assertThat(read(completed))
                .isInstanceOfSatisfying(
                        Declaration.Valid.class,
                        valid -> assertThat(valid.kind().schema().json())
                                .isEqualTo(TestYaml.object("{type: object, properties: {size: {type: integer}}}")));
        assertThat(FromChart.following(completed)).isEqualTo(definition);
        assertThat(FromChart.completed(definition, _ -> Optional.empty())).isEqualTo(definition);
    }

    @Test
    void definitionThatFollowsNoChartStaysUnchanged() {
        JsonObject own = FromChart.completed(
                definition("{}", "{kind: OCIRepository, name: a, namespace: b}"), _ -> Optional.of(SCHEMA));
        JsonObject theirs = TestYaml.object("""
                {apiVersion: cozystack.io/v1alpha1, kind: ApplicationDefinition, spec: {
                  versions: [{schema: {fromChart: {}}}], release: {chartRef: {kind: HelmChart, name: a, namespace: b}}}}""");

        for (JsonObject definition : List.of(own, theirs, JsonObject.EMPTY)) {
            assertThat(FromChart.sources(definition)).isEmpty();
            assertThat(FromChart.completed(definition, _ -> Optional.of(SCHEMA)))
                    .isEqualTo(definition);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {} | {kind: OCIRepository, name: a, namespace: b} | -
            {} | {kind: OCIRepository, name: a} | spec.versions[0].schema.fromChart: requires the namespace of the chart, in spec.release.chartRef or in sourceRef
            {sourceRef: {kind: OCIRepository, name: a}} | {kind: OCIRepository, name: a} | spec.versions[0].schema.fromChart.sourceRef.namespace: required
            {sourceRef: {kind: Bucket, name: a, namespace: b}} | {kind: OCIRepository, name: a} | spec.versions[0].schema.fromChart.sourceRef.kind: must be OCIRepository, HelmChart or ExternalArtifact, not "Bucket"
            {sourceRef: {apiVersion: v1, kind: HelmChart, name: a, namespace: b}} | {kind: OCIRepository, name: a} | spec.versions[0].schema.fromChart.sourceRef.apiVersion: must be a version of source.toolkit.fluxcd.io, not "v1"
            {sourceRef: {kind: HelmChart, name: a, namespace: ../b}} | {kind: OCIRepository, name: a} | spec.versions[0].schema.fromChart.sourceRef.namespace: must be a DNS-1123 label, not "../b"
            {chart: a} | {kind: OCIRepository, name: a, namespace: b} | spec.versions[0].schema.fromChart.chart: unknown field
            [] | {kind: OCIRepository, name: a, namespace: b} | spec.versions[0].schema.fromChart: must be an object
            """)
    void unresolvedOrMalformedFromChartIsRejected(String fromChart, String chartRef, String problem) {
        assertThat(read(definition(fromChart, chartRef)))
                .isEqualTo(new Declaration.Refused("test", problem.equals("-") ? NOT_KNOWN : problem));
    }

    @Test
    void fromChartBesideOpenApiSchemaIsRejected() {
        JsonObject both = TestYaml.object(definition("{}", "{kind: OCIRepository, name: a, namespace: b}")
                .toString()
                .replace("\"fromChart\"", "\"openAPIV3Schema\":" + SCHEMA + ",\"fromChart\""));

        assertThat(read(both))
                .isEqualTo(new Declaration.Refused(
                        "test", "spec.versions[0].schema.fromChart: must not be set together with openAPIV3Schema"));
    }

    private static Declaration read(JsonObject definition) {
        return new DefinitionReader(Settings.DEFAULT, TestYaml::parse, SchemaExpressions.JDK).read("test", definition);
    }

    private static JsonObject definition(String fromChart, String chartRef) {
        return TestYaml.object("""
                {apiVersion: chartroom.dev/v1alpha1, kind: KindDefinition,
                metadata: {name: redises.apps.example.com},
                spec: {
                  group: apps.example.com,
                  names: {kind: Redis, plural: redises},
                  versions: [{name: v1alpha1, served: true, storage: true, schema: {fromChart: %s}}],
                  release: {prefix: redis-, chartRef: %s}}}
                """.formatted(fromChart, chartRef));
    }
}
