package dev.chartroom.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.SourceCrd;
import dev.chartroom.e2e.kubelet.Kubelet;
import dev.chartroom.e2e.kubelet.UnpackedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * The real helm installs the chart, and its pods run the image: their containers are processes with what the rendered
 * spec says. The tests take one release through its life, in this order.
 */
@Tag("soak")
@RequiresControlPlane(controllers = true)
@EnabledIf(value = "canRunPods", disabledReason = "no right to mount and to create networks")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class InstalledProcessesTest {
    private static final String RELEASE = "chartroom";
    private static final String NAMESPACE = "chartroom-system";
    private static final String GROUP = "apps.example.com";
    private static final String API_SERVICE = "v1alpha1." + GROUP;
    private static final String TIMEOUT = "--timeout=120s";

    private static final List<AutoCloseable> STARTED = new ArrayList<>();
    private static ControlPlane controlPlane;
    private static UnpackedImage image;
    private static Kubectl kubectl;
    private static Helm helm;
    private static Path values;

    static boolean canRunPods() {
        return Kubelet.canRunProcesses();
    }

    @BeforeAll
    static void install() throws IOException, InterruptedException {
        Optional<Path> archive = UnpackedImage.archive();
        assumeThat(archive).as("an image of ./dev image").isPresent();
        image = UnpackedImage.unpack(archive.orElseThrow(), ModuleDirectory.newWorkDirectory("image"));
        // The path of a Unix socket may have about a hundred characters.
        Path socket = Files.createTempDirectory("chartroom").resolve("proxy");
        controlPlane = start(ControlPlane.startWithPodNetwork(socket));
        kubectl = controlPlane.kubectl();
        controlPlane.installHelmReleaseCrd();
        SourceCrd.install(kubectl, List.of(SourceCrd.values()));
        start(Kubelet.startWithProcesses(controlPlane, image, socket));
        start(controlPlane.startWorkloadControllers());
        helm = Helm.prepared().of(controlPlane.admin().kubeconfig());
        values = Files.writeString(
                helm.directory().resolve("values.yaml"),
                """
                image: {repository: %s}
                extraEnv: [{name: TEST_OF_THE_CHART, value: "yes"}]
                kinds:
                  definitions:
                    redises.yaml:
                """.formatted(Kubelet.IMAGE)
                        + Files.readString(Definitions.EXAMPLES.resolve("redises.yaml"))
                                .indent(6));
        kubectl.succeed("create", "namespace", NAMESPACE);
        kubectl.succeed("label", "namespace", NAMESPACE, "pod-security.kubernetes.io/enforce=restricted");
        helm("install", "--wait", TIMEOUT);
    }

    private static <T extends AutoCloseable> T start(T started) {
        STARTED.addFirst(started);
        return started;
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable started : STARTED) {
            started.close();
        }
    }

    /** The source of the chart does not exist yet, so the server serves no kind in its group. */
    @Test
    @Order(1)
    void groupWithoutAKindBlocksNoNamespace() {
        kubectl.succeed("wait", "apiservice", API_SERVICE, "--for=condition=Available", TIMEOUT);
        assertThat(kubectl.run("get", "redises", "-A").stderr()).contains("doesn't have a resource type \"redises\"");

        kubectl.succeed("create", "namespace", "short");
        kubectl.succeed("delete", "namespace", "short", "--timeout=50s");
    }

    @Test
    @Order(2)
    void kindIsServedThroughTheAggregator() {
        kubectl.apply("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: platform-charts}
                ---
                apiVersion: source.toolkit.fluxcd.io/v1
                kind: OCIRepository
                metadata: {name: redis, namespace: platform-charts}
                """);
        await("the kind is discovered")
                .atMost(Duration.ofSeconds(60))
                .until(() -> kubectl.run("get", "redises", "-A").exitCode() == 0);
        kubectl.succeed("create", "namespace", "tenant");
        kubectl.succeedWithInput("""
                apiVersion: apps.example.com/v1alpha1
                kind: Redis
                metadata: {name: cart, namespace: tenant}
                spec: {replicas: 3}
                """, "create", "-f", "-");

        assertThat(kubectl.succeed("get", "redises", "-n", "tenant")).contains("cart");
        assertThat(kubectl.succeed("get", "helmreleases", "-n", "tenant", "-o", "name"))
                .isEqualTo("helmrelease.helm.toolkit.fluxcd.io/redis-cart\n");
    }

    @Test
    @Order(3)
    void processesHaveExactlyWhatTheRenderedSpecSays() throws IOException {
        List<Path> processes = processes();

        assertThat(processes).hasSize(2);
        for (Path process : processes) {
            List<String> command =
                    new ArrayList<>(image.settings().arrayOrEmpty("Entrypoint").strings());
            command.addAll(List.of("serve", "--config", "/etc/chartroom/chartroom.yaml"));
            assertThat(words(process, "cmdline")).isEqualTo(command);
            assertThat(words(process, "environ"))
                    .containsAll(image.settings().arrayOrEmpty("Env").strings())
                    .contains(
                            "TEST_OF_THE_CHART=yes", "KUBERNETES_SERVICE_HOST=10.0.0.1", "KUBERNETES_SERVICE_PORT=443")
                    .hasSize(image.settings().arrayOrEmpty("Env").strings().size() + 4);
            assertThat(Files.readString(process.resolve("status")))
                    .containsPattern("Uid:\\s+65532\\s+65532\\s+65532\\s+65532\n")
                    .containsPattern("Gid:\\s+65532\\s+65532\\s+65532\\s+65532\n")
                    .containsPattern("Groups:\\s+65532 *\n")
                    .containsPattern("CapEff:\\s+0+\n")
                    .containsPattern("CapBnd:\\s+0+\n")
                    .containsPattern("NoNewPrivs:\\s+1\n");
            assertThat(mountOptions(process, "/")).startsWith("ro");
            assertThat(mountOptions(process, "/etc/chartroom")).startsWith("ro");
            assertThat(mountOptions(process, "/tmp")).startsWith("rw");
            assertThat(Files.readString(process.resolve("root/etc/chartroom/chartroom.yaml")))
                    .isEqualTo(kubectl.succeed(
                            "get", "configmap", RELEASE, "-n", NAMESPACE, "-o", "jsonpath={.data.chartroom\\.yaml}"));
        }
    }

    @Test
    @Order(4)
    void testOfTheChartListsTheObjects() {
        assertThat(helm.succeed("test", RELEASE, "--namespace=" + NAMESPACE, TIMEOUT))
                .contains("Phase:          Succeeded");
    }

    @Test
    @Order(5)
    void upgradeAndRollbackFailNoRequest() {
        try (InstallLoad load = InstallLoad.start(JsonClient.of(controlPlane, controlPlane.admin()), GROUP)) {
            helm("upgrade", "--wait", TIMEOUT, "--set", "config.limits.kinds=7");
            helm.succeed("rollback", RELEASE, "1", "--namespace=" + NAMESPACE, "--wait", TIMEOUT);
            kubectl.succeed("rollout", "status", "deployment/" + RELEASE, "-n", NAMESPACE, TIMEOUT);
            load.awaitNamespaces(1);

            System.out.println("e2e: requests during an upgrade and a rollback: " + load.requests());
            assertThat(load.faults()).isEmpty();
            assertThat(load.requests()).isGreaterThan(100);
        }
        kubectl.succeed("delete", "namespace", "load", "--timeout=60s");
    }

    @Test
    @Order(6)
    void killedProcessIsRestarted() throws IOException {
        Path killed = processes().getFirst();
        ProcessHandle.of(Long.parseLong(killed.getFileName().toString()))
                .orElseThrow()
                .destroyForcibly();

        await("another process").atMost(Duration.ofSeconds(60)).until(() -> {
            List<Path> now = processes();
            return now.size() == 2 && !now.contains(killed);
        });
        kubectl.succeed("rollout", "status", "deployment/" + RELEASE, "-n", NAMESPACE, TIMEOUT);
    }

    /** The load uses only namespaces, because the kind is gone afterwards. */
    @Test
    @Order(7)
    void uninstallLeavesNoNamespaceTerminating() throws IOException {
        try (InstallLoad load = InstallLoad.start(JsonClient.of(controlPlane, controlPlane.admin()), GROUP)) {
            load.awaitNamespaces(1);
            load.stopObjects();
            assertThat(load.faults()).isEmpty();

            helm.succeed("uninstall", RELEASE, "--namespace=" + NAMESPACE, "--wait", TIMEOUT);

            load.awaitNamespaces(2);
            assertThat(load.faults()).isEmpty();
        }
        kubectl.succeed("delete", "namespace", "load", "tenant", NAMESPACE, "--timeout=90s");
        assertThat(kubectl.succeed("get", "namespaces", "-o", "jsonpath={.items[*].status.phase}"))
                .doesNotContain("Terminating");
        assertThat(kubectl.run("get", "apiservice", API_SERVICE).exitCode()).isNotZero();
        assertThat(processes()).isEmpty();
    }

    /** As docs/tasks/install.md says, with the output of {@code chartroom manifests}. */
    @Test
    @Order(8)
    void kustomizeBaseServesTheKindOfItsManifests() throws IOException {
        String base = ModuleDirectory.basedir().resolve("../deploy/kustomize").toString();
        kubectl.succeed("apply", "--server-side", "--force-conflicts", "-k", base);
        kubectl.apply(Files.readString(Definitions.EXAMPLES.resolve("redises.yaml")));
        kubectl.succeed("rollout", "status", "deployment/chartroom", "-n", NAMESPACE, TIMEOUT);
        assertThat(processes()).hasSize(2);

        Path config = Files.writeString(
                helm.directory().resolve("chartroom.yaml"),
                kubectl.succeed(
                        "get", "configmap", "chartroom", "-n", NAMESPACE, "-o", "jsonpath={.data.chartroom\\.yaml}"));
        CommandOutput manifests = CommandOutput.of(
                "manifests",
                "--config",
                config.toString(),
                "--kubeconfig",
                controlPlane.admin().kubeconfig().toString());
        assertThat(manifests.exitCode()).as(manifests.err()).isZero();
        kubectl.succeedWithInput(manifests.out(), "apply", "--server-side", "-f", "-");
        kubectl.succeed("wait", "apiservice", API_SERVICE, "--for=condition=Available", TIMEOUT);
        await("the kind is discovered")
                .atMost(Duration.ofSeconds(60))
                .until(() -> kubectl.run("get", "redises", "-A").exitCode() == 0);

        kubectl.succeedWithInput(manifests.out(), "delete", "-f", "-");
        kubectl.succeed("delete", "-k", base, "--timeout=90s");
        await("the processes end")
                .atMost(Duration.ofSeconds(60))
                .until(() -> processes().isEmpty());
    }

    /** The controllers are those of cert-manager itself, and the kube-apiserver verifies the certificate. */
    @Test
    @Order(9)
    void certificateOfCertManagerIsServedAndTrusted() throws IOException {
        kubectl.succeed("create", "namespace", NAMESPACE);
        kubectl.succeed("label", "namespace", NAMESPACE, "pod-security.kubernetes.io/enforce=restricted");
        try (CertManager _ = CertManager.start(controlPlane)) {
            helm("install", "--wait", TIMEOUT, "--set", "certificates.mode=certManager");
            kubectl.succeed("wait", "apiservice", API_SERVICE, "--for=condition=Available", TIMEOUT);

            assertThat(processes()).hasSize(2);
            assertThat(kubectl.succeed("get", "apiservice", API_SERVICE, "-o", "jsonpath={.spec.caBundle}"))
                    .isNotEmpty()
                    .isEqualTo(kubectl.succeed(
                            "get",
                            "secret",
                            "chartroom-certificates",
                            "-n",
                            NAMESPACE,
                            "-o",
                            "jsonpath={.data.ca\\.crt}"));
            await("the kind is discovered")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> kubectl.run("get", "redises", "-A").exitCode() == 0);

            helm("upgrade", "--wait", TIMEOUT, "--set", "certificates.mode=certManager,config.limits.kinds=7");
            kubectl.succeed("wait", "apiservice", API_SERVICE, "--for=condition=Available", "--timeout=5s");
            helm.succeed("uninstall", RELEASE, "--namespace=" + NAMESPACE, "--wait", TIMEOUT);
        }
        kubectl.succeed("delete", "namespace", NAMESPACE, "--timeout=90s");
    }

    /** Returns the folders in {@code /proc} of the processes of ready pods. */
    private static List<Path> processes() {
        return Arrays.stream(kubectl.succeed(
                                "get",
                                "pods",
                                "-A",
                                "-l",
                                "app.kubernetes.io/name=chartroom",
                                "-o",
                                "jsonpath={range .items[*].status.containerStatuses[?(@.ready==true)]}"
                                        + "{.containerID}{'\\n'}{end}")
                        .split("\n"))
                .filter(id -> !id.isEmpty())
                .map(id -> Path.of("/proc", id.substring("process://".length())))
                .toList();
    }

    private static List<String> words(Path process, String file) throws IOException {
        return List.of(Files.readString(process.resolve(file)).split("\0"));
    }

    private static String mountOptions(Path process, String point) throws IOException {
        return Files.readString(process.resolve("mountinfo"))
                .lines()
                .map(line -> line.split(" "))
                .filter(mount -> mount[4].equals(point))
                .map(mount -> mount[5])
                .reduce((_, last) -> last)
                .orElseThrow();
    }

    private static void helm(String command, String... options) {
        List<String> words = new ArrayList<>(
                List.of(command, RELEASE, Helm.CHART, "--namespace=" + NAMESPACE, "--values=" + values));
        words.addAll(List.of(options));
        helm.succeed(words.toArray(String[]::new));
    }
}
