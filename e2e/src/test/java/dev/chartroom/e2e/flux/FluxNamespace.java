package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.ChartServer;
import dev.chartroom.e2e.harness.KindDefinitionCrd;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.PackedChart;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.harness.ProgramFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A namespace in which Flux installs the charts of objects that Chartroom serves. */
final class FluxNamespace implements AutoCloseable {
    private final ControlPlane controlPlane;
    private final String namespace;
    private final String shard;
    private final Kubectl kubectl;
    private final Flux controllers;
    private final ChartServer charts = new ChartServer();
    private final ChartRegistry registry = new ChartRegistry();
    private Optional<Program> program = Optional.empty();

    private FluxNamespace(ControlPlane controlPlane, String namespace, String shard, Flux controllers) {
        this.controlPlane = controlPlane;
        this.namespace = namespace;
        this.shard = shard;
        this.kubectl = controlPlane.kubectl();
        this.controllers = controllers;
    }

    /** Creates the namespace and starts Flux for it. Without Flux, the calling test is skipped. */
    static FluxNamespace start(ControlPlane controlPlane, String namespace) {
        String shard = namespace + "-test";
        Flux controllers = Flux.start(controlPlane, shard);
        controlPlane.kubectl().succeed("create", "namespace", namespace);
        return new FluxNamespace(controlPlane, namespace, shard, controllers);
    }

    /** Serves kinds until the namespace is closed. */
    void serve(String... definitions) throws IOException {
        serveWith("", definitions);
    }

    /** Also serves the kinds whose objects are not stored. */
    void serveWithComputedKinds(String... definitions) throws IOException {
        serveWith("computedKinds: true", definitions);
        program.orElseThrow().registered("computed.chartroom.dev", "v1alpha1");
    }

    /** Serves the kinds of custom resources, with more lines of configuration. The definitions may be invalid. */
    Program serveCustomResources(String configuration, String... definitions) {
        KindDefinitionCrd.install(kubectl);
        List.of(definitions).forEach(kubectl::apply);
        Program served = Program.start(
                controlPlane,
                ProgramFiles.writeFrom(controlPlane.server().kubeconfig(), "{customResources: true}", configuration));
        program = Optional.of(served);
        return served.registered(group(), "v1");
    }

    private void serveWith(String configuration, String... definitions) throws IOException {
        Path folder = ModuleDirectory.newWorkDirectory(namespace + "-definitions");
        for (int i = 0; i < definitions.length; i++) {
            Files.writeString(folder.resolve(i + ".yaml"), definitions[i]);
        }
        program = Optional.of(
                Program.startWith(controlPlane, folder, configuration).registered(group(), "v1"));
    }

    /** Registers another version of the kinds. */
    void registerVersion(String version) {
        program.orElseThrow().registered(group(), version);
    }

    /** Returns the API group of the kinds. */
    String group() {
        return namespace + ".example.com";
    }

    /** Pushes a chart to a registry, and returns its URL. */
    String push(PackedChart chart) {
        return registry.push(chart);
    }

    /** Makes a repository of the same name for the only chart in it. */
    void addRepository(String chart, String version, Map<String, String> files) {
        kubectl.apply("""
                apiVersion: source.toolkit.fluxcd.io/v1
                kind: HelmRepository
                metadata: {name: %s, namespace: %s}
                spec: {interval: 5m, url: "%s"}
                """.formatted(chart, namespace, charts.repository(PackedChart.of(chart, version, files))));
    }

    /** Publishes a version of the chart as an artifact. */
    void publish(String artifact, String version, Map<String, String> chart) {
        if (controllers.makesArtifacts()) {
            ArtifactGenerators.publish(kubectl, registry, namespace, PackedChart.of(artifact, version, chart));
            return;
        }
        kubectl.apply("""
                apiVersion: source.toolkit.fluxcd.io/v1
                kind: ExternalArtifact
                metadata: {name: %s, namespace: %s}
                spec: {}
                """.formatted(artifact, namespace));
        kubectl.succeed(
                "patch",
                "externalartifact",
                artifact,
                "-n",
                namespace,
                "--subresource=status",
                "--type=merge",
                "-p",
                "{\"status\": " + charts.publish(PackedChart.of(artifact, version, chart)) + "}");
    }

