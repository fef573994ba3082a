package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.clients.ClientProgram;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.PackedChart;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Flux installs the charts of objects that Chartroom serves. The chart of all objects is a ConfigMap with their text. */
@RequiresControlPlane
class FluxTest {
    private static final String NAMESPACE = "flux";
    private static final String SPEC = "{text: {type: string}, broken: {type: boolean}}";
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
    private static FluxNamespace flux;

    @BeforeAll
    static void start() throws IOException {
        kubectl = ControlPlane.shared().kubectl();
        flux = FluxNamespace.start(ControlPlane.shared(), NAMESPACE);
        flux.publish("note", "1.0.0", CHART);
        flux.publish("slip", "0.2.0", CHART);
        flux.serve(
                flux.definition("Note", SPEC, "retryInterval: 1s"),
                flux.definition("Memo", SPEC, """
                        install: {strategy: {name: RemediateOnFailure}}
                            upgrade: {strategy: {name: RemediateOnFailure}, remediation: {retries: 1}}"""),
                flux.definition("Card", SPEC, "valuesFrom: [{kind: ConfigMap, name: platform, optional: true}]"),
                flux.definition("Post", SPEC, """
                        retryInterval: 1s
                            stalledAfter: 2"""),
                flux.definition("Folio", SPEC, """
                        retryInterval: 1s
                            serviceAccountName: publisher
                            maxHistory: 2
                            driftDetection: {mode: warn}"""),
                flux.definition("Slip", SPEC, """
                        retryInterval: 2s
                            stalledAfter: 2""").replace("name: note,", "name: slip,"));
    }

    @AfterAll
    static void stop() {
        if (flux != null) {
            flux.close();
        }
    }

    @Test
    void createdObjectBecomesReady() {
        flux.create("Note", "first", "text: hello");

        flux.awaitReady("note", "first");

        assertThat(flux.configMap("note-first", "text")).isEqualTo("hello");
        assertThat(flux.get("note", "first", READY + ".reason}")).isEqualTo("InstallSucceeded");
        assertThat(flux.get(
                        "helmrelease", "note-first", "{.status.history[0].status} {.status.inventory.entries[0].id}"))
                .isEqualTo("deployed flux_note-first__ConfigMap");
        assertThat(flux.get("secret", "sh.helm.release.v1.note-first.v1", "{.type}"))
                .isEqualTo("helm.sh/release.v1");
        flux.soon("the Event")
                .untilAsserted(() -> assertThat(flux.events("note-first"))
                        .anyMatch(event -> event.startsWith("Normal InstallSucceeded Helm install succeeded")));
    }

    @Test
    void patchedObjectIsReadyWithANewRevision() {
        flux.create("Note", "patched", "text: old");
        flux.awaitReady("note", "patched");

        flux.patch("note", "patched", "{\"spec\": {\"text\": \"new\"}}");

        flux.soon("the new text")
                .untilAsserted(
                        () -> assertThat(flux.configMap("note-patched", "text")).isEqualTo("new"));
        flux.awaitReady("note", "patched");
        assertThat(flux.get("helmrelease", "note-patched", "{.status.history[*].version}: {.status.history[*].status}"))
                .isEqualTo("2 1: deployed superseded");
        assertThat(flux.get("note", "patched", READY + ".reason}")).isEqualTo("UpgradeSucceeded");
    }

    @Test
    void deletedObjectIsUninstalled() {
        flux.create("Note", "deleted", "text: hello");
        flux.awaitReady("note", "deleted");

        kubectl.succeed("delete", "note", "deleted", "-n", NAMESPACE, "--timeout=30s");

        assertThat(flux.exists("configmap", "note-deleted")).isFalse();
        assertThat(flux.exists("secret", "sh.helm.release.v1.note-deleted.v1")).isFalse();
        assertThat(flux.exists("helmrelease", "note-deleted")).isFalse();
    }

