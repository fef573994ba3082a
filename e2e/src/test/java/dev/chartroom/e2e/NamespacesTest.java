package dev.chartroom.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Namespaces of {@code ./chartroom dev}, with the real kubectl, in both of its stores. */
@RequiresControlPlane
class NamespacesTest {
    private static final Path ROOT = ModuleDirectory.basedir().resolve("..").normalize();
    private static final String HELD = """
            apiVersion: apps.example.com/v1alpha1
            kind: Redis
            metadata: {name: held, namespace: shop, finalizers: [example.com/guard]}
            spec: {}
            """;

    /** A server of its own, whose data stay in its folder. */
    private record Dev(ChildProcess process, Kubectl kubectl) implements AutoCloseable {
        static Dev start(String store, Path directory) {
            Path output = directory.resolve("output-" + System.nanoTime());
            ProcessBuilder builder = new ProcessBuilder(
                            "bash",
                            ROOT.resolve("chartroom").toString(),
                            "dev",
                            "--port",
                            "0",
                            "--store",
                            store,
                            "--directory",
                            directory.toString())
                    .directory(ROOT.toFile())
                    .redirectOutput(output.toFile())
                    .redirectError(directory.resolve("errors").toFile());
            ChildProcess process = ChildProcess.start(builder);
            Awaitility.await("dev mode says what to try")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> text(output).contains("kubectl"));
            return new Dev(
                    process,
                    new Kubectl(ControlPlane.shared().kubectl().binary(), directory.resolve("kubeconfig"), directory));
        }

