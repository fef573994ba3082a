package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ChartServer;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.PackedChart;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Flux installs the charts of objects that Chartroom serves. The chart of all objects is a ConfigMap with their text. */
@RequiresControlPlane
class FluxTest {
    private static final String NAMESPACE = "flux";
    private static final String SHARD = "flux-test";
    private static final String READY = "{.status.conditions[?(@.type=='Ready')]";
    private static final Map<String, String> CHART =
            Map.of("values.yaml", "text: none\nplatform: none\nbroken: false\n", "templates/note.yaml", """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              # An underscore makes the name invalid.
              name: {{ .Release.Name }}{{ if .Values.broken }}_{{ end }}
            data:
              text: {{ .Values.text | quote }}
              platform: {{ .Values.platform | quote }}
              chart: {{ .Chart.Version | quote }}
            """);

    private static Kubectl kubectl;
    private static ChartServer charts;
    private static ChartRegistry registry;
    private static Flux flux;
    private static Program program;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        kubectl = controlPlane.kubectl();
        flux = Flux.start(controlPlane, SHARD);
        charts = new ChartServer();
        registry = new ChartRegistry();
        kubectl.succeed("create", "namespace", NAMESPACE);
        publish("note", "1.0.0", CHART);
        publish("slip", "0.2.0", CHART);
        Path definitions = ModuleDirectory.newWorkDirectory("flux-definitions");
        Files.writeString(definitions.resolve("notes.yaml"), definition("Note", "retryInterval: 1s"));
        Files.writeString(definitions.resolve("memos.yaml"), definition("Memo", """
                        install: {strategy: {name: RemediateOnFailure}}
                            upgrade: {strategy: {name: RemediateOnFailure}, remediation: {retries: 1}}"""));
        Files.writeString(
                definitions.resolve("cards.yaml"),
                definition("Card", "valuesFrom: [{kind: ConfigMap, name: platform, optional: true}]"));
        Files.writeString(
                definitions.resolve("slips.yaml"), definition("Slip", """
                        retryInterval: 2s
                            stalledAfter: 2""").replace("name: note,", "name: slip,"));
        program = Program.start(controlPlane, definitions).registered("flux.example.com", "v1");
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            // Flux must remove its finalizers.
            kubectl.succeed("delete", "helmreleases", "--all", "-n", NAMESPACE, "--timeout=50s");
            program.close();
            kubectl.succeed("delete", "namespace", NAMESPACE, "--wait=false");
        }
        if (registry != null) {
            registry.close();
            charts.close();
        }
        if (flux != null) {
            flux.close();
        }
    }

    @Test
    void createdObjectBecomesReady() {
        create("Note", "first", "text: hello");

        awaitReady("note", "first");

        assertThat(configMap("note-first", "text")).isEqualTo("hello");
        assertThat(get("note", "first", READY + ".reason}")).isEqualTo("InstallSucceeded");
        assertThat(get("helmrelease", "note-first", "{.status.history[0].status} {.status.inventory.entries[0].id}"))
                .isEqualTo("deployed flux_note-first__ConfigMap");
        assertThat(get("secret", "sh.helm.release.v1.note-first.v1", "{.type}")).isEqualTo("helm.sh/release.v1");
        soon("the Event")
                .untilAsserted(() -> assertThat(events("note-first"))
                        .anyMatch(event -> event.startsWith("Normal InstallSucceeded Helm install succeeded")));
    }

    @Test
    void patchedObjectIsReadyWithANewRevision() {
        create("Note", "patched", "text: old");
        awaitReady("note", "patched");

        patch("note", "patched", "{\"spec\": {\"text\": \"new\"}}");

        soon("the new text")
                .untilAsserted(
                        () -> assertThat(configMap("note-patched", "text")).isEqualTo("new"));
        awaitReady("note", "patched");
        assertThat(get("helmrelease", "note-patched", "{.status.history[*].version}: {.status.history[*].status}"))
                .isEqualTo("2 1: deployed superseded");
        assertThat(get("note", "patched", READY + ".reason}")).isEqualTo("UpgradeSucceeded");
    }

    @Test
    void deletedObjectIsUninstalled() {
        create("Note", "deleted", "text: hello");
        awaitReady("note", "deleted");

        kubectl.succeed("delete", "note", "deleted", "-n", NAMESPACE, "--timeout=30s");

        assertThat(exists("configmap", "note-deleted")).isFalse();
        assertThat(exists("secret", "sh.helm.release.v1.note-deleted.v1")).isFalse();
        assertThat(exists("helmrelease", "note-deleted")).isFalse();
    }

    @Test
    void failedInstallIsRetriedUntilTheSpecIsFixed() {
        create("Note", "retried", "broken: true");
        soon("the failure")
                .untilAsserted(() -> assertThat(
                                get("note", "retried", "{.status.conditions[?(@.type=='Reconciling')].message}"))
                        .isEqualTo("retrying after 1s"));
        assertThat(get("note", "retried", READY + ".status} " + READY + ".reason}"))
                .containsPattern("(False|Unknown) (Install|Upgrade)Failed|Unknown Progressing");
        assertThat(get("note", "retried", "{.status.conditions[?(@.type=='Released')].message}"))
                .contains("failed for release flux/note-retried with chart note@1.0.0", "note-retried_");

        patch("note", "retried", "{\"spec\": {\"broken\": null, \"text\": \"fixed\"}}");

        awaitReady("note", "retried");
        assertThat(configMap("note-retried", "text")).isEqualTo("fixed");
        assertThat(get("helmrelease", "note-retried", "{.status.failures}")).isEmpty();
    }

    @Test
    void failedInstallWithoutRetriesStallsTheObject() {
        create("Memo", "stalled", "broken: true");

        awaitCondition("memo", "stalled", "Stalled");

        assertThat(get("memo", "stalled", "{.status.conditions[?(@.type=='Stalled')].reason}"))
                .isEqualTo("RetriesExceeded");
        assertThat(get("memo", "stalled", "{.status.conditions[?(@.type=='Stalled')].message}"))
                .isEqualTo("Failed to install after 1 attempt(s)");
        assertThat(get("memo", "stalled", READY + ".status} " + READY + ".reason}"))
                .isEqualTo("False InstallFailed");
        assertThat(get("helmrelease", "memo-stalled", "{.status.installFailures} {.status.observedGeneration}"))
                .isEqualTo("1 1");
        assertThat(events("memo-stalled")).anyMatch(event -> event.startsWith("Warning InstallFailed Helm install"));
    }

    @Test
    void failedUpgradeIsRolledBack() {
        create("Memo", "rolledback", "text: good");
        awaitReady("memo", "rolledback");

        patch("memo", "rolledback", "{\"spec\": {\"broken\": true, \"text\": \"bad\"}}");

        awaitCondition("memo", "rolledback", "Stalled");
        assertThat(get("memo", "rolledback", "{.status.conditions[?(@.type=='Stalled')].message}"))
                .isEqualTo("Failed to upgrade after 2 attempt(s)");
        assertThat(get("helmrelease", "memo-rolledback", "{.status.conditions[?(@.type=='Remediated')].reason}"))
                .isEqualTo("RollbackSucceeded");
        assertThat(configMap("memo-rolledback", "text")).isEqualTo("good");
    }

    @Test
    void objectWhoseUpgradesFailAgainAndAgainIsStalledAndNamesBothVersions() {
        create("Slip", "torn", "text: good");
        awaitReady("slip", "torn");
        assertThat(version("slip", "torn")).isEqualTo("0.2.0");

        Map<String, String> broken = new HashMap<>(CHART);
        broken.computeIfPresent("values.yaml", (_, values) -> values.replace("broken: false", "broken: true"));
        publish("slip", "0.3.0", broken);

        soon("both versions")
                .untilAsserted(() -> assertThat(version("slip", "torn")).isEqualTo("0.2.0 -> 0.3.0"));
        String stalled = "{.status.conditions[?(@.type=='Stalled')].reason}";
        soon("the object is stalled")
                .untilAsserted(() -> assertThat(get("slip", "torn", stalled)).isEqualTo("RetriesFailed"));
        // Flux retains five failed revisions. After more, the release does not name the deployed one.
        soon("the deployed revision is forgotten")
                .untilAsserted(() -> assertThat(version("slip", "torn")).isEqualTo("<unknown> -> 0.3.0"));
        assertThat(get("slip", "torn", stalled)).isEqualTo("RetriesFailed");

        patch("slip", "torn", "{\"spec\": {\"broken\": false}}");

        awaitReady("slip", "torn");
        assertThat(version("slip", "torn")).isEqualTo("0.3.0");
        assertThat(get("slip", "torn", stalled)).isEmpty();
    }

    /** Flux observes the generation of a suspended release, although it rolls nothing out. */
    @Test
    void suspendedReleaseObservesAGenerationThatItDoesNotRollOut() {
        create("Note", "suspended", "text: old");
        awaitReady("note", "suspended");
        patch("helmrelease", "note-suspended", "{\"spec\": {\"suspend\": true}}");

        patch("note", "suspended", "{\"spec\": {\"text\": \"new\"}}");

        String generation = get("helmrelease", "note-suspended", "{.metadata.generation}");
        soon("the generation is observed")
                .untilAsserted(() -> assertThat(get("helmrelease", "note-suspended", "{.status.observedGeneration}"))
                        .isEqualTo(generation));
        assertThat(get("helmrelease", "note-suspended", READY + ".observedGeneration}"))
                .isNotEqualTo(generation);
        assertThat(configMap("note-suspended", "text")).isEqualTo("old");
        soon("the object says so")
                .untilAsserted(() -> assertThat(
                                get("note", "suspended", "{.status.conditions[?(@.type=='Suspended')].status}"))
                        .isEqualTo("True"));
        assertThat(get("note", "suspended", "{.status.observedGeneration}"))
                .isNotEqualTo(get("note", "suspended", "{.metadata.generation}"));

        patch("helmrelease", "note-suspended", "{\"spec\": {\"suspend\": false}}");
        soon("it is rolled out")
                .untilAsserted(
                        () -> assertThat(configMap("note-suspended", "text")).isEqualTo("new"));
    }

    @Test
    void deletedObjectOfASuspendedReleaseLeavesItsChartInstalled() {
        create("Note", "orphan", "text: hello");
        awaitReady("note", "orphan");
        patch("helmrelease", "note-orphan", "{\"spec\": {\"suspend\": true}}");

        kubectl.succeed("delete", "note", "orphan", "-n", NAMESPACE, "--timeout=30s");

        assertThat(configMap("note-orphan", "text")).isEqualTo("hello");
        assertThat(exists("secret", "sh.helm.release.v1.note-orphan.v1")).isTrue();
    }

    @Test
    void valuesFromAConfigMapAreRolledOut() {
        kubectl.succeed("create", "configmap", "platform", "-n", NAMESPACE, "--from-literal=values.yaml=platform: eu");
        kubectl.succeed("label", "configmap", "platform", "-n", NAMESPACE, "reconcile.fluxcd.io/watch=Enabled");
        create("Card", "values", "text: hello");
        awaitReady("card", "values");
        assertThat(configMap("card-values", "platform")).isEqualTo("eu");

        kubectl.succeed(
                "patch",
                "configmap",
                "platform",
                "-n",
                NAMESPACE,
                "-p",
                "{\"data\": {\"values.yaml\": \"platform: us\"}}");

        soon("the change is rolled out")
                .untilAsserted(
                        () -> assertThat(configMap("card-values", "platform")).isEqualTo("us"));
    }

    @Test
    void missingValuesAreReported() {
        release("unvalued", "chartRef: {kind: ExternalArtifact, name: note}, valuesFrom: [{kind: Secret, name: none}]");

        soon("the reason")
                .untilAsserted(() -> assertThat(get("helmrelease", "unvalued", READY + ".reason}"))
                        .isEqualTo("ValuesError"));
    }

    @Test
    void releaseWaitsForItsDependency() {
        release("dependent", "chartRef: {kind: ExternalArtifact, name: note}, dependsOn: [{name: dependency}]");
        soon("it waits")
                .untilAsserted(() -> assertThat(get("helmrelease", "dependent", READY + ".reason}"))
                        .isEqualTo("DependencyNotReady"));

        release("dependency", "chartRef: {kind: ExternalArtifact, name: note}");

        awaitReady("helmrelease", "dependent");
    }

    @Test
    void requestedReconciliationIsHandledAndAForcedOneUpgrades() {
        create("Note", "requested", "text: hello");
        awaitReady("note", "requested");

        annotate("note-requested", "reconcile.fluxcd.io/requestedAt=one");
        soon("the request is handled")
                .untilAsserted(
                        () -> assertThat(get("helmrelease", "note-requested", "{.status.lastHandledReconcileAt}"))
                                .isEqualTo("one"));
        assertThat(get("helmrelease", "note-requested", "{.status.history[0].version}"))
                .isEqualTo("1");

        annotate("note-requested", "reconcile.fluxcd.io/forceAt=two", "reconcile.fluxcd.io/requestedAt=two");
        soon("the forced upgrade")
                .untilAsserted(() -> assertThat(get(
                                "helmrelease",
                                "note-requested",
                                "{.status.lastHandledForceAt} {.status.history[0].version}"))
                        .isEqualTo("two 2"));
    }

    @Test
    void resetRequestStartsAStalledReleaseAgain() {
        create("Memo", "reset", "broken: true");
        awaitCondition("memo", "reset", "Stalled");

        annotate("memo-reset", "reconcile.fluxcd.io/resetAt=one", "reconcile.fluxcd.io/requestedAt=one");

        soon("another revision")
                .untilAsserted(() -> assertThat(get(
                                "helmrelease",
                                "memo-reset",
                                "{.status.lastHandledResetAt} {.status.history[0].version}"))
                        .isEqualTo("one 2"));
    }

    @Test
    void driftIsCorrected() {
        release(
                "drifting",
                "chartRef: {kind: ExternalArtifact, name: note}, driftDetection: {mode: enabled}, values: {text: mine}");
        awaitReady("helmrelease", "drifting");
        kubectl.succeed("patch", "configmap", "drifting", "-n", NAMESPACE, "-p", "{\"data\": {\"text\": \"theirs\"}}");

        annotate("drifting", "reconcile.fluxcd.io/requestedAt=one");

        soon("the correction")
                .untilAsserted(() -> assertThat(configMap("drifting", "text")).isEqualTo("mine"));
        soon("the Events")
                .untilAsserted(() -> assertThat(events("drifting"))
                        .anyMatch(event -> event.startsWith("Warning DriftDetected"))
                        .anyMatch(event -> event.startsWith("Normal DriftCorrected")));
        awaitReady("helmrelease", "drifting");
    }

    @Test
    void testsOfAChartWithoutTestsSucceed() {
        release("tested", "chartRef: {kind: ExternalArtifact, name: note}, test: {enable: true}");

        awaitReady("helmrelease", "tested");

        assertThat(get("helmrelease", "tested", "{.status.conditions[?(@.type=='TestSuccess')].reason}"))
                .isEqualTo("TestSucceeded");
    }

    @Test
    void chartOfARepositoryIsInstalled() {
        addRepository("shelf", "2.1.0");

        release(
                "shelved",
                "chart: {spec: {chart: shelf, version: 2.x, sourceRef: {kind: HelmRepository, name: shelf}}}");

        awaitReady("helmrelease", "shelved");
        assertThat(configMap("shelved", "chart")).isEqualTo("2.1.0");
        assertThat(get("helmrelease", "shelved", "{.status.helmChart} {.status.lastAttemptedRevision}"))
                .isEqualTo("flux/flux-shelved 2.1.0");
    }

    @Test
    void unknownVersionOfAChartIsReported() {
        addRepository("rack", "1.0.0");

        release("racked", "chart: {spec: {chart: rack, version: 9.x, sourceRef: {kind: HelmRepository, name: rack}}}");

        soon("the reason")
                .untilAsserted(() -> assertThat(get("helmrelease", "racked", READY + ".reason} " + READY + ".message}"))
                        .startsWith("SourceNotReady HelmChart 'flux/flux-racked' is not ready: ")
                        .contains("no 'rack' chart with version matching '9.x' found"));
    }

    @Test
    void chartOfARegistryIsInstalledWithTheDigestInItsVersion() {
        String url = registry.push(PackedChart.of("pushed", "3.0.0", CHART));
        kubectl.apply("""
                apiVersion: source.toolkit.fluxcd.io/v1
                kind: OCIRepository
                metadata: {name: pushed, namespace: %s}
                spec:
                  interval: 5m
                  timeout: 60s # the default of the real CRD, without which source-controller panics
                  url: "%s"
                  insecure: true
                  ref: {semver: ">=2"}
                  layerSelector: {mediaType: "%s", operation: copy}
                """.formatted(NAMESPACE, url, ChartRegistry.CHART_LAYER));

        release("pulled", "chartRef: {kind: OCIRepository, name: pushed}");

        awaitReady("helmrelease", "pulled");
        assertThat(get("helmrelease", "pulled", "{.status.lastAttemptedRevision}"))
                .matches("3\\.0\\.0\\+[0-9a-f]{12}");
        assertThat(get("helmrelease", "pulled", "{.status.history[0].ociDigest}"))
                .startsWith("sha256:");
    }

    /** Makes a repository of the same name for the only chart in it. */
    private static void addRepository(String chart, String version) {
        kubectl.apply("""
                apiVersion: source.toolkit.fluxcd.io/v1
                kind: HelmRepository
                metadata: {name: %s, namespace: %s}
                spec: {interval: 5m, url: "%s"}
                """.formatted(chart, NAMESPACE, charts.repository(PackedChart.of(chart, version, CHART))));
    }

    /** Publishes a version of the chart as an artifact. */
    private static void publish(String artifact, String version, Map<String, String> chart) {
        if (flux.makesArtifacts()) {
            ArtifactGenerators.publish(kubectl, registry, NAMESPACE, PackedChart.of(artifact, version, chart));
            return;
        }
        kubectl.apply("""
                apiVersion: source.toolkit.fluxcd.io/v1
                kind: ExternalArtifact
                metadata: {name: %s, namespace: %s}
                spec: {}
                """.formatted(artifact, NAMESPACE));
        kubectl.succeed(
                "patch",
                "externalartifact",
                artifact,
                "-n",
                NAMESPACE,
                "--subresource=status",
                "--type=merge",
                "-p",
                "{\"status\": " + charts.publish(PackedChart.of(artifact, version, chart)) + "}");
    }

    /** Returns the cell VERSION of an object. */
    private static String version(String kind, String name) {
        String line = kubectl.succeed("get", kind, name, "-n", NAMESPACE, "--no-headers");
        return line.strip().split(" {2,}")[3];
    }

    private static String definition(String kind, String release) {
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %2$ss.flux.example.com}
                spec:
                  group: flux.example.com
                  names: {kind: %1$s, plural: %2$ss}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec: {type: object, properties: {text: {type: string}, broken: {type: boolean}}}
                  release:
                    prefix: %2$s-
                    chartRef: {kind: ExternalArtifact, name: note, namespace: %3$s}
                    labels: {%4$s: %5$s}
                    %6$s
                """.formatted(kind, kind.toLowerCase(Locale.ROOT), NAMESPACE, Flux.SHARD_LABEL, SHARD, release);
    }

    private static void create(String kind, String name, String spec) {
        kubectl.succeedWithInput("""
                apiVersion: flux.example.com/v1
                kind: %s
                metadata: {name: %s, namespace: %s}
                spec: {%s}
                """.formatted(kind, name, NAMESPACE, spec), "create", "-f", "-");
    }

    private static void release(String name, String spec) {
        kubectl.apply("""
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata: {name: %s, namespace: %s, labels: {%s: %s}}
                spec: {interval: 5m, %s}
                """.formatted(name, NAMESPACE, Flux.SHARD_LABEL, SHARD, spec));
    }

    private static void patch(String resource, String name, String patch) {
        kubectl.succeed("patch", resource, name, "-n", NAMESPACE, "--type=merge", "-p", patch);
    }

    private static void annotate(String release, String... annotations) {
        kubectl.succeed(Stream.concat(
                        Stream.of("annotate", "helmrelease", release, "-n", NAMESPACE, "--overwrite"),
                        Stream.of(annotations))
                .toArray(String[]::new));
    }

    private static void awaitReady(String resource, String name) {
        awaitCondition(resource, name, "Ready");
    }

    /** Waits for a condition of the current generation. */
    private static void awaitCondition(String resource, String name, String condition) {
        soon(resource + " " + name + " is " + condition)
                .untilAsserted(() -> assertThat(get(
                                resource,
                                name,
                                "{.status.conditions[?(@.type=='" + condition + "')].status} {.metadata.generation}"))
                        .isEqualTo("True " + get(resource, name, "{.status.observedGeneration}")));
    }

    private static ConditionFactory soon(String what) {
        return Awaitility.await(what).pollInterval(Duration.ofMillis(200)).atMost(Duration.ofSeconds(40));
    }

    private static boolean exists(String resource, String name) {
        return kubectl.run("get", resource, name, "-n", NAMESPACE).exitCode() == 0;
    }

    private static String configMap(String name, String key) {
        return get("configmap", name, "{.data." + key + "}");
    }

    private static String get(String resource, String name, String path) {
        return kubectl.succeed("get", resource, name, "-n", NAMESPACE, "-o", "jsonpath=" + path);
    }

    private static List<String> events(String release) {
        return kubectl.succeed(
                        "get",
                        "events",
                        "-n",
                        NAMESPACE,
                        "--field-selector=involvedObject.name=" + release,
                        "-o",
                        "jsonpath={range .items[*]}{.type} {.reason} {.message}{\"\\n\"}{end}")
                .lines()
                .toList();
    }
}
