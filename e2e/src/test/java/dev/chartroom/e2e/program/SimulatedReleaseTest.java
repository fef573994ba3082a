package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Simulated releases of dev mode, seen with the real kubectl. */
@RequiresControlPlane
class SimulatedReleaseTest {
    private static final String CART = """
            apiVersion: apps.example.com/v1alpha1
            kind: Redis
            metadata: {name: cart}
            """;
    private static final String REASON = "jsonpath={.status.conditions[?(@.type==\"Ready\")].reason}";

    @Test
    void releaseBecomesReadyWithHistoryAndEvents() {
        try (DevServer dev = DevServer.start(ModuleDirectory.newWorkDirectory("simulated"))) {
            Kubectl kubectl = dev.kubectl();
            kubectl.succeedWithInput(CART, "create", "-f", "-");

            kubectl.succeed("wait", "--for=condition=Ready", "redis/cart", "--timeout=30s");
            assertThat(kubectl.succeed("get", "redis", "cart", "-o", REASON)).isEqualTo("InstallSucceeded");

            kubectl.succeed("patch", "redis", "cart", "--type=merge", "-p", "{\"spec\":{\"replicas\":5}}");
            kubectl.succeed("wait", "--for=jsonpath={.status.observedGeneration}=2", "redis/cart", "--timeout=30s");
            assertThat(kubectl.succeed("get", "redis", "cart", "-o", REASON)).isEqualTo("UpgradeSucceeded");
            assertThat(kubectl.succeed("get", "redis", "cart", "-o", "jsonpath={.status.history[*].version}"))
                    .isEqualTo("2 1");
            assertThat(kubectl.succeed("describe", "redis", "cart"))
                    .containsPattern("Normal +InstallSucceeded .* chartroom-simulation .*simulated")
                    .containsPattern("Normal +UpgradeSucceeded ");
            assertThat(kubectl.succeed("get", "events", "--field-selector", "reason=UpgradeSucceeded"))
                    .containsPattern("Normal +UpgradeSucceeded +redis/cart ")
                    .doesNotContain("InstallSucceeded");
            assertThat(kubectl.succeed("get", "all")).containsPattern("redis.apps.example.com/cart +True ");

            kubectl.succeed("delete", "redis", "cart", "--timeout=10s");
        }
    }

    @Test
    void withoutSimulation_statusStaysThatOfANewObject() {
        try (DevServer dev = DevServer.start(ModuleDirectory.newWorkDirectory("not-simulated"), "--simulate=false")) {
            dev.kubectl().succeedWithInput(CART, "create", "-f", "-");

            assertThat(dev.kubectl()
                            .run("wait", "--for=condition=Ready", "redis/cart", "--timeout=4s")
                            .stderr())
                    .contains("timed out");
            assertThat(dev.kubectl().succeed("get", "redis", "cart", "-o", "jsonpath={.status}"))
                    .isEqualTo("{\"observedGeneration\":-1}");
            assertThat(dev.said()).contains("without simulated releases");
        }
    }

    /** The kill leaves PostgreSQL running. The upgrade that the kill interrupts is finished after the restart. */
    @Test
    void killedServerWithPostgresStartsAgainAndContinues() throws InterruptedException {
        Path directory = ModuleDirectory.newWorkDirectory("killed");
        try (DevServer dev = DevServer.start(directory, "--store", "postgres")) {
            Kubectl kubectl = dev.kubectl();
            kubectl.succeedWithInput(CART, "create", "-f", "-");
            kubectl.succeed("create", "configmap", "kept", "--from-literal=a=b");
            kubectl.succeed("wait", "--for=condition=Ready", "redis/cart", "--timeout=30s");
            kubectl.succeed("patch", "redis", "cart", "--type=merge", "-p", "{\"spec\":{\"replicas\":5}}");
            ProcessHandle.of(dev.process().pid()).orElseThrow().destroyForcibly();
            dev.process().exitCode();
        }

        try (DevServer dev = DevServer.start(directory, "--store", "postgres")) {
            Kubectl kubectl = dev.kubectl();
            kubectl.succeed("wait", "--for=jsonpath={.status.observedGeneration}=2", "redis/cart", "--timeout=30s");
            assertThat(kubectl.succeed("get", "redis", "cart", "-o", "jsonpath={.status.history[*].status}"))
                    .isEqualTo("deployed superseded");
            assertThat(kubectl.succeed("get", "configmap", "kept", "-o", "jsonpath={.data}"))
                    .isEqualTo("{\"a\":\"b\"}");
            Awaitility.await()
                    .until(() -> kubectl.succeed("get", "events", "-o", "jsonpath={.items[*].reason}")
                            .contains("UpgradeSucceeded"));
        }
    }
}