    @Test
    void failedInstallIsRetriedUntilTheSpecIsFixed() {
        flux.create("Note", "retried", "broken: true");
        flux.soon("the failure")
                .untilAsserted(() -> assertThat(
                                flux.get("note", "retried", "{.status.conditions[?(@.type=='Reconciling')].message}"))
                        .isEqualTo("retrying after 1s"));
        assertThat(flux.get("note", "retried", READY + ".status} " + READY + ".reason}"))
                .containsPattern("(False|Unknown) (Install|Upgrade)Failed|Unknown Progressing");
        assertThat(flux.get("note", "retried", "{.status.conditions[?(@.type=='Released')].message}"))
                .contains("failed for release flux/note-retried with chart note@1.0.0", "note-retried_");

        flux.patch("note", "retried", "{\"spec\": {\"broken\": null, \"text\": \"fixed\"}}");

        flux.awaitReady("note", "retried");
        assertThat(flux.configMap("note-retried", "text")).isEqualTo("fixed");
        assertThat(flux.get("helmrelease", "note-retried", "{.status.failures}"))
                .isEmpty();
    }

    @Test
    void failedInstallWithoutRetriesStallsTheObject() {
        flux.create("Memo", "stalled", "broken: true");

        flux.awaitCondition("memo", "stalled", "Stalled");

        assertThat(flux.get("memo", "stalled", "{.status.conditions[?(@.type=='Stalled')].reason}"))
                .isEqualTo("RetriesExceeded");
        assertThat(flux.get("memo", "stalled", "{.status.conditions[?(@.type=='Stalled')].message}"))
                .isEqualTo("Failed to install after 1 attempt(s)");
        assertThat(flux.get("memo", "stalled", READY + ".status} " + READY + ".reason}"))
                .isEqualTo("False InstallFailed");
        assertThat(flux.get("helmrelease", "memo-stalled", "{.status.installFailures} {.status.observedGeneration}"))
                .isEqualTo("1 1");
        assertThat(flux.events("memo-stalled"))
                .anyMatch(event -> event.startsWith("Warning InstallFailed Helm install"));
    }

    @Test
    void failedUpgradeIsRolledBack() {
        flux.create("Memo", "rolledback", "text: good");
        flux.awaitReady("memo", "rolledback");

        flux.patch("memo", "rolledback", "{\"spec\": {\"broken\": true, \"text\": \"bad\"}}");

        flux.awaitCondition("memo", "rolledback", "Stalled");
        assertThat(flux.get("memo", "rolledback", "{.status.conditions[?(@.type=='Stalled')].message}"))
                .isEqualTo("Failed to upgrade after 2 attempt(s)");
        assertThat(flux.get("helmrelease", "memo-rolledback", "{.status.conditions[?(@.type=='Remediated')].reason}"))
                .isEqualTo("RollbackSucceeded");
        assertThat(flux.configMap("memo-rolledback", "text")).isEqualTo("good");
    }

    @Test
    void objectWhoseUpgradesFailAgainAndAgainIsStalledAndNamesBothVersions() {
        flux.create("Slip", "torn", "text: good");
        flux.awaitReady("slip", "torn");
        assertThat(flux.version("slip", "torn")).isEqualTo("0.2.0");

        Map<String, String> broken = new HashMap<>(CHART);
        broken.computeIfPresent("values.yaml", (_, values) -> values.replace("broken: false", "broken: true"));
        flux.publish("slip", "0.3.0", broken);

        flux.soon("both versions")
                .untilAsserted(() -> assertThat(flux.version("slip", "torn")).isEqualTo("0.2.0 -> 0.3.0"));
        String stalled = "{.status.conditions[?(@.type=='Stalled')].reason}";
        flux.soon("the object is stalled")
                .untilAsserted(
                        () -> assertThat(flux.get("slip", "torn", stalled)).isEqualTo("RetriesFailed"));
        // Flux retains five failed revisions. After more, the release does not name the deployed one.
        flux.soon("the deployed revision is forgotten")
                .untilAsserted(() -> assertThat(flux.version("slip", "torn")).isEqualTo("<unknown> -> 0.3.0"));
        assertThat(flux.get("slip", "torn", stalled)).isEqualTo("RetriesFailed");

        flux.patch("slip", "torn", "{\"spec\": {\"broken\": false}}");

        flux.awaitReady("slip", "torn");
        assertThat(flux.version("slip", "torn")).isEqualTo("0.3.0");
        assertThat(flux.get("slip", "torn", stalled)).isEmpty();
    }

