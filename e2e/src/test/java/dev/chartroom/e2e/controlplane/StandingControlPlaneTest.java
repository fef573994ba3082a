package dev.chartroom.e2e.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.e2e.harness.HelmReleaseCrd;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.User;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A control plane that one test run releases and the next one finds. */
@RequiresControlPlane
class StandingControlPlaneTest {
    @TempDir
    private static Path folder;

    private static LocalProcesses processes;

    @BeforeAll
    static void publish() throws IOException {
        assumeThat(SharedControlPlane.source()).as("local processes").isInstanceOf(ControlPlaneSource.Local.class);
        var binaries = ((ControlPlaneSource.Local) SharedControlPlane.source()).binaries();
        processes = LocalProcesses.start(
                binaries, ModuleDirectory.newWorkDirectory("standing-test"), ControlPlane.CONTROLLERS);
        StandingControlPlaneCommand.publish(processes, folder);
    }

    @AfterAll
    static void stop() {
        if (processes != null) {
            processes.close();
        }
    }

    @Test
    void nextRun_findsNoObjectOfThePreviousRun() {
        try (ControlPlaneRuntime first = find()) {
            Kubectl kubectl = kubectl(first);
            kubectl.succeed("create", "namespace", "left-behind");
            kubectl.succeed("create", "configmap", "held", "-n", "left-behind");
            kubectl.succeed(
                    "patch",
                    "configmap",
                    "held",
                    "-n",
                    "left-behind",
                    "--type=merge",
                    "-p",
                    "{\"metadata\":{\"finalizers\":[\"example.com/never\"]}}");
            HelmReleaseCrd.install(kubectl);
        }

        try (ControlPlaneRuntime second = find()) {
            Kubectl kubectl = kubectl(second);
            await().untilAsserted(() -> {
                assertThat(kubectl.succeed("get", "namespaces", "-o", "name")).doesNotContain("left-behind");
                assertThat(kubectl.succeed("get", "crds", "-o", "name")).isEmpty();
            });
            kubectl.succeed("create", "namespace", "left-behind");
            assertThat(kubectl.run("get", "configmap", "held", "-n", "left-behind")
                            .stderr())
                    .contains("(NotFound)");
        }
    }

    @Test
    void controlPlaneInUse_isNotFoundByAnotherRun() {
        try (ControlPlaneRuntime first = find()) {
            assertThat(first.runsControllers()).isTrue();
            assertThat(StandingControlPlane.find(folder)).isEmpty();
        }
        find().close();
    }

    @Test
    void missingDescription_findsNoControlPlane(@TempDir Path empty) {
        assertThat(StandingControlPlane.find(empty)).isEmpty();
    }

    private static ControlPlaneRuntime find() {
        return StandingControlPlane.find(folder).orElseThrow();
    }

    private static Kubectl kubectl(ControlPlaneRuntime runtime) {
        var access = runtime.access();
        Path directory = ModuleDirectory.newWorkDirectory("standing-test");
        User admin = User.write(
                "admin",
                access.clients().client("admin", "system:masters"),
                access.url(),
                access.servingCaPem(),
                directory.resolve("kubeconfig"));
        return new Kubectl(ControlPlane.shared().kubectl().binary(), admin.kubeconfig(), directory);
    }
}