    /** Returns the cell VERSION of an object. */
    String version(String kind, String name) {
        String line = kubectl.succeed("get", kind, name, "-n", namespace, "--no-headers");
        return line.strip().split(" {2,}")[3];
    }

    /**
     * Returns the definition of a kind whose chart is the artifact {@code note}.
     *
     * @param spec the properties in the schema of the spec, as a YAML flow mapping
     * @param release more fields of {@code spec.release}, with an indentation of 4
     */
    String definition(String kind, String spec, String release) {
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %2$ss.%8$s}
                spec:
                  group: %8$s
                  names: {kind: %1$s, plural: %2$ss}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec: {type: object, properties: %6$s}
                  release:
                    prefix: %2$s-
                    chartRef: {kind: ExternalArtifact, name: note, namespace: %3$s}
                    labels: {%4$s: %5$s}
                    %7$s
                """.formatted(
                kind, kind.toLowerCase(Locale.ROOT), namespace, Flux.SHARD_LABEL, shard, spec, release, group());
    }

    void create(String kind, String name, String spec) {
        kubectl.succeedWithInput("""
                apiVersion: %s/v1
                kind: %s
                metadata: {name: %s, namespace: %s}
                spec: {%s}
                """.formatted(group(), kind, name, namespace, spec), "create", "-f", "-");
    }

    void release(String name, String spec) {
        kubectl.apply("""
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata: {name: %s, namespace: %s, labels: {%s: %s}}
                spec: {interval: 5m, %s}
                """.formatted(name, namespace, Flux.SHARD_LABEL, shard, spec));
    }

    void patch(String resource, String name, String patch) {
        kubectl.succeed("patch", resource, name, "-n", namespace, "--type=merge", "-p", patch);
    }

    void annotate(String release, String... annotations) {
        kubectl.succeed(Stream.concat(
                        Stream.of("annotate", "helmrelease", release, "-n", namespace, "--overwrite"),
                        Stream.of(annotations))
                .toArray(String[]::new));
    }

    void awaitReady(String resource, String name) {
        awaitCondition(resource, name, "Ready");
    }

    /** Waits for a condition of the current generation. */
    void awaitCondition(String resource, String name, String condition) {
        soon(resource + " " + name + " is " + condition)
                .untilAsserted(() -> assertThat(get(
                                resource,
                                name,
                                "{.status.conditions[?(@.type=='" + condition + "')].status} {.metadata.generation}"))
                        .isEqualTo("True " + get(resource, name, "{.status.observedGeneration}")));
    }

    ConditionFactory soon(String what) {
        return Awaitility.await(what).pollInterval(Duration.ofMillis(200)).atMost(Duration.ofSeconds(40));
    }

    boolean exists(String resource, String name) {
        return kubectl.run("get", resource, name, "-n", namespace).exitCode() == 0;
    }

    String configMap(String name, String key) {
        return get("configmap", name, "{.data." + key + "}");
    }

    String get(String resource, String name, String path) {
        return kubectl.succeed("get", resource, name, "-n", namespace, "-o", "jsonpath=" + path);
    }

    List<String> events(String release) {
        return kubectl.succeed(
                        "get",
                        "events",
                        "-n",
                        namespace,
                        "--field-selector=involvedObject.name=" + release,
                        "-o",
                        "jsonpath={range .items[*]}{.type} {.reason} {.message}{\"\\n\"}{end}")
                .lines()
                .toList();
    }

    /** Deletes the namespace. The releases come first, because Flux must remove its finalizers. */
    @Override
    public void close() {
        try {
            kubectl.succeed("delete", "helmreleases", "--all", "-n", namespace, "--timeout=50s");
            kubectl.succeed("delete", "namespace", namespace, "--wait=false");
        } finally {
            program.ifPresent(Program::close);
            registry.close();
            charts.close();
            controllers.close();
        }
    }
}
