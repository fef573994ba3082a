package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.PackedChart;
import java.time.Duration;
import org.awaitility.Awaitility;

/** Lets the real source-watcher make ExternalArtifacts from charts in a registry. */
final class ArtifactGenerators {
    private static final String CRD = "artifactgenerators.source.extensions.fluxcd.io";
    private static final String ARTIFACT = "jsonpath={.status.artifact.digest}";

    private ArtifactGenerators() {}

    /** Installs a CRD that accepts any content. */
    static void install(Kubectl kubectl) {
        kubectl.apply("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %s}
                spec:
                  group: source.extensions.fluxcd.io
                  names: {kind: ArtifactGenerator, plural: artifactgenerators}
                  scope: Namespaced
                  versions:
                    - name: v1beta1
                      served: true
                      storage: true
                      subresources: {status: {}}
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec: {type: object, x-kubernetes-preserve-unknown-fields: true}
                            status: {type: object, x-kubernetes-preserve-unknown-fields: true}
                """.formatted(CRD));
        Awaitility.await("generators can be listed")
                .until(() -> kubectl.run("get", CRD, "-A").exitCode() == 0);
    }

    static void remove(Kubectl kubectl) {
        kubectl.succeed("delete", "crd", CRD, "--ignore-not-found", "--wait");
    }

    /** Makes the artifact of a chart with the name of the chart, or replaces its content. */
    static void publish(Kubectl kubectl, ChartRegistry registry, String namespace, PackedChart chart) {
        String name = chart.name();
        String before = kubectl.run("get", "externalartifact", name, "-n", namespace, "-o", ARTIFACT)
                .stdout();
        kubectl.apply("""
                apiVersion: source.toolkit.fluxcd.io/v1
                kind: OCIRepository
                metadata:
                  name: %1$s-source
                  namespace: %2$s
                  annotations: {reconcile.fluxcd.io/requestedAt: "%3$s"}
                spec:
                  interval: 5m
                  timeout: 60s
                  url: "%4$s"
                  insecure: true
                  ref: {semver: ">=0"}
                  layerSelector: {mediaType: "%5$s", operation: extract}
                ---
                apiVersion: source.extensions.fluxcd.io/v1beta1
                kind: ArtifactGenerator
                metadata: {name: %1$s, namespace: %2$s}
                spec:
                  sources: [{alias: chart, kind: OCIRepository, name: %1$s-source}]
                  artifacts:
                    - name: %1$s
                      copy: [{from: "@chart/**", to: "@artifact/"}]
                """.formatted(name, namespace, chart.version(), registry.push(chart), ChartRegistry.CHART_LAYER));
        Awaitility.await("the artifact of " + name)
                .atMost(Duration.ofSeconds(40))
                .untilAsserted(
                        () -> assertThat(kubectl.run("get", "externalartifact", name, "-n", namespace, "-o", ARTIFACT)
                                        .stdout())
                                .isNotEmpty()
                                .isNotEqualTo(before));
    }
}