    /** Flux observes the generation of a suspended release, although it rolls nothing out. */
    @Test
    void suspendedReleaseObservesAGenerationThatItDoesNotRollOut() {
        flux.create("Note", "suspended", "text: old");
        flux.awaitReady("note", "suspended");
        flux.patch("helmrelease", "note-suspended", "{\"spec\": {\"suspend\": true}}");

        flux.patch("note", "suspended", "{\"spec\": {\"text\": \"new\"}}");

        String generation = flux.get("helmrelease", "note-suspended", "{.metadata.generation}");
        flux.soon("the generation is observed")
                .untilAsserted(
                        () -> assertThat(flux.get("helmrelease", "note-suspended", "{.status.observedGeneration}"))
                                .isEqualTo(generation));
        assertThat(flux.get("helmrelease", "note-suspended", READY + ".observedGeneration}"))
                .isNotEqualTo(generation);
        assertThat(flux.configMap("note-suspended", "text")).isEqualTo("old");
        flux.soon("the object says so")
                .untilAsserted(() -> assertThat(
                                flux.get("note", "suspended", "{.status.conditions[?(@.type=='Suspended')].status}"))
                        .isEqualTo("True"));
        assertThat(flux.get("note", "suspended", "{.status.observedGeneration}"))
                .isNotEqualTo(flux.get("note", "suspended", "{.metadata.generation}"));

        flux.patch("helmrelease", "note-suspended", "{\"spec\": {\"suspend\": false}}");
        flux.soon("it is rolled out")
                .untilAsserted(() ->
                        assertThat(flux.configMap("note-suspended", "text")).isEqualTo("new"));
    }

    @Test
    void deletedObjectOfASuspendedReleaseLeavesItsChartInstalled() {
        flux.create("Note", "orphan", "text: hello");
        flux.awaitReady("note", "orphan");
        flux.patch("helmrelease", "note-orphan", "{\"spec\": {\"suspend\": true}}");

        kubectl.succeed("delete", "note", "orphan", "-n", NAMESPACE, "--timeout=30s");

        assertThat(flux.configMap("note-orphan", "text")).isEqualTo("hello");
        assertThat(flux.exists("secret", "sh.helm.release.v1.note-orphan.v1")).isTrue();
    }

    @Test
    void valuesFromAConfigMapAreRolledOut() {
        kubectl.succeed("create", "configmap", "platform", "-n", NAMESPACE, "--from-literal=values.yaml=platform: eu");
        kubectl.succeed("label", "configmap", "platform", "-n", NAMESPACE, "reconcile.fluxcd.io/watch=Enabled");
        flux.create("Card", "values", "text: hello");
        flux.awaitReady("card", "values");
        assertThat(flux.configMap("card-values", "platform")).isEqualTo("eu");

        kubectl.succeed(
                "patch",
                "configmap",
                "platform",
                "-n",
                NAMESPACE,
                "-p",
                "{\"data\": {\"values.yaml\": \"platform: us\"}}");

        flux.soon("the change is rolled out")
                .untilAsserted(() ->
                        assertThat(flux.configMap("card-values", "platform")).isEqualTo("us"));
    }

    @Test
    void missingValuesAreReported() {
        flux.release(
                "unvalued", "chartRef: {kind: ExternalArtifact, name: note}, valuesFrom: [{kind: Secret, name: none}]");

        flux.soon("the reason")
                .untilAsserted(() -> assertThat(flux.get("helmrelease", "unvalued", READY + ".reason}"))
                        .isEqualTo("ValuesError"));
    }

    @Test
    void releaseWaitsForItsDependency() {
        flux.release("dependent", "chartRef: {kind: ExternalArtifact, name: note}, dependsOn: [{name: dependency}]");
        flux.soon("it waits")
                .untilAsserted(() -> assertThat(flux.get("helmrelease", "dependent", READY + ".reason}"))
                        .isEqualTo("DependencyNotReady"));

        flux.release("dependency", "chartRef: {kind: ExternalArtifact, name: note}");

        flux.awaitReady("helmrelease", "dependent");
    }

