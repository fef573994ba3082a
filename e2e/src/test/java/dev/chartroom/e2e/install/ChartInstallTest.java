package dev.chartroom.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.controlplane.WorkloadControllers;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.kubelet.Kubelet;
import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The real helm and kubectl install the chart on a real control plane. Its pods run without containers, so the API
 * groups are registered but not served. {@link InstalledProcessesTest} runs the containers, too.
 */
@RequiresControlPlane(controllers = true)
class ChartInstallTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final String RELEASE = "installed";
    private static final String NAMESPACE = "install-test";
    private static final String API_SERVICE = "v1.installed.example.com";

    private static Helm helm;
    private static Kubelet kubelet;
    private static WorkloadControllers controllers;
    private static Path values;

    private final Kubectl kubectl = ControlPlane.shared().kubectl();

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        assumeThat(controlPlane.kubeApiserverPid()).as("local processes").isPresent();
        helm = Helm.prepared().of(controlPlane.admin().kubeconfig());
        kubelet = Kubelet.start(controlPlane);
        controllers = controlPlane.startWorkloadControllers();
        values = Files.writeString(helm.directory().resolve("values.yaml"), """
                image: {repository: chartroom}
                flowControl: false
                kinds: {crd: false}
                groups: [{name: installed.example.com, versions: [v1], resources: [lamps]}]
                """);
    }

    @AfterAll
    static void stop() {
        if (controllers != null) {
            controllers.close();
        }
        if (kubelet != null) {
            kubelet.close();
        }
    }

    @AfterEach
    void remove() {
        kubectl.run("delete", "apiservice", API_SERVICE, "--ignore-not-found");
        helm.run("uninstall", RELEASE, "--namespace=" + NAMESPACE, "--no-hooks");
        kubectl.run("delete", "namespace", NAMESPACE, "--ignore-not-found", "--timeout=50s");
    }

    @Test
    void release_installsUpgradesRollsBackAndUninstalls() {
        restrictedNamespace(NAMESPACE);
        helm("install", "--wait", "--timeout=80s");

        assertThat(deployment("{.status.readyReplicas}")).isEqualTo("2");
        await("the aggregated roles")
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(kubectl.succeed(
                                "get", "clusterrole", "view", "edit", "-o", "jsonpath={.items[*].rules[*].apiGroups}"))
                        .contains("installed.example.com"));

        helm.succeed("test", RELEASE, "--namespace=" + NAMESPACE, "--timeout=80s");

        // Chartroom owns this field. An upgrade must not reset it.
        String authority =
                Pem.base64(CertificateAuthority.create("install test").pem());
        kubectl.succeedWithInput(
                """
                apiVersion: apiregistration.k8s.io/v1
                kind: APIService
                metadata: {name: %s}
                spec: {caBundle: %s}
                """.formatted(API_SERVICE, authority),
                "apply",
                "--server-side",
                "--field-manager=chartroom",
                "-f",
                "-");
        String template = deployment("{.spec.template.metadata.annotations}");
        helm("upgrade", "--wait", "--timeout=80s", "--set", "config.limits.kinds=7");
        assertThat(kubectl.succeed("get", "configmap", RELEASE, "-n", NAMESPACE, "-o", "yaml"))
                .contains("kinds: 7");
        assertThat(deployment("{.spec.template.metadata.annotations}")).isNotEqualTo(template);
        assertThat(caBundle()).isEqualTo(authority);

        helm.succeed("rollback", RELEASE, "1", "--namespace=" + NAMESPACE, "--wait", "--timeout=80s");
        assertThat(deployment("{.spec.template.metadata.annotations}")).isEqualTo(template);
        assertThat(caBundle()).isEqualTo(authority);

        helm.succeed("uninstall", RELEASE, "--namespace=" + NAMESPACE, "--wait", "--timeout=80s");
        assertThat(kubectl.run("get", "apiservice", API_SERVICE).exitCode()).isNotZero();
        assertThat(kubectl.succeed(
                        "get",
                        "clusterroles,clusterrolebindings,serviceaccounts,secrets,configmaps,deployments,jobs,pods",
                        "-A",
                        "-o",
                        "name",
                        "-l",
                        "app.kubernetes.io/instance=" + RELEASE))
                .isEmpty();
        kubectl.succeed("create", "namespace", "after-uninstall");
        kubectl.succeed("delete", "namespace", "after-uninstall", "--timeout=50s");
    }

    @Test
    void kustomizeBase_installsTwoReadyReplicasInARestrictedNamespace() {
        String base = ModuleDirectory.basedir().resolve("../deploy/kustomize").toString();
        try {
            kubectl.succeed("apply", "--server-side", "--force-conflicts", "-k", base);
            kubectl.succeed("rollout", "status", "deployment/chartroom", "-n", "chartroom-system", "--timeout=50s");
            assertThat(kubectl.succeed(
                            "get",
                            "pods",
                            "-n",
                            "chartroom-system",
                            "-l",
                            "app.kubernetes.io/name=chartroom",
                            "-o",
                            "jsonpath={.items[*].status.phase}"))
                    .isEqualTo("Running Running");
        } finally {
            // Other tests of this control plane use the namespace and the rights.
            kubectl.run("delete", "deployment,pdb,networkpolicy,service", "--all", "-n", "chartroom-system");
            kubectl.run("label", "namespace", "chartroom-system", "pod-security.kubernetes.io/enforce-");
            ControlPlane.shared().grantRights();
        }
    }

    private void helm(String command, String... options) {
        List<String> words = new ArrayList<>(
                List.of(command, RELEASE, Helm.CHART, "--namespace=" + NAMESPACE, "--values=" + values));
        words.addAll(List.of(options));
        helm.succeed(words.toArray(String[]::new));
    }

    private String deployment(String path) {
        return kubectl.succeed("get", "deployment", RELEASE, "-n", NAMESPACE, "-o", "jsonpath=" + path);
    }

    private String caBundle() {
        return kubectl.succeed("get", "apiservice", API_SERVICE, "-o", "jsonpath={.spec.caBundle}");
    }

    /** The kube-apiserver rejects pods that violate the standard. */
    private void restrictedNamespace(String name) {
        kubectl.succeed("create", "namespace", name);
        kubectl.succeed("label", "namespace", name, "pod-security.kubernetes.io/enforce=restricted");
    }
}
