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

/** A user without a right on HelmReleases scales, suspends, resumes and reconciles an object. */
@RequiresControlPlane(controllers = true)
class ReleaseActionsTest {
    private static final String NAMESPACE = "release-actions";
    private static final String READY = "{.status.conditions[?(@.type=='Ready')].observedGeneration}";
    private static final Map<String, String> CHART = Map.of(
            "values.yaml", "replicas: 1\n",
            "templates/note.yaml", """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}"}
            data: {replicas: "{{ .Values.replicas }}"}
            """);

    private static Kubectl kubectl;
    private static Kubectl operator;
    private static FluxNamespace flux;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        kubectl = controlPlane.kubectl();
        operator = controlPlane.kubectl(controlPlane.user("operator"));
        flux = FluxNamespace.start(controlPlane, NAMESPACE);
        flux.publish("note", "1.0.0", CHART);
        flux.serve(
                flux.definition("Pool", "{replicas: {type: integer, default: 1}}", "retryInterval: 1s")
                                .replace("storage: true\n", """
                                        storage: true
                                              subresources:
                                                scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
                                        """)
                        + "  subresources: {suspend: {}, resume: {}, reconcile: {}, history: {}}\n",
                flux.definition("Forced", "{replicas: {type: integer}}", "allowForce: true")
                        + "  subresources: {reconcile: {}}\n");
        kubectl.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: operator, namespace: %1$s}
                rules:
                  - apiGroups: [%2$s]
                    resources: [pools/scale]
                    verbs: [get, update, patch]
                  - apiGroups: [%2$s]
                    resources: [pools/suspend, pools/resume, pools/reconcile, forceds/reconcile]
                    verbs: [create]
                  - apiGroups: [%2$s]
                    resources: [pools/history]
                    verbs: [get]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: operator, namespace: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: operator}
                subjects: [{kind: User, name: operator, apiGroup: rbac.authorization.k8s.io}]
                """.formatted(NAMESPACE, flux.group()));
    }

    @AfterAll
    static void stop() {
        if (flux != null) {
            flux.close();
        }
    }

    @Test
    void kubectlScalesAndFluxRollsOut() {
        flux.create("Pool", "scaled", "");
        flux.awaitReady("pool", "scaled");

        // kubectl reads the object itself, so a user who may only scale uses the subresource.
        assertThat(operator.succeedWithInput(
                        "{\"spec\": {\"replicas\": 2}}",
                        "patch",
                        "pool",
                        "scaled",
                        "-n",
                        NAMESPACE,
                        "--subresource=scale",
                        "--type=merge",
                        "--patch-file=/dev/stdin",
                        "-o",
                        "name"))
                .isEqualTo("scale.autoscaling/scaled\n");
        flux.soon("two replicas")
                .untilAsserted(() ->
                        assertThat(flux.configMap("pool-scaled", "replicas")).isEqualTo("2"));
        assertThat(kubectl.succeed("scale", "pool", "scaled", "-n", NAMESPACE, "--replicas=3", "--current-replicas=2"))
                .contains("scaled");
        flux.soon("three replicas")
                .untilAsserted(() ->
                        assertThat(flux.configMap("pool-scaled", "replicas")).isEqualTo("3"));
        assertThat(kubectl.run("scale", "pool", "scaled", "-n", NAMESPACE, "--replicas=4", "--current-replicas=2")
                        .stderr())
                .contains("Expected replicas to be 2, was 3");
    }

    @Test
    void horizontalPodAutoscalerScales() {
        assumeThat(ControlPlane.shared().kubeApiserverPid())
                .as("local processes")
                .isPresent();
        flux.create("Pool", "automatic", "");
        kubectl.succeed("autoscale", "pool", "automatic", "-n", NAMESPACE, "--min=4", "--max=6", "--cpu-percent=80");

        try (WorkloadControllers _ = ControlPlane.shared().startAutoscaler()) {
            flux.soon("the minimum")
                    .untilAsserted(() -> assertThat(flux.get("pool", "automatic", "{.spec.replicas}"))
                            .isEqualTo("4"));
        }
        assertThat(kubectl.succeed(
                        "get",
                        "pool",
                        "automatic",
                        "-n",
                        NAMESPACE,
                        "--show-managed-fields",
                        "-o",
                        "jsonpath={.metadata.managedFields[?(@.subresource=='scale')].manager}"))
                .isEqualTo("kube-controller-manager");
    }

    @Test
    void suspendedObjectStaysAsItIsUntilItIsResumed() {
        flux.create("Pool", "paused", "");
        flux.awaitReady("pool", "paused");

        String answer = act("pools", "paused", "suspend").strip();

        // The operator may not read the object, so the answer does not have it.
        assertThat(answer)
                .isEqualTo(
                        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Success\",\"details\":"
                                + "{\"name\":\"paused\",\"group\":\"" + flux.group() + "\",\"kind\":\"pools\"}}");
        assertThat(flux.get("helmrelease", "pool-paused", "{.spec.suspend}")).isEqualTo("true");
        assertThat(flux.get("pool", "paused", "{.status.conditions[?(@.type=='Suspended')].status}"))
                .isEqualTo("True");
        String version = flux.get("helmrelease", "pool-paused", "{.metadata.generation}");
        assertThat(kubectl.succeedWithInput("", raw("pools", "paused", "suspend")))
                .contains("\"kind\":\"Pool\"", "\"name\":\"paused\"", "\"type\":\"Suspended\"");
        assertThat(flux.get("helmrelease", "pool-paused", "{.metadata.generation}"))
                .isEqualTo(version);

        kubectl.succeed("scale", "pool", "paused", "-n", NAMESPACE, "--replicas=7");
        assertThat(operator.runWithInput("", raw("pools", "paused", "reconcile"))
                        .stderr())
                .contains("Warning: release pool-paused is suspended: Flux reconciles it only after it is resumed");
        assertThat(flux.configMap("pool-paused", "replicas")).isEqualTo("1");

        act("pools", "paused", "resume");

        flux.soon("the rollout")
                .untilAsserted(() ->
                        assertThat(flux.configMap("pool-paused", "replicas")).isEqualTo("7"));
        assertThat(flux.get("helmrelease", "pool-paused", "{.spec.suspend}")).isEmpty();
    }

    @Test
    void objectThatIsBeingDeletedCannotBeSuspended() {
        flux.create("Pool", "leaving", "");
        flux.awaitReady("pool", "leaving");
        flux.patch("pool", "leaving", "{\"metadata\": {\"finalizers\": [\"example.com/wait\"]}}");
        kubectl.succeed("delete", "pool", "leaving", "-n", NAMESPACE, "--wait=false");

        assertThat(operator.runWithInput("", raw("pools", "leaving", "suspend")).stderr())
                .contains("the object is being deleted; Flux would not uninstall a suspended release");
        assertThat(flux.get("helmrelease", "pool-leaving", "{.spec.suspend}")).isEmpty();

        flux.patch("pool", "leaving", "{\"metadata\": {\"finalizers\": null}}");
    }

    @Test
    void reconciliationIsHandledByFlux() {
        flux.create("Pool", "asked", "");
        flux.awaitReady("pool", "asked");

        act("pools", "asked", "reconcile");

        String time = "{.metadata.annotations.reconcile\\.fluxcd\\.io/requestedAt}";
        assertThat(flux.get("pool", "asked", time)).isNotEmpty();
        flux.soon("the request is handled")
                .untilAsserted(
                        () -> assertThat(flux.get("helmrelease", "pool-asked", "{.status.lastHandledReconcileAt}"))
                                .isEqualTo(flux.get("pool", "asked", time)));
        assertThat(flux.get("pool", "asked", READY)).isNotEmpty();
    }

    @Test
    void forcedReconciliationUpgradesIfTheDefinitionAllowsIt() {
        flux.create("Forced", "strong", "");
        flux.awaitReady("forced", "strong");
        flux.create("Pool", "weak", "");

        operator.succeedWithInput("{\"force\": true}", raw("forceds", "strong", "reconcile"));

        flux.soon("the forced upgrade")
                .untilAsserted(
                        () -> assertThat(flux.get("helmrelease", "forced-strong", "{.status.history[0].version}"))
                                .isEqualTo("2"));
        assertThat(operator.runWithInput("{\"force\": true}", raw("pools", "weak", "reconcile"))
                        .stderr())
                .contains("the definition of the kind does not allow it (spec.release.allowForce)");
    }

    @Test
    void historyHasTheRevisionsOfHelm() {
        flux.create("Pool", "old", "");
        flux.awaitReady("pool", "old");
        flux.patch("pool", "old", "{\"spec\": {\"replicas\": 2}}");
        flux.soon("the upgrade")
                .untilAsserted(() -> assertThat(flux.get("helmrelease", "pool-old", "{.status.history[*].version}"))
                        .isEqualTo("2 1"));
        String path = "/apis/" + flux.group() + "/v1/namespaces/" + NAMESPACE + "/pools/old/history";

        assertThat(operator.succeed("get", "--raw", path))
                .startsWith("{\"kind\":\"ApplicationHistory\",\"apiVersion\":\"chartroom.dev/v1alpha1\",\"metadata\":"
                        + "{\"name\":\"old\",\"namespace\":\"" + NAMESPACE + "\"},\"revisions\":[{\"revision\":2,"
                        + "\"status\":\"deployed\",\"chart\":{\"name\":\"note\",\"version\":\"1.0.0")
                .contains("{\"revision\":1,\"status\":\"superseded\"");
        assertThat(kubectl.run("get", "--raw", path.replace("/old/", "/none/")).stderr())
                .contains("pools." + flux.group() + " \"none\" not found");
        assertThat(ControlPlane.shared()
                        .kubectl(ControlPlane.shared().user("bystander"))
                        .run("get", "--raw", path)
                        .stderr())
                .contains("cannot get resource \"pools/history\"");
    }

    @Test
    void userWithoutTheRightIsRefused() {
        flux.create("Pool", "guarded", "");
        Kubectl other = ControlPlane.shared().kubectl(ControlPlane.shared().user("bystander"));

        for (String action : new String[] {"suspend", "resume", "reconcile"}) {
            assertThat(other.runWithInput("", raw("pools", "guarded", action)).stderr())
                    .contains("cannot create resource \"pools/" + action + "\"");
        }
        assertThat(operator.run("get", "pool", "guarded", "-n", NAMESPACE).stderr())
                .contains("cannot get resource \"pools\"");
        assertThat(operator.run("patch", "helmrelease", "pool-guarded", "-n", NAMESPACE, "-p", "{}", "--type=merge")
                        .stderr())
                .contains("cannot get resource \"helmreleases\"");
    }

    @Test
    void discoveryListsTheSubresources() {
        assertThat(kubectl.succeed("get", "--raw", "/apis/" + flux.group() + "/v1"))
                .contains(
                        "{\"name\":\"pools/scale\",\"singularName\":\"\",\"namespaced\":true,\"group\":\"autoscaling\","
                                + "\"version\":\"v1\",\"kind\":\"Scale\",\"verbs\":[\"get\",\"patch\",\"update\"]}",
                        "{\"name\":\"pools/suspend\",\"singularName\":\"\",\"namespaced\":true,\"kind\":\"Pool\","
                                + "\"verbs\":[\"create\"]}",
                        "\"forceds/reconcile\"")
                .doesNotContain("forceds/suspend", "forceds/scale");
    }

    private static String act(String plural, String name, String action) {
        return operator.succeedWithInput("", raw(plural, name, action));
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