    @Test
    void requestedReconciliationIsHandledAndAForcedOneUpgrades() {
        flux.create("Note", "requested", "text: hello");
        flux.awaitReady("note", "requested");

        flux.annotate("note-requested", "reconcile.fluxcd.io/requestedAt=one");
        flux.soon("the request is handled")
                .untilAsserted(
                        () -> assertThat(flux.get("helmrelease", "note-requested", "{.status.lastHandledReconcileAt}"))
                                .isEqualTo("one"));
        assertThat(flux.get("helmrelease", "note-requested", "{.status.history[0].version}"))
                .isEqualTo("1");

        flux.annotate("note-requested", "reconcile.fluxcd.io/forceAt=two", "reconcile.fluxcd.io/requestedAt=two");
        flux.soon("the forced upgrade")
                .untilAsserted(() -> assertThat(flux.get(
                                "helmrelease",
                                "note-requested",
                                "{.status.lastHandledForceAt} {.status.history[0].version}"))
                        .isEqualTo("two 2"));
    }

    @Test
    void resetRequestStartsAStalledReleaseAgain() {
        flux.create("Memo", "reset", "broken: true");
        flux.awaitCondition("memo", "reset", "Stalled");

        flux.annotate("memo-reset", "reconcile.fluxcd.io/resetAt=one", "reconcile.fluxcd.io/requestedAt=one");

        flux.soon("another revision")
                .untilAsserted(() -> assertThat(flux.get(
                                "helmrelease",
                                "memo-reset",
                                "{.status.lastHandledResetAt} {.status.history[0].version}"))
                        .isEqualTo("one 2"));
    }

    @Test
    void driftIsCorrected() {
        flux.release(
                "drifting",
                "chartRef: {kind: ExternalArtifact, name: note}, driftDetection: {mode: enabled}, values: {text: mine}");
        flux.awaitReady("helmrelease", "drifting");
        kubectl.succeed("patch", "configmap", "drifting", "-n", NAMESPACE, "-p", "{\"data\": {\"text\": \"theirs\"}}");

        flux.annotate("drifting", "reconcile.fluxcd.io/requestedAt=one");

        flux.soon("the correction")
                .untilAsserted(
                        () -> assertThat(flux.configMap("drifting", "text")).isEqualTo("mine"));
        flux.soon("the Events")
                .untilAsserted(() -> assertThat(flux.events("drifting"))
                        .anyMatch(event -> event.startsWith("Warning DriftDetected"))
                        .anyMatch(event -> event.startsWith("Normal DriftCorrected")));
        flux.awaitReady("helmrelease", "drifting");
    }

    @Test
    void definitionDecidesRightsHistoryAndDrift() {
        flux.create("Folio", "guarded", "text: one");
        flux.soon("the refusal")
                .untilAsserted(() -> assertThat(flux.get(
                                "folio", "guarded", READY + ".status} " + READY + ".reason} " + READY + ".message}"))
                        .startsWith("False")
                        .contains("system:serviceaccount:flux:publisher", "cannot"));

        kubectl.succeed(
                "create",
                "rolebinding",
                "publisher",
                "-n",
                NAMESPACE,
                "--clusterrole=cluster-admin",
                "--serviceaccount=" + NAMESPACE + ":publisher");
        flux.awaitReady("folio", "guarded");
        for (String text : List.of("two", "three")) {
            flux.patch("folio", "guarded", "{\"spec\": {\"text\": \"" + text + "\"}}");
            flux.soon(text)
                    .untilAsserted(() ->
                            assertThat(flux.configMap("folio-guarded", "text")).isEqualTo(text));
            flux.awaitReady("folio", "guarded");
        }
        assertThat(kubectl.succeed(
                                "get", "secrets", "-n", NAMESPACE, "-l", "owner=helm,name=folio-guarded", "-o", "name")
                        .lines())
                .hasSize(2);

        kubectl.succeed(
                "patch", "configmap", "folio-guarded", "-n", NAMESPACE, "-p", "{\"data\": {\"text\": \"theirs\"}}");
        kubectl.succeed("annotate", "folio", "guarded", "-n", NAMESPACE, "reconcile.fluxcd.io/requestedAt=one");
        flux.soon("the warning")
                .untilAsserted(() -> assertThat(flux.events("folio-guarded"))
                        .anyMatch(event -> event.startsWith("Warning DriftDetected")));
        flux.awaitReady("folio", "guarded");
        assertThat(flux.configMap("folio-guarded", "text")).isEqualTo("theirs");
    }

