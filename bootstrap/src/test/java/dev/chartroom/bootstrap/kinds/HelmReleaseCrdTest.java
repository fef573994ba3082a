package dev.chartroom.bootstrap.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.schema.SchemaPruner;
import dev.chartroom.apimachinery.schema.SchemaValidator;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the releases of definitions with Flux's CustomResourceDefinition, if that is available. */
class HelmReleaseCrdTest {
    private static final Path CRD = Path.of("../../shared/data/flux/helmreleases-crd.yaml");
    private static final JacksonCodec CODEC = new JacksonCodec();
    private static final CelExpressions EXPRESSIONS = new CelExpressions();

    private Schema schema;

    @BeforeEach
    void read() throws IOException {
        assumeThat(CRD).as("the HelmRelease CRD beside the repository").exists();
        schema = JacksonCodec.ofStored().parseYaml(Files.readAllBytes(CRD)) instanceof JsonObject crd
                ? Schema.of(ofSpec(crd), EXPRESSIONS)
                : Schema.of(JsonObject.EMPTY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chartRef: {apiVersion: source.toolkit.fluxcd.io/v1, kind: OCIRepository, name: redis, namespace: charts}",
                "chart: {spec: {chart: redis, sourceRef: {kind: HelmRepository, name: shop}}}",
                """
                chart: {metadata: {labels: {a: b}, annotations: {c: d}},
                    spec: {chart: ./redis, version: "1.x", reconcileStrategy: Revision, interval: 1h,
                      valuesFiles: [a.yaml], ignoreMissingValuesFiles: true,
                      sourceRef: {apiVersion: source.toolkit.fluxcd.io/v1, kind: Bucket, name: shop, namespace: flux},
                      verify: {provider: notation, secretRef: {name: keys}}}},
                timeout: 4m,
                serviceAccountName: tenant,
                install: {strategy: {name: RemediateOnFailure},
                    remediation: {retries: -1, ignoreTestFailures: true, remediateLastFailure: true}},
                upgrade: {strategy: {name: RemediateOnFailure},
                    remediation: {retries: 3, ignoreTestFailures: true, remediateLastFailure: true, strategy: uninstall}},
                valuesFrom: [{kind: Secret, name: a, valuesKey: b, targetPath: "c.d[0]", optional: true, literal: true}],
                disableWait: true,
                waitStrategy: legacy,
                healthCheckExprs: [{apiVersion: v1, kind: Pod, current: "true", inProgress: "false", failed: "false"}],
                driftDetection: {mode: warn, ignore: [{paths: [/spec/replicas, ""], target: {group: apps, version: v1,
                    kind: Deployment, name: redis, namespace: cache, annotationSelector: a, labelSelector: "b in (c)"}}]}
                """,
                """
                chartRef: {kind: ExternalArtifact, name: redis},
                install: {strategy: {name: RetryOnFailure, retryInterval: 1h30m}},
                upgrade: {strategy: {name: RetryOnFailure}},
                driftDetection: {mode: enabled}
                """
            })
    void releaseIsValidAndUnchangedByTheSchemaOfTheCrd(String release) {
        JsonObject spec = spec(kind(release));

        assertThat(SchemaPruner.prune(schema, spec, "spec").unknownFields()).isEmpty();
        assertThat(SchemaDefaulter.withDefaults(schema, spec)).isEqualTo(spec);
        assertThat(SchemaValidator.validate(schema, "spec", spec, null)).isEmpty();
    }

    @Test
    void invalidReleaseIsDetected() {
        JsonObject spec = spec(kind("chartRef: {kind: OCIRepository, name: redis}"))
                .with("chart", JsonObject.of("spec", JsonObject.of("chart", new JsonString("redis"))))
                .with("planted", new JsonString("x"));

        assertThat(SchemaPruner.prune(schema, spec, "spec").unknownFields()).containsExactly("spec.planted");
        assertThat(SchemaDefaulter.withDefaults(schema, spec)).isNotEqualTo(spec);
        assertThat(SchemaValidator.validate(schema, "spec", spec.without("planted"), null))
                .extracting(error -> error.field())
                .contains("spec.chart.spec.sourceRef");
    }

    private static JsonObject ofSpec(JsonObject crd) {
        return crd.objectOrEmpty("spec").arrayOrEmpty("versions").objects().stream()
                .filter(version -> version.stringOrEmpty("name").equals("v2"))
                .findFirst()
                .orElseThrow()
                .objectOrEmpty("schema")
                .objectOrEmpty("openAPIV3Schema")
                .objectOrEmpty("properties")
                .objectOrEmpty("spec");
    }

    private static JsonObject spec(ApplicationKind kind) {
        ObjectMeta named =
                ObjectMeta.builder().name("cache").namespace("team-a").build();
        return ReleaseConverter.newRelease(kind, new Application(kind.gvk(), named, JsonObject.EMPTY, JsonObject.EMPTY))
                .objectOrEmpty("spec");
    }

    private static ApplicationKind kind(String release) {
        String definition = """
                {apiVersion: chartroom.dev/v1alpha1, kind: KindDefinition, metadata: {name: redises.apps.example.com},
                 spec: {group: apps.example.com, names: {kind: Redis, plural: redises},
                  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object,
                    properties: {spec: {type: object}}}}}],
                  release: {prefix: redis-, %s}}}
                """.formatted(release);
        DefinitionReader reader = new DefinitionReader(
                ReleaseTemplate.Settings.DEFAULT,
                text -> CODEC.parse(text.getBytes(StandardCharsets.UTF_8)),
                EXPRESSIONS);
        JsonObject json = (JsonObject) CODEC.parseYaml(definition.getBytes(StandardCharsets.UTF_8));
        assertThat(reader.read("the definition", json)).isInstanceOf(Declaration.Valid.class);
        return ((Declaration.Valid) reader.read("the definition", json)).kind();
    }
}
