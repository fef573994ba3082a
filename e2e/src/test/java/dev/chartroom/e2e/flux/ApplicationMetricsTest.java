package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.controlplane.WorkloadControllers;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.kubelet.Kubelet;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A user without a right on pods sees what the pods of a release use. Custom resources of the group metrics.k8s.io stand in
 * for a metrics server.
 */
@RequiresControlPlane(controllers = true)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ApplicationMetricsTest {
    private static final String NAMESPACE = "release-metrics";
    private static final List<String> ROLES =
            List.of("chartroom-metrics", "chartroom-helm-records", "chartroom-resources");
    private static final Map<String, String> CHART = Map.of("templates/objects.yaml", """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              replicas: 2
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata: {labels: {app: "{{ .Release.Name }}"}}
                spec: {containers: [{name: main, image: example.com/web}]}
            """);
    private static final String METRICS = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata:
              name: pods.metrics.k8s.io
              annotations: {api-approved.kubernetes.io: "unapproved, for a test"}
            spec:
              group: metrics.k8s.io
              scope: Namespaced
              names: {kind: PodMetrics, listKind: PodMetricsList, plural: pods, singular: podmetrics}
              versions:
                - name: v1beta1
                  served: true
                  storage: true
                  schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """;

    private static Kubectl kubectl;
    private static Kubectl tenant;
    private static Kubelet kubelet;
    private static WorkloadControllers controllers;
    private static FluxNamespace flux;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        assumeThat(controlPlane.kubeApiserverPid()).as("local processes").isPresent();
        kubectl = controlPlane.kubectl();
        tenant = controlPlane.kubectl(controlPlane.user("metrics-tenant"));
        kubelet = Kubelet.start(controlPlane);
        controllers = controlPlane.startWorkloadControllers();
        flux = FluxNamespace.start(controlPlane, NAMESPACE);
        flux.publish("note", "1.0.0", CHART);
        flux.serveWithComputedKinds(flux.definition("Anvil", "{}", "retryInterval: 1s"));
        kubectl.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: metrics-tenant, namespace: %1$s}
                rules:
                  - {apiGroups: [computed.chartroom.dev], resources: [applicationmetrics], verbs: [get, list]}
                  - {apiGroups: [%2$s], resources: [anvils], resourceNames: [a], verbs: [get]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: metrics-tenant, namespace: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: metrics-tenant}
                subjects: [{kind: User, name: metrics-tenant, apiGroup: rbac.authorization.k8s.io}]
                """.formatted(NAMESPACE, flux.group()));
        flux.create("Anvil", "a", "");
        flux.create("Anvil", "b", "");
        flux.awaitReady("anvil", "a");
        flux.awaitReady("anvil", "b");
    }

    @AfterAll
    static void stop() {
        if (flux != null) {
            ROLES.forEach(role -> kubectl.run("delete", "clusterrolebinding", "metrics-test-" + role));
            kubectl.run("delete", "crd", "pods.metrics.k8s.io");
            flux.close();
        }
        if (controllers != null) {
            controllers.close();
        }
        if (kubelet != null) {
            kubelet.close();
        }
    }

    @Test
    @Order(1)
    void clusterWithoutMetricsIsNamedInTheAnswer() {
        grant("chartroom-metrics");
        flux.soon("the right")
                .untilAsserted(() -> assertThat(tenant.run(
                                        "get",
                                        "applicationmetrics",
                                        "-n",
                                        NAMESPACE,
                                        "-o",
                                        "jsonpath={.items[*].status.message}")
                                .stdout())
                        .isEqualTo("the cluster has no metrics of pods"));
    }

    @Test
    @Order(2)
    void serverWithoutTheRightSaysSo() {
        kubectl.apply(METRICS);
        flux.soon("the missing right")
                .untilAsserted(() -> assertThat(tenant.run("get", "applicationmetrics", "-n", NAMESPACE)
                                .stderr())
                        .contains("the server has no permission to get"));
        grant("chartroom-helm-records");
        grant("chartroom-resources");
        flux.soon("all rights")
                .until(() ->
                        tenant.run("get", "applicationmetrics", "-n", NAMESPACE).exitCode() == 0);
    }

    @Test
    @Order(3)
    void usageIsTheSumOverThePodsOfTheRelease() {
        List<String> pods = pods("a");
        assertThat(pods).hasSize(2);
        pods.forEach(pod -> measure(pod, "250m", "64Mi"));
        measure(pods("b").getFirst(), "4", "4Gi");
        measure("forged", "8", "8Gi");

        assertThat(tenant.succeed("get", "applicationmetrics", "-n", NAMESPACE)
                        .lines()
                        .map(line -> line.replaceAll(" +", " ").strip()))
                .containsExactly(
                        "NAME KIND APPLICATION CPU MEMORY PODS MESSAGE",
                        "a.anvils." + flux.group() + " Anvil a 500m 128Mi 2");
        assertThat(tenant.run("get", "applicationmetrics", "b.anvils." + flux.group(), "-n", NAMESPACE)
                        .stderr())
                .contains("you may not read what it is computed from");
        assertThat(
                        kubectl.succeed(
                                "get",
                                "applicationmetrics",
                                "-n",
                                NAMESPACE,
                                "-o",
                                "jsonpath={range .items[*]}{.status.application.name}={.status.cpu}/{.status.measuredPods} {end}"))
                .isEqualTo("a=500m/2 b=4000m/1 ");
    }

    @Test
    @Order(4)
    void objectsCannotBeWatchedOrWritten() {
        String path = "/apis/computed.chartroom.dev/v1alpha1/namespaces/" + NAMESPACE + "/applicationmetrics";

        assertThat(kubectl.run("get", "--raw", path + "?watch=true").stderr()).contains("MethodNotAllowed");
        assertThat(kubectl.run("delete", "--raw", path + "/a.anvils." + flux.group())
                        .stderr())
                .contains("MethodNotAllowed");
    }

    private static List<String> pods(String anvil) {
        return kubectl.succeed("get", "pods", "-n", NAMESPACE, "-l", "app=anvil-" + anvil, "-o", "name")
                .lines()
                .map(name -> name.replaceFirst("^pod/", ""))
                .toList();
    }

    private static void measure(String pod, String cpu, String memory) {
        kubectl.apply("""
                apiVersion: metrics.k8s.io/v1beta1
                kind: PodMetrics
                metadata: {name: %s, namespace: %s}
                containers: [{name: main, usage: {cpu: "%s", memory: "%s"}}]
                """.formatted(pod, NAMESPACE, cpu, memory));
    }

    private static void grant(String role) {
        kubectl.succeed(
                "create",
                "clusterrolebinding",
                "metrics-test-" + role,
                "--clusterrole=" + role,
                "--serviceaccount=chartroom-system:chartroom");
    }
}
