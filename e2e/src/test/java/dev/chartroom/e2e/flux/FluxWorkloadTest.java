package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.controlplane.WorkloadControllers;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.kubelet.Kubelet;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Flux waits for the pods of charts. The values of an object decide the outcomes of the pods of its chart. */
@RequiresControlPlane(controllers = true)
class FluxWorkloadTest {
    private static final String NAMESPACE = "workloads";
    private static final String SPEC =
            "{web: {type: string}, setup: {type: string}, removal: {type: string}, check: {type: string}}";
    private static final String READY = "{.status.conditions[?(@.type=='Ready')].";
    private static final Map<String, String> CHART = Map.of(
            "values.yaml", "web: ready\nsetup: succeeded\nremoval: succeeded\ncheck: succeeded\n",
            "templates/web.yaml", """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              replicas: 2
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata:
                  labels: {app: "{{ .Release.Name }}"}
                  annotations: {%s: "{{ .Values.web }}"}
                spec: {containers: [{name: main, image: example.com/web}]}
            """.formatted(Kubelet.OUTCOME),
            "templates/setup.yaml", hook("pre-install,pre-upgrade", "setup"),
            "templates/removal.yaml", hook("pre-delete", "removal"),
            "templates/check.yaml", """
            apiVersion: v1
            kind: Pod
            metadata:
              name: "{{ .Release.Name }}-check"
              annotations: {helm.sh/hook: test, %s: "{{ .Values.check }}"}
            spec: {restartPolicy: Never, containers: [{name: main, image: example.com/check}]}
            """.formatted(Kubelet.OUTCOME));

    private static Kubectl kubectl;
    private static Kubelet kubelet;
    private static WorkloadControllers controllers;
    private static FluxNamespace flux;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        assumeThat(controlPlane.kubeApiserverPid()).as("local processes").isPresent();
        kubectl = controlPlane.kubectl();
        kubelet = Kubelet.start(controlPlane);
        controllers = controlPlane.startWorkloadControllers();
        flux = FluxNamespace.start(controlPlane, NAMESPACE);
        flux.publish("note", "1.0.0", CHART);
        // Flux looks at the pods every five seconds.
        flux.serve(flux.definition("Site", SPEC, """
                        retryInterval: 1s
                            installTimeout: 15s
                            upgradeTimeout: 15s
                            timeout: 15s"""));
    }

    @AfterAll
    static void stop() {
        if (flux != null) {
            flux.close();
        }
        if (controllers != null) {
            controllers.close();
        }
        if (kubelet != null) {
            kubelet.close();
        }
    }

    private static String hook(String event, String value) {
        return """
                apiVersion: batch/v1
                kind: Job
                metadata:
                  name: "{{ .Release.Name }}-%2$s"
                  annotations: {helm.sh/hook: "%1$s", helm.sh/hook-delete-policy: before-hook-creation}
                spec:
                  backoffLimit: 0
                  template:
                    metadata: {annotations: {%3$s: "{{ .Values.%2$s }}"}}
                    spec: {restartPolicy: Never, containers: [{name: main, image: example.com/%2$s}]}
                """.formatted(event, value, Kubelet.OUTCOME);
    }

    @Test
    void objectIsReadyWhenItsHookHasSucceededAndItsPodsAreReady() {
        flux.create("Site", "good", "");

        flux.awaitReady("site", "good");

        assertThat(flux.get("deployment", "site-good", "{.status.readyReplicas}"))
                .isEqualTo("2");
        assertThat(flux.get("job", "site-good-setup", "{.status.succeeded}")).isEqualTo("1");
    }

    /** Helm names the Deployment, unless the timeout comes during a request. */
    @Test
    void objectWhosePodsAreNeverReadyHasHelmsReason() {
        flux.create("Site", "hanging", "web: running");

        flux.soon("the failure")
                .untilAsserted(() -> assertThat(
                                flux.get("site", "hanging", "{.status.conditions[?(@.type=='Released')].message}"))
                        .contains("failed for release workloads/site-hanging")
                        .containsAnyOf("Deployment/workloads/site-hanging", "context deadline"));
        assertThat(flux.get("site", "hanging", READY + "status}")).isNotEqualTo("True");

        flux.patch("site", "hanging", "{\"spec\": {\"web\": null}}");
        flux.awaitReady("site", "hanging");
    }

    @Test
    void objectWhoseHookFailsInstallsNothingElse() {
        flux.create("Site", "unset", "setup: failed");

        flux.soon("the failure")
                .untilAsserted(() -> assertThat(
                                flux.get("site", "unset", "{.status.conditions[?(@.type=='Released')].message}"))
                        .contains("failed pre-install", "site-unset-setup"));

        assertThat(flux.exists("deployment", "site-unset")).isFalse();
    }

    @Test
    void failedUninstallIsReportedUntilTheReleaseIsSuspended() {
        flux.create("Site", "stuck", "removal: failed");
        flux.awaitReady("site", "stuck");

        kubectl.succeed("delete", "site", "stuck", "-n", NAMESPACE, "--wait=false");

        flux.soon("the failure")
                .untilAsserted(() -> assertThat(
                                flux.get("site", "stuck", READY + "status} " + READY + "reason} " + READY + "message}"))
                        .startsWith("False Uninstalling Helm uninstall failed")
                        .contains("site-stuck-removal"));
        assertThat(flux.exists("deployment", "site-stuck")).isTrue();

        flux.patch("helmrelease", "site-stuck", "{\"spec\": {\"suspend\": true}}");
        kubectl.succeed("wait", "--for=delete", "site/stuck", "-n", NAMESPACE, "--timeout=30s");
    }

    @Test
    void failedTestOfAChartIsReported() {
        flux.release("tested", """
                releaseName: tested, chartRef: {kind: ExternalArtifact, name: note}, test: {enable: true},
                install: {strategy: {name: RemediateOnFailure}, remediation: {retries: -1}},
                timeout: 15s, values: {check: failed}""");

        flux.soon("the failure")
                .untilAsserted(() -> assertThat(flux.get(
                                "helmrelease", "tested", "{.status.conditions[?(@.type=='TestSuccess')].reason}"))
                        .isEqualTo("TestFailed"));
    }
}
