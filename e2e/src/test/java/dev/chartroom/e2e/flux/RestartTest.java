package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.controlplane.WorkloadControllers;
import dev.chartroom.e2e.harness.Kubectl;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A user without a right on workloads restarts those of a release that the definition names, and no others. */
@RequiresControlPlane(controllers = true)
class RestartTest {
    private static final String NAMESPACE = "restart";
    private static final String BINDING = "restart-test";
    /** The workloads have no replicas, so they need no kubelet. Flux waits for the status that their controllers write. */
    private static final Map<String, String> CHART = Map.of(
            "values.yaml",
            "other: " + NAMESPACE + "\n",
            "templates/workloads.yaml",
            workload("Deployment", "web") + workload("StatefulSet", "db") + workload("Deployment", "metrics"));

    private static Kubectl kubectl;
    private static Kubectl operator;
    private static WorkloadControllers controllers;
    private static FluxNamespace flux;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        assumeThat(controlPlane.kubeApiserverPid()).as("local processes").isPresent();
        controllers = controlPlane.startWorkloadControllers();
        kubectl = controlPlane.kubectl();
        operator = controlPlane.kubectl(controlPlane.user("restarter"));
        flux = FluxNamespace.start(controlPlane, NAMESPACE);
        flux.publish("note", "1.0.0", CHART);
        flux.serve(
                flux.definition("Shop", "{size: {type: integer}}", "retryInterval: 1s")
                        + "  subresources: {restart: {workloads: [{kind: StatefulSet}, {kind: Deployment, name: '*-web'}]}}\n",
                flux.definition("Idle", "{size: {type: integer}}", "retryInterval: 1s")
                        + "  subresources: {restart: {workloads: [{kind: DaemonSet}]}}\n");
        kubectl.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: restarter, namespace: %1$s}
                rules:
                  - apiGroups: [%2$s]
                    resources: [shops/restart, idles/restart]
                    verbs: [create]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: restarter, namespace: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: restarter}
                subjects: [{kind: User, name: restarter, apiGroup: rbac.authorization.k8s.io}]
                """.formatted(NAMESPACE, flux.group()));
        allow();
    }

    @AfterAll
    static void stop() {
        if (flux != null) {
            kubectl.run("delete", "clusterrolebinding", BINDING);
            flux.close();
        }
        if (controllers != null) {
            controllers.close();
        }
    }

    /** The forged Deployment has all labels and annotations of one that Helm installed. */
    @Test
    void namedWorkloadsOfTheReleaseAreRestarted() {
        flux.create("Shop", "open", "");
        flux.awaitReady("shop", "open");
        kubectl.succeedWithInput(
                workload("Deployment", "forged-web")
                        .replace("{{ .Release.Name }}", "shop-open")
                        .replace(
                                "metadata: {",
                                "metadata: {annotations: {meta.helm.sh/release-name: shop-open, meta.helm.sh/release-namespace: "
                                        + NAMESPACE
                                        + "}, labels: {app.kubernetes.io/managed-by: Helm}, "),
                "create",
                "-n",
                NAMESPACE,
                "-f",
                "-");

        operator.succeedWithInput("", raw("shops", "open", "restart?dryRun=All"));
        assertThat(restartedAt("deployment", "shop-open-web")).isEmpty();

        assertThat(operator.succeedWithInput("", raw("shops", "open", "restart")))
                .contains("\"status\":\"Success\"");

        assertThat(restartedAt("deployment", "shop-open-web")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        assertThat(restartedAt("statefulset", "shop-open-db")).isNotEmpty();
        assertThat(restartedAt("deployment", "shop-open-metrics")).isEmpty();
        assertThat(restartedAt("deployment", "shop-open-forged-web")).isEmpty();
    }

    @Test
    void releaseWithoutSuchAWorkloadIsAConflict() {
        flux.create("Idle", "empty", "");
        flux.awaitReady("idle", "empty");

        assertThat(operator.runWithInput("", raw("idles", "empty", "restart")).stderr())
                .contains("Operation cannot be fulfilled on idles." + flux.group() + " \"empty\"")
                .contains("the release has no workload that can be restarted");
        assertThat(operator.runWithInput("", raw("idles", "none", "restart")).stderr())
                .contains("idles." + flux.group() + " \"none\" not found");
    }

    @Test
    void userNeedsTheRightOnTheSubresourceAndTheServerThatOnWorkloads() {
        flux.create("Shop", "guarded", "");
        flux.awaitReady("shop", "guarded");
        Kubectl other = ControlPlane.shared().kubectl(ControlPlane.shared().user("bystander"));

        assertThat(other.runWithInput("", raw("shops", "guarded", "restart")).stderr())
                .contains("cannot create resource \"shops/restart\"");
        assertThat(operator.run("rollout", "restart", "deployment/shop-guarded-web", "-n", NAMESPACE)
                        .stderr())
                .contains("cannot get resource \"deployments\"");

        kubectl.succeed("delete", "clusterrolebinding", BINDING);
        try {
            flux.soon("the server lacks the right")
                    .untilAsserted(() -> assertThat(operator.runWithInput("", raw("shops", "guarded", "restart"))
                                    .stderr())
                            .contains("the server has no permission to patch"));
        } finally {
            allow();
        }
    }

    private static void allow() {
        kubectl.succeed(
                "create",
                "clusterrolebinding",
                BINDING,
                "--clusterrole=chartroom-restart",
                "--serviceaccount=chartroom-system:chartroom");
    }

    private static String workload(String kind, String suffix) {
        return """
                ---
                apiVersion: apps/v1
                kind: %1$s
                metadata: {name: "{{ .Release.Name }}-%2$s"}
                spec:
                  replicas: 0
                  selector: {matchLabels: {app: "{{ .Release.Name }}-%2$s"}}
                  template:
                    metadata: {labels: {app: "{{ .Release.Name }}-%2$s"}}
                    spec: {containers: [{name: main, image: example.com/main}]}
                """.formatted(kind, suffix);
    }

    private static String restartedAt(String kind, String name) {
        return flux.get(kind, name, "{.spec.template.metadata.annotations.kubectl\\.kubernetes\\.io/restartedAt}");
    }

    private static String[] raw(String plural, String name, String action) {
        return new String[] {
            "create",
            "--raw",
            "/apis/" + flux.group() + "/v1/namespaces/" + NAMESPACE + "/" + plural + "/" + name + "/" + action,
            "-f",
            "-"
        };
    }
}
