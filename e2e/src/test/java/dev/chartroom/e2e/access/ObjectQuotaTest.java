package dev.chartroom.e2e.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Object count quotas work for served kinds as for those of the kube-apiserver (wire contract H5). */
@RequiresControlPlane
class ObjectQuotaTest {
    private static final String RESOURCE = "count/crates.quota.example.com";
    /**
     * The kind is in its own group: if another test removes a kind and adds it again, the quota controller counts it
     * from an outdated cache, which may be empty.
     */
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: crates.quota.example.com}
            spec:
              group: quota.example.com
              names: {kind: Crate, plural: crates}
              versions:
                - name: v1
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema: {type: object, properties: {spec: {type: object}}}
              release:
                prefix: crate-
                chartRef: {kind: OCIRepository, name: crate, namespace: charts}
            """;

    private static @Nullable Program program;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        Path folder = ModuleDirectory.newWorkDirectory("quota");
        Files.writeString(folder.resolve("crates.yaml"), DEFINITION);
        program = Program.start(controlPlane, folder).registered("quota.example.com", "v1");
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
    }

    @Test
    void exceededQuotaIsRefusedWithTheKubeApiserversMessage() {
        limited("quota-words", "many", RESOURCE + "=1,count/configmaps=2");
        Kubectl kubectl = ControlPlane.shared().kubectl();
        assertThat(create("quota-words", "a").exitCode()).isZero();
        // Every namespace also has a ConfigMap of its own.
        kubectl.succeed("create", "configmap", "a", "-n", "quota-words");
        Awaitility.await("the config map that every namespace has")
                .atMost(Duration.ofMinutes(2))
                .until(() -> kubectl.run("create", "configmap", "b", "-n", "quota-words", "--dry-run=server")
                                .exitCode()
                        != 0);

        String ours = create("quota-words", "b").stderr();
        String theirs =
                kubectl.run("create", "configmap", "b", "-n", "quota-words").stderr();

        assertThat(ours)
                .contains("crates.quota.example.com \"b\" is forbidden: exceeded quota: many, requested: " + RESOURCE
                        + "=1, used: " + RESOURCE + "=1, limited: " + RESOURCE + "=1");
        String prefix = "error: failed to create configmap: ";
        assertThat(theirs.replace(prefix, "Error from server (Forbidden): "))
                .isEqualToIgnoringWhitespace(ours.replaceFirst(
                                "(?s)^.*Error from server \\(Forbidden\\): error when creating \"STDIN\": ",
                                "Error from server (Forbidden): ")
                        .replace("crates.quota.example.com", "configmaps")
                        .replaceAll("(used|limited): (\\S+)=1", "$1: $2=2"));
    }

    @Test
    void serverWithoutQuotasEnforcesNone() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        Path folder = ModuleDirectory.newWorkDirectory("no-quotas");
        Files.writeString(
                folder.resolve("crates.yaml"), DEFINITION.replace("quota.example.com", "unlimited.example.com"));
        Kubectl kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "namespace", "no-quotas");
        kubectl.succeed("create", "quota", "none", "-n", "no-quotas", "--hard=count/crates.unlimited.example.com=0");

        try (Program unlimited = Program.startWith(controlPlane, folder, "quotas: false")) {
            unlimited.registered("unlimited.example.com", "v1");

            kubectl.succeedWithInput("""
                    apiVersion: unlimited.example.com/v1
                    kind: Crate
                    metadata: {name: a, namespace: no-quotas}
                    """, "create", "-f", "-");
            assertThat(kubectl.succeed(
                            "get",
                            "quota",
                            "none",
                            "-n",
                            "no-quotas",
                            "-o",
                            "jsonpath={.metadata.managedFields[*].manager}"))
                    .doesNotContain("chartroom");
        }
    }

    @Test
    void concurrentCreatesFillTheQuotaExactly() throws Exception {
        limited("quota-race", "race", RESOURCE + "=20");
        limit("quota-race", "other", RESOURCE + "=25");
        awaitCounted("quota-race", "other");
        HttpClient admin = running().client(ControlPlane.shared().admin().identity());
        List<Future<Integer>> creations = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 30; i++) {
                String name = "r" + i;
                creations.add(clients.submit(() -> post(admin, "quota-race", name)));
            }
        }
        Map<Integer, Integer> answers = new TreeMap<>();
        for (Future<Integer> creation : creations) {
            answers.merge(creation.get(), 1, Integer::sum);
        }
        assertThat(answers).isEqualTo(Map.of(201, 20, 403, 10));
    }

    @Test
    void dryRunDoesNotConsumeQuota() {
        limited("quota-room", "room", RESOURCE + "=1");
        assertThat(create("quota-room", "a", "--dry-run=server").exitCode()).isZero();
        assertThat(create("quota-room", "a").exitCode()).isZero();
        assertThat(create("quota-room", "b", "--dry-run=server").exitCode()).isNotZero();
    }

    @Test
    void quotaOnOtherResourcesDoesNotLimitTheKind() {
        ControlPlane.shared().kubectl().succeed("create", "namespace", "quota-else");
        limit("quota-else", "else", "count/barrels.quota.example.com=0,pods=0");
        assertThat(create("quota-else", "a").exitCode()).isZero();
    }

    /** Creates a namespace with a quota, and waits until its usage is known. */
    private static void limited(String namespace, String quota, String hard) {
        ControlPlane.shared().kubectl().succeed("create", "namespace", namespace);
        limit(namespace, quota, hard);
        awaitCounted(namespace, quota);
    }

    private static void awaitCounted(String namespace, String quota) {
        Awaitility.await("the usage of " + quota)
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> isCounted(namespace, quota));
    }

    /**
     * Returns whether the quota is counted, and otherwise sets its usage to zero. The quota controller may discover the
     * kinds of an aggregated server late while other tests add and remove kinds.
     */
    private static boolean isCounted(String namespace, String quota) {
        if (create(namespace, "probe", "--dry-run=server").exitCode() == 0) {
            return true;
        }
        ControlPlane.shared()
                .kubectl()
                .succeed(
                        "patch",
                        "quota",
                        quota,
                        "-n",
                        namespace,
                        "--subresource=status",
                        "--type=merge",
                        "-p",
                        "{\"status\": {\"used\": {\"" + RESOURCE + "\": \"0\"}}}");
        return false;
    }

    private static int post(HttpClient client, String namespace, String name) throws Exception {
        String path = "/apis/quota.example.com/v1/namespaces/" + namespace + "/crates";
        return client.send(
                        HttpRequest.newBuilder(URI.create(running().url() + path))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{\"metadata\": {\"name\": \"" + name + "\"}}"))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private static Program running() {
        return Objects.requireNonNull(program, "the program is started before all tests");
    }

    private static void limit(String namespace, String quota, String hard) {
        ControlPlane.shared().kubectl().succeed("create", "quota", quota, "-n", namespace, "--hard=" + hard);
    }

    private static Kubectl.Result create(String namespace, String name, String... options) {
        List<String> arguments = new ArrayList<>(List.of("create", "-f", "-"));
        arguments.addAll(List.of(options));
        return ControlPlane.shared()
                .kubectl()
                .runWithInput("""
                apiVersion: quota.example.com/v1
                kind: Crate
                metadata: {name: %s, namespace: %s}
                spec: {}
                """.formatted(name, namespace), arguments.toArray(String[]::new));
    }
}