    @Test
    void testsOfAChartWithoutTestsSucceed() {
        flux.release("tested", "chartRef: {kind: ExternalArtifact, name: note}, test: {enable: true}");

        flux.awaitReady("helmrelease", "tested");

        assertThat(flux.get("helmrelease", "tested", "{.status.conditions[?(@.type=='TestSuccess')].reason}"))
                .isEqualTo("TestSucceeded");
    }

    @Test
    void chartOfARepositoryIsInstalled() {
        flux.addRepository("shelf", "2.1.0", CHART);

        flux.release(
                "shelved",
                "chart: {spec: {chart: shelf, version: 2.x, sourceRef: {kind: HelmRepository, name: shelf}}}");

        flux.awaitReady("helmrelease", "shelved");
        assertThat(flux.configMap("shelved", "chart")).isEqualTo("2.1.0");
        assertThat(flux.get("helmrelease", "shelved", "{.status.helmChart} {.status.lastAttemptedRevision}"))
                .isEqualTo("flux/flux-shelved 2.1.0");
    }

    @Test
    void unknownVersionOfAChartIsReported() {
        flux.addRepository("rack", "1.0.0", CHART);

        flux.release(
                "racked", "chart: {spec: {chart: rack, version: 9.x, sourceRef: {kind: HelmRepository, name: rack}}}");

        flux.soon("the reason")
                .untilAsserted(
                        () -> assertThat(flux.get("helmrelease", "racked", READY + ".reason} " + READY + ".message}"))
                                .startsWith("SourceNotReady HelmChart 'flux/flux-racked' is not ready: ")
                                .contains("no 'rack' chart with version matching '9.x' found"));
    }

    @Test
    void chartOfARegistryIsInstalledWithTheDigestInItsVersion() {
        String url = flux.push(PackedChart.of("pushed", "3.0.0", CHART));
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

        flux.release("pulled", "chartRef: {kind: OCIRepository, name: pushed}");

        flux.awaitReady("helmrelease", "pulled");
        assertThat(flux.get("helmrelease", "pulled", "{.status.lastAttemptedRevision}"))
                .matches("3\\.0\\.0\\+[0-9a-f]{12}");
        assertThat(flux.get("helmrelease", "pulled", "{.status.history[0].ociDigest}"))
                .startsWith("sha256:");
    }

    /** The library of kustomize-controller applies an object, waits for its rollout and prunes it. */
    @Test
    void gitOpsToolLearnsWhatFluxDid() {
        ClientProgram clients = ClientProgram.preparedBy("go", "go/build.sh");

        List<JsonObject> steps = clients
                .lines(
                        Map.of(),
                        "-kubeconfig=" + ControlPlane.shared().admin().kubeconfig(),
                        "-group=flux.example.com",
                        "-kind=Post",
                        "-plural=posts",
                        "-namespace=" + NAMESPACE,
                        "gitops")
                .stream()
                .map(JsonClient::object)
                .toList();

        assertThat(steps)
                .extracting(step -> step.stringOrEmpty("step") + ": "
                        + step.string("error").orElseGet(() -> step.stringOrEmpty("outcome")))
                .containsExactly(
                        "create: created",
                        "wait for the install: done",
                        "apply the same: unchanged",
                        "compare: unchanged",
                        "change: configured",
                        "wait for the upgrade: done",
                        "create one that fails: created",
                        "wait for a hopeless install: failed early due to stalled resources:"
                                + " [Post/flux/failing status: 'Failed']",
                        "change a suspended one: configured",
                        "wait although the release is suspended: timed out, InProgress",
                        "prune: deleted",
                        "prune: deleted",
                        "wait for the deletion: done");
        assertThat(flux.configMap("post-made", "text"))
                .as("Flux deletes a suspended release without an uninstall")
                .isEqualTo("two");
    }
}
