package dev.chartroom.e2e.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** GitOps tools wait for objects with kstatus, and conclude from an object's status what Flux really did. */
@RequiresControlPlane
class KstatusTest {
    private static final String GROUP = "kstatus.example.com";
    private static final String NAMESPACE = "kstatus";
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: lamps.kstatus.example.com}
            spec:
              group: kstatus.example.com
              names: {kind: Lamp, plural: lamps}
              versions:
                - name: v1
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties:
                        spec: {type: object, properties: {size: {type: integer}}}
              release: {prefix: lamp-, chartRef: {kind: OCIRepository, name: lamp}, stalledAfter: 3}
            """;

    private static Kubectl kubectl;
    private static Program program;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "namespace", NAMESPACE);
        Path folder = ModuleDirectory.newWorkDirectory("kstatus");
        Files.writeString(folder.resolve("lamp.yaml"), DEFINITION);
        program = Program.start(controlPlane, folder).registered(GROUP, "v1");
    }

    @AfterAll
    static void stop() {
        for (String release : kubectl.succeed("get", "helmreleases", "-n", NAMESPACE, "-o", "name")
                .lines()
                .toList()) {
            kubectl.succeed(
                    "patch", release, "-n", NAMESPACE, "--type=merge", "-p", "{\"metadata\":{\"finalizers\":null}}");
        }
        program.close();
    }

    @Test
    void kstatusConcludesWhatFluxDid() {
        ClientProgram clients = ClientProgram.preparedBy("go", "go/build.sh");
        for (String name : List.of("new", "ready", "retrying", "failing", "suspended", "edited", "deleted")) {
            create(name);
        }
        flux("ready", 1, "True", 0);
        flux("retrying", 1, "False", 2);
        flux("failing", 1, "False", 3);
        flux("deleted", 1, "True", 0);
        for (String suspended : List.of("suspended", "edited")) {
            flux(suspended, 1, "True", 0);
            release(suspended, "{\"spec\":{\"suspend\":true}}");
        }
        kubectl.succeed("patch", "lamp", "edited", "-n", NAMESPACE, "--type=merge", "-p", "{\"spec\":{\"size\":2}}");
        // Flux observes the generations of a suspended release, although it does nothing.
        observed("suspended", 2);
        observed("edited", 3);
        release("deleted", "{\"metadata\":{\"finalizers\":[\"finalizers.fluxcd.io\"]}}");
        kubectl.succeed("delete", "lamp", "deleted", "-n", NAMESPACE, "--wait=false");

        List<String> lines = clients.lines(
                Map.of(),
                "-kubeconfig=" + ControlPlane.shared().admin().kubeconfig(),
                "-group=" + GROUP,
                "-kind=Lamp",
                "-plural=lamps",
                "-namespace=" + NAMESPACE,
                "kstatus");

        assertThat(lines.stream()
                        .map(JsonClient::object)
                        .map(line -> line.stringOrEmpty("step") + " " + line.stringOrEmpty("outcome")))
                .containsExactlyInAnyOrder(
                        "new InProgress",
                        "ready Current",
                        "retrying InProgress",
                        "failing Failed",
                        "suspended Current",
                        "edited InProgress",
                        "deleted Terminating");
    }

    private static void create(String name) {
        kubectl.succeedWithInput("""
                apiVersion: kstatus.example.com/v1
                kind: Lamp
                metadata: {name: %s, namespace: %s}
                spec: {size: 1}
                """.formatted(name, NAMESPACE), "create", "-f", "-");
    }

    /** Writes the status as helm-controller does after a reconciliation; with failures, it retries. */
    private static void flux(String name, int generation, String ready, int failures) {
        String reconciling = failures == 0 ? "" : """
                {"type": "Reconciling", "status": "True", "reason": "ProgressingWithRetry", "message": "retrying",
                 "observedGeneration": %d, "lastTransitionTime": "2026-01-01T00:00:00Z"},""".formatted(generation);
        status(name, """
                {"status": {"observedGeneration": %1$d, "lastAttemptedGeneration": %1$d, "failures": %3$d,
                 "conditions": [%4$s{"type": "Ready", "status": "%2$s", "reason": "Tested", "message": "tested",
                  "observedGeneration": %1$d, "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
                """.formatted(generation, ready, failures, reconciling));
    }

    private static void observed(String name, int generation) {
        status(name, "{\"status\": {\"observedGeneration\": " + generation + "}}");
    }

    private static void status(String name, String patch) {
        kubectl.succeed(
                "patch",
                "helmrelease",
                "lamp-" + name,
                "-n",
                NAMESPACE,
                "--subresource=status",
                "--type=merge",
                "-p",
                patch);
    }

    private static void release(String name, String patch) {
        kubectl.succeed("patch", "helmrelease", "lamp-" + name, "-n", NAMESPACE, "--type=merge", "-p", patch);
    }
}
