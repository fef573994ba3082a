package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.harness.ProgramFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** An administrator applies the output of {@code chartroom manifests}. */
@RequiresControlPlane(controllers = true)
class ManifestsTest {
    private static final String GROUP = "manifests.example.com";
    private static final String SERVER = "system:serviceaccount:chartroom-system:chartroom";

    @Test
    void appliedManifestsRegisterTheKindsAndGrantRights() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        Kubectl kubectl = controlPlane.kubectl();
        Path folder = ModuleDirectory.newWorkDirectory("manifests");
        Files.writeString(folder.resolve("lamps.yaml"), """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: lamps.manifests.example.com}
                spec:
                  group: manifests.example.com
                  names: {kind: Lamp, plural: lamps}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema: {type: object, properties: {spec: {type: object}}}
                  release: {prefix: lamp-, chartRef: {kind: OCIRepository, name: lamp}}
                """);
        ProgramFiles files = ProgramFiles.write(controlPlane.server().kubeconfig(), folder);
        try (Program program = Program.start(controlPlane, files)) {
            // The Service of these tests points to this machine.
            controlPlane.registerApiService(GROUP, "v1", program.port(), files.caPem());
            kubectl.succeed("delete", "apiservice", "v1." + GROUP);
            Path authority = Files.writeString(folder.resolve("ca.pem"), files.caPem());

            CommandOutput manifests = CommandOutput.of(
                    "manifests",
                    "--config",
                    files.config().toString(),
                    "--kubeconfig",
                    controlPlane.admin().kubeconfig().toString(),
                    "--port",
                    Integer.toString(program.port()),
                    "--ca",
                    authority.toString(),
                    "--user-roles",
                    GROUP);
            assertThat(manifests.exitCode()).as(manifests.err()).isZero();
            kubectl.succeedWithInput(manifests.out(), "apply", "--server-side", "-f", "-");

            kubectl.succeed("wait", "--for=condition=Available", "--timeout=50s", "apiservice/v1." + GROUP);
            Awaitility.await("the kind is discovered")
                    .until(() -> kubectl.run("get", "lamps." + GROUP, "-A").exitCode() == 0);
            assertThat(can(kubectl, SERVER, "update", "apiservices/v1." + GROUP))
                    .isEqualTo("yes");
            Awaitility.await("the aggregated roles")
                    .untilAsserted(() -> assertThat(kubectl.succeed("get", "clusterrole", "edit", "-o", "yaml"))
                            .contains(GROUP));
            kubectl.succeed(
                    "create", "rolebinding", "manifests", "-n", "default", "--clusterrole=view", "--user=viewer");
            assertThat(can(kubectl, "viewer", "list", "lamps." + GROUP)).isEqualTo("yes");
            assertThat(can(kubectl, "viewer", "create", "lamps." + GROUP)).isEqualTo("no");
        } finally {
            kubectl.run("delete", "rolebinding", "manifests", "-n", "default");
            kubectl.run("delete", "apiservice", "v1." + GROUP);
        }
    }

    private static String can(Kubectl kubectl, String user, String verb, String resource) {
        return kubectl.run("auth", "can-i", verb, resource, "-n", "default", "--as=" + user)
                .stdout()
                .strip();
    }
}
