package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.controlplane.WorkloadControllers;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.kubelet.Kubelet;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A user without a right on pods reads what the containers of a release print. */
@RequiresControlPlane(controllers = true)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReleaseLogsTest {
    private static final String NAMESPACE = "release-logs";
    private static final List<String> ROLES =
            List.of("chartroom-helm-records", "chartroom-resources", "chartroom-logs");
    private static final Map<String, String> CHART = Map.of("templates/objects.yaml", """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              replicas: 2
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata:
                  labels: {app: "{{ .Release.Name }}"}
                  annotations: {%1$s: "first\\nsecond"}
                spec:
                  initContainers: [{name: setup, image: example.com/setup}]
                  containers: [{name: main, image: example.com/web}, {name: proxy, image: example.com/proxy}]
            ---
            apiVersion: batch/v1
            kind: Job
            metadata: {name: "{{ .Release.Name }}-init"}
            spec:
              template:
                metadata: {annotations: {%1$s: "of the job"}}
                spec: {restartPolicy: Never, containers: [{name: main, image: example.com/web}]}
            """.formatted(Kubelet.LOGS));

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
        tenant = controlPlane.kubectl(controlPlane.user("logs-tenant"));
        kubelet = Kubelet.start(controlPlane);
        controllers = controlPlane.startWorkloadControllers();
        flux = FluxNamespace.start(controlPlane, NAMESPACE);
        flux.publish("note", "1.0.0", CHART);
        flux.serve(flux.definition("Loom", "{}", "retryInterval: 1s") + "  subresources: {log: {}}\n");
        kubectl.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: logs-tenant, namespace: %1$s}
                rules: [{apiGroups: [%2$s], resources: [looms/log], verbs: [get]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: logs-tenant, namespace: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: logs-tenant}
                subjects: [{kind: User, name: logs-tenant, apiGroup: rbac.authorization.k8s.io}]
                """.formatted(NAMESPACE, flux.group()));
        flux.create("Loom", "a", "");
        flux.awaitReady("loom", "a");
    }

    @AfterAll
    static void stop() {
        if (flux != null) {
            ROLES.forEach(role -> kubectl.run("delete", "clusterrolebinding", "logs-test-" + role));
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
    void serverWithoutTheRightSaysSo() {
        for (String role : ROLES) {
            flux.soon("the missing right before " + role)
                    .untilAsserted(() -> assertThat(
                                    tenant.run("get", "--raw", log("a", "")).stderr())
                            .contains("the server has no permission to get"));
            grant(role);
        }
        flux.soon("all rights")
                .until(() -> tenant.run("get", "--raw", log("a", "")).exitCode() == 0);
    }

    /** The forged Pod has the label and the annotations of what Helm installs. */
    @Test
    @Order(2)
    void logsAreThoseOfThePodsThatTheReleaseOwns() {
        kubectl.succeedWithInput("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: forged
                  namespace: %s
                  labels: {app: elsewhere, app.kubernetes.io/managed-by: Helm}
                  annotations: {meta.helm.sh/release-name: loom-a, meta.helm.sh/release-namespace: %s}
                spec: {containers: [{name: main, image: example.com/web}]}
                """.formatted(NAMESPACE, NAMESPACE), "create", "-f", "-");

        assertThat(lines(""))
                .hasSize(9)
                .filteredOn(line -> line.matches("\\[pod/loom-a-[-a-z0-9]+/(main|proxy)] (first|second)"))
                .hasSize(8);
        assertThat(lines("")).anyMatch(line -> line.matches("\\[pod/loom-a-init-[a-z0-9]+/main] of the job"));
        assertThat(tenant.run("logs", "forged", "-n", NAMESPACE).stderr()).contains("Forbidden");
    }

    @ParameterizedTest
    @Order(3)
    @CsvSource(delimiter = '|', textBlock = """
            ?container=proxy                           | 4 | /proxy] first
            ?container=setup                           | 4 | /setup] second
            ?container=proxy&tailLines=1               | 2 | /proxy] second
            ?container=proxy&prefix=false              | 4 | first
            ?container=proxy&timestamps=true&tailLines=1 | 2 | Z second
            """)
    void parametersSelectLines(String query, int count, String end) {
        assertThat(lines(query)).hasSize(count).anyMatch(line -> line.endsWith(end));
    }

    @ParameterizedTest
    @Order(4)
    @CsvSource(delimiter = '|', textBlock = """
            ?container=none              | no container of the release with the name none has started yet
            ?tailLines=x                 | parsing "x": invalid syntax
            ?tailLines=-1                | must be greater than or equal to 0
            ?sinceSeconds=0              | must be greater than 0
            """)
    void mistakeIsExplained(String query, String message) {
        assertThat(tenant.run("get", "--raw", log("a", query)).stderr()).contains(message);
    }

    @Test
    @Order(5)
    void objectThatDoesNotExistHasNoLog() {
        assertThat(tenant.run("get", "--raw", log("none", "")).stderr()).contains("NotFound");
        assertThat(tenant.run("get", "--raw", log("a", "").replace("/log", "/resources"))
                        .stderr())
                .contains("Forbidden");
    }

    @Test
    @Order(6)
    void followedLogGoesOnUntilThePodsEnd() {
        try (Kubectl.Watching following = follow("prefix=false&container=main&tailLines=0")) {
            flux.soon("the log begins").until(following::isAlive);
            String pod = kubectl.succeed(
                    "get", "pods", "-n", NAMESPACE, "-l", "app=loom-a", "-o", "jsonpath={.items[0].metadata.name}");
            flux.soon("the line that is printed later").untilAsserted(() -> {
                kubectl.succeed(
                        "annotate",
                        "--overwrite",
                        "pod",
                        pod,
                        "-n",
                        NAMESPACE,
                        Kubelet.LOGS + "=first\nsecond\nlater " + System.nanoTime());
                assertThat(following.lines()).anyMatch(line -> line.startsWith("later "));
            });

            kubectl.succeed("rollout", "restart", "deployment", "loom-a", "-n", NAMESPACE);
            kubectl.succeed("rollout", "status", "deployment", "loom-a", "-n", NAMESPACE, "--timeout=50s");
            String later = kubectl.succeed(
                    "get",
                    "pods",
                    "-n",
                    NAMESPACE,
                    "-l",
                    "app=loom-a",
                    "--sort-by=.metadata.creationTimestamp",
                    "-o",
                    "jsonpath={.items[-1:].metadata.name}");
            kubectl.succeed(
                    "annotate",
                    "--overwrite",
                    "pod",
                    later,
                    "-n",
                    NAMESPACE,
                    Kubelet.LOGS + "=first\nsecond\nfrom a later pod");
            Awaitility.await("the line of a pod that started later")
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(following.lines()).contains("from a later pod"));

            kubectl.succeed("scale", "deployment", "loom-a", "-n", NAMESPACE, "--replicas=0");
            flux.soon("the end").until(() -> !following.isAlive());
        }
        kubectl.succeed("scale", "deployment", "loom-a", "-n", NAMESPACE, "--replicas=2");
        kubectl.succeed("rollout", "status", "deployment", "loom-a", "-n", NAMESPACE, "--timeout=50s");
    }

    /** The kube-apiserver would end a request with another subresource after a minute. */
    @Test
    @Order(7)
    @Tag("soak")
    void followedLogLastsLongerThanAMinute() {
        ROLES.forEach(ReleaseLogsTest::grant);
        flux.soon("all rights")
                .until(() -> tenant.run("get", "--raw", log("a", "")).exitCode() == 0);
        try (Kubectl.Watching following = follow("container=main")) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .during(Duration.ofSeconds(70))
                    .until(following::isAlive);
        }
    }

    private static void grant(String role) {
        kubectl.run(
                "create",
                "clusterrolebinding",
                "logs-test-" + role,
                "--clusterrole=" + role,
                "--serviceaccount=chartroom-system:chartroom");
    }

    private static Kubectl.Watching follow(String query) {
        return tenant.startWatching("get", "--raw", log("a", "?follow=true&" + query));
    }

    private static List<String> lines(String query) {
        return tenant.succeed("get", "--raw", log("a", query)).lines().toList();
    }

    private static String log(String name, String query) {
        return "/apis/" + flux.group() + "/v1/namespaces/" + NAMESPACE + "/looms/" + name + "/log" + query;
    }
}
