package dev.chartroom.e2e.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Namespaces of {@code ./chartroom dev}, with the real kubectl and both of its stores. */
@RequiresControlPlane
class NamespacesTest {
    private static final String HELD = """
            apiVersion: apps.example.com/v1alpha1
            kind: Redis
            metadata: {name: held, namespace: shop, finalizers: [example.com/guard]}
            spec: {}
            """;

    @ParameterizedTest
    @ValueSource(strings = {"memory", "postgres"})
    void kubectlManagesANamespaceFromCreateToDelete(String store) {
        try (DevServer dev =
                DevServer.start(ModuleDirectory.newWorkDirectory("namespaces-" + store), "--store", store)) {
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
                        DevServer.ROOT.resolve("examples/redis.yaml").toString());
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
                                    DevServer.ROOT
                                            .resolve("examples/redis.yaml")
                                            .toString())
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
    void invalidNamespaceRequestsAreRefusedWithTheReason() {
        try (DevServer dev =
                DevServer.start(ModuleDirectory.newWorkDirectory("namespaces-refused"), "--store", "memory")) {
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
    void namespaceIsAppliedClientSideAndServerSide() {
        try (DevServer dev =
                DevServer.start(ModuleDirectory.newWorkDirectory("namespaces-applied"), "--store", "memory")) {
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
    void namespacesInPostgresSurviveARestartAndTheirDeletionContinues() {
        Path directory = ModuleDirectory.newWorkDirectory("namespaces-restart");
        String bank;
        try (DevServer dev = DevServer.start(directory, "--store", "postgres")) {
            dev.kubectl().succeed("create", "ns", "shop");
            dev.kubectl().succeed("create", "ns", "bank");
            dev.kubectl().succeedWithInput(HELD, "create", "-f", "-");
            dev.kubectl().succeed("delete", "ns", "shop", "--wait=false");
            bank = dev.kubectl().succeed("get", "ns", "bank", "-o", "json");
        }
        try (DevServer dev = DevServer.start(directory, "--store", "postgres")) {
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