        private static String text(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            process.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "postgres"})
    void theCommandsOfANamespacesLifeWork(String store) {
        try (Dev dev = Dev.start(store, ModuleDirectory.newWorkDirectory("namespaces-" + store))) {
            Kubectl kubectl = dev.kubectl();
            assertThat(kubectl.succeed("get", "ns")).containsPattern("NAME +STATUS +AGE *\ndefault +Active +\\d+s\n");
            assertThat(kubectl.succeed("api-resources", "--namespaced=false"))
                    .containsPattern("namespaces +ns +v1 +false");

            try (var watching = kubectl.startWatching("get", "ns", "-w")) {
                assertThat(kubectl.succeed("create", "namespace", "shop")).isEqualTo("namespace/shop created\n");
                Awaitility.await()
                        .until(() -> watching.lines().stream().anyMatch(line -> line.matches("shop +Active +\\d+s")));

                kubectl.succeed("label", "ns", "shop", "team=a");
                kubectl.succeed("annotate", "ns", "shop", "note=b");
                kubectl.succeed("patch", "ns", "shop", "-p", "{\"metadata\":{\"labels\":{\"tier\":\"gold\"}}}");
                assertThat(kubectl.succeed("get", "ns", "-l", "team=a,tier=gold", "-o", "name"))
                        .isEqualTo("namespace/shop\n");
                assertThat(kubectl.succeed("describe", "ns", "shop"))
                        .contains("Name:         shop", "kubernetes.io/metadata.name=shop", "Status:       Active");
                assertThat(kubectl.succeed("explain", "namespace.spec")).contains("finalizers\t<[]string>");
                assertThat(kubectl.succeed("explain", "ns.status")).contains("phase\t<string>");

                kubectl.succeedWithInput(HELD, "create", "-f", "-");
                kubectl.succeed(
                        "create",
                        "-n",
                        "shop",
                        "-f",
                        ROOT.resolve("examples/redis.yaml").toString());
                assertThat(kubectl.succeed("get", "redises", "-A"))
                        .containsPattern("shop +cart")
                        .containsPattern("shop +held");

                kubectl.succeed("delete", "ns", "shop", "--wait=false");
                Awaitility.await()
                        .until(() ->
                                watching.lines().stream().anyMatch(line -> line.matches("shop +Terminating +\\d+s")));
            }
            Awaitility.await()
                    .untilAsserted(() -> assertThat(kubectl.succeed("get", "redises", "-A", "-o", "name"))
                            .isEqualTo("redis.apps.example.com/held\n"));
            Awaitility.await()
                    .untilAsserted(() -> assertThat(kubectl.succeed("describe", "ns", "shop"))
                            .contains("NamespaceContentRemaining", "example.com/guard in 1 resource instances"));
            assertThat(kubectl.run(
                                    "create",
                                    "-n",
                                    "shop",
                                    "-f",
                                    ROOT.resolve("examples/redis.yaml").toString())
                            .stderr())
                    .contains(
                            "(Forbidden)",
                            "unable to create new content in namespace shop because it is being terminated");

            kubectl.succeed(
                    "patch",
                    "-n",
                    "shop",
                    "redis",
                    "held",
                    "--type=merge",
                    "-p",
                    "{\"metadata\":{\"finalizers\":null}}");
            kubectl.succeed("wait", "--for=delete", "ns/shop", "--timeout=20s");
            assertThat(kubectl.succeed("get", "ns", "-o", "name")).isEqualTo("namespace/default\n");
        }
    }

    @Test
    void whatIsNotThereOrMustStayIsSaid() {
        try (Dev dev = Dev.start("memory", ModuleDirectory.newWorkDirectory("namespaces-refused"))) {
            Kubectl kubectl = dev.kubectl();
            assertThat(kubectl.runWithInput(HELD, "create", "-f", "-").stderr())
                    .contains("(NotFound)", "namespaces \"shop\" not found");
            assertThat(kubectl.run("get", "ns", "shop").stderr())
                    .contains("(NotFound)", "namespaces \"shop\" not found");
            assertThat(kubectl.run("create", "ns", "default").stderr())
                    .contains("(AlreadyExists)", "namespaces \"default\" already exists");
            assertThat(kubectl.run("create", "ns", "Shop").stderr()).contains("metadata.name: Invalid value: \"Shop\"");
            assertThat(kubectl.run("delete", "ns", "default").stderr())
                    .contains("(Forbidden)", "namespaces \"default\" is forbidden: this namespace may not be deleted");
            assertThat(kubectl.succeed("get", "redises", "-n", "shop", "-o", "name"))
                    .isEmpty();
        }
    }

    @Test
    void aNamespaceIsAppliedAndEdited() {
        try (Dev dev = Dev.start("memory", ModuleDirectory.newWorkDirectory("namespaces-applied"))) {
            Kubectl kubectl = dev.kubectl();
            String shop = """
                    apiVersion: v1
                    kind: Namespace
                    metadata: {name: shop, labels: {team: a, tier: gold}}
                    """;

            assertThat(kubectl.apply(shop)).isEqualTo("namespace/shop created\n");
            assertThat(kubectl.apply(shop)).isEqualTo("namespace/shop unchanged\n");
            assertThat(kubectl.apply(shop.replace("team: a, ", "owner: b, "))).isEqualTo("namespace/shop configured\n");
            assertThat(kubectl.succeed("get", "ns", "shop", "-o", "jsonpath={.metadata.labels}"))
                    .isEqualTo("{\"kubernetes.io/metadata.name\":\"shop\",\"owner\":\"b\",\"tier\":\"gold\"}");
            assertThat(kubectl.succeedWithInput(shop, "apply", "--server-side", "--force-conflicts", "-f", "-"))
                    .isEqualTo("namespace/shop serverside-applied\n");
            assertThat(kubectl.succeedWithInput(shop.replace("shop", "bank"), "apply", "--server-side", "-f", "-"))
                    .isEqualTo("namespace/bank serverside-applied\n");
            assertThat(kubectl.runWithInput(shop.replace("gold", "tin"), "diff", "-f", "-")
                            .stdout())
                    .contains("+    tier: tin");
            assertThat(kubectl.succeed("delete", "ns", "shop", "bank"))
                    .contains("\"shop\" deleted", "\"bank\" deleted");
        }
    }

    @Test
    void inTheDatabaseTheyStayAndADeletionGoesOn() {
        Path directory = ModuleDirectory.newWorkDirectory("namespaces-restart");
        String bank;
        try (Dev dev = Dev.start("postgres", directory)) {
            dev.kubectl().succeed("create", "ns", "shop");
            dev.kubectl().succeed("create", "ns", "bank");
            dev.kubectl().succeedWithInput(HELD, "create", "-f", "-");
            dev.kubectl().succeed("delete", "ns", "shop", "--wait=false");
            bank = dev.kubectl().succeed("get", "ns", "bank", "-o", "json");
        }
        try (Dev dev = Dev.start("postgres", directory)) {
            Kubectl kubectl = dev.kubectl();
            assertThat(kubectl.succeed("get", "ns", "bank", "-o", "json")).isEqualTo(bank);
            assertThat(kubectl.succeed("get", "ns", "shop")).contains("Terminating");
            assertThat(kubectl.succeed("get", "redises", "-n", "shop", "-o", "name"))
                    .isEqualTo("redis.apps.example.com/held\n");
            kubectl.succeed(
                    "patch",
                    "-n",
                    "shop",
                    "redis",
                    "held",
                    "--type=merge",
                    "-p",
                    "{\"metadata\":{\"finalizers\":null}}");
            kubectl.succeed("wait", "--for=delete", "ns/shop", "--timeout=20s");
        }
    }
}
