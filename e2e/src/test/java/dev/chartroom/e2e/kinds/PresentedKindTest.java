package dev.chartroom.e2e.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A kind whose definition declares its presentation, with the real kubectl: columns, status, immutable fields. */
@RequiresControlPlane
class PresentedKindTest {
    private static final String GROUP = "shown.example.com";
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: lamps.shown.example.com}
            spec:
              group: shown.example.com
              names: {kind: Lamp, plural: lamps}
              versions:
                - name: v1alpha1
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties:
                        spec:
                          type: object
                          properties:
                            color: {type: string, default: white, description: The color.}
                            watts: {type: integer, default: 5}
                  additionalPrinterColumns:
                    - {name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status'}
                    - {name: Light, type: string, expression: "self.spec.color + ', ' + string(self.spec.watts) + ' W'"}
                    - {name: Suspended, type: boolean, jsonPath: .status.suspended, priority: 1}
              status:
                conditions: [{type: TestSuccess, as: Tested}]
                fields:
                  - {name: suspended, type: boolean, expression: has(self.spec.suspend) && self.spec.suspend}
                  - {name: failures, type: integer, jsonPath: .status.failures, description: How often it failed.}
              immutablePaths: [spec.color]
              form: {order: [spec.watts, spec.color]}
              release: {prefix: lamp-, stalledAfter: 3, chartRef: {kind: OCIRepository, name: lamp}}
            """;

    private static ControlPlane controlPlane;
    private static Kubectl kubectl;
    private static Program program;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "namespace", "shown");
        Path folder = ModuleDirectory.newWorkDirectory("presented-kinds");
        Files.writeString(folder.resolve("lamps.yaml"), DEFINITION);
        program = Program.startFrom(controlPlane, "{folders: [" + folder + "]}").registered(GROUP, "v1alpha1");
    }

    @AfterEach
    void clear() {
        kubectl.succeed("delete", "helmreleases", "--all", "-n", "shown");
    }

    @AfterAll
    static void stop() {
        program.close();
        kubectl.succeed("delete", "namespace", "shown", "--wait=false");
    }

    @Test
    void getPrintsTheColumnsOfTheDefinition() {
        lamp("{watts: 7}");
        helmReleaseBecomes("{\"conditions\":[" + condition("Ready", "True") + "]}");

        assertThat(lines(kubectl.succeed("get", "lamps", "-n", "shown")))
                .isEqualTo("NAME READY LIGHT\ndesk True white, 7 W\n");
        suspend("true");
        assertThat(lines(kubectl.succeed("get", "lamps", "-n", "shown", "-o", "wide")))
                .isEqualTo("NAME READY LIGHT SUSPENDED\ndesk True white, 7 W true\n");
    }

    @Test
    void kubectlWaitFollowsTheStatusOfTheRelease() {
        lamp("{}");
        helmReleaseBecomes("{\"observedGeneration\":1,\"conditions\":[" + condition("Ready", "Unknown") + ","
                + condition("Reconciling", "True") + "]}");
        assertThat(waits("condition=Ready", "1s")).isNotZero();

        helmReleaseBecomes("{\"observedGeneration\":1,\"failures\":3,\"conditions\":[" + condition("Ready", "True")
                + "," + condition("TestSuccess", "True") + "]}");

        assertThat(waits("condition=Ready", "30s")).isZero();
        assertThat(waits("condition=Tested", "30s")).isZero();
        assertThat(waits("jsonpath={.status.failures}=3", "30s")).isZero();

        helmReleaseBecomes("{\"observedGeneration\":1,\"conditions\":[" + condition("Ready", "False") + ","
                + condition("Stalled", "True") + "]}");
        assertThat(waits("condition=Stalled", "30s")).isZero();
        assertThat(waits("condition=Ready", "1s")).isNotZero();
    }

    /** The status of the release is that of helm-controller: it observes a suspended release without rolling it out. */
    @Test
    void kubectlWaitFollowsASuspension() {
        lamp("{watts: 7}");
        helmReleaseBecomes(ready(1, 1));
        assertThat(waits("condition=Ready", "30s")).isZero();

        suspend("true");
        helmReleaseBecomes(ready(2, 1));
        assertThat(waits("condition=Suspended", "30s")).isZero();
        assertThat(waits("condition=Ready", "30s")).isZero();
        assertThat(waits("jsonpath={.status.observedGeneration}=2", "30s")).isZero();

        assertThat(patch("{\"spec\":{\"watts\":9}}").exitCode()).isZero();
        helmReleaseBecomes(ready(3, 1));
        assertThat(waits("condition=Suspended", "30s")).isZero();
        assertThat(waits("condition=Ready", "1s")).isNotZero();
        assertThat(waits("jsonpath={.status.observedGeneration}=1", "30s")).isZero();

        suspend("false");
        helmReleaseBecomes(ready(4, 4));
        assertThat(waits("condition=Ready", "30s")).isZero();
        assertThat(waits("condition=Suspended", "1s")).isNotZero();
    }

    @Test
    void kubectlWaitReportsADeletionAndFailedRetries() {
        lamp("{watts: 7}");
        helmReleaseBecomes("{\"observedGeneration\":1,\"lastAttemptedGeneration\":1,\"failures\":2,\"conditions\":["
                + condition("Ready", "False") + "," + condition("Reconciling", "True") + "]}");
        assertThat(waits("condition=Stalled", "1s")).isNotZero();
        helmReleaseBecomes("{\"failures\":3}");
        assertThat(waits("condition=Stalled", "30s")).isZero();
        assertThat(waits("condition=Reconciling", "1s")).isNotZero();

        helmRelease("{\"metadata\":{\"finalizers\":[\"finalizers.fluxcd.io\"]}}");
        kubectl.succeed("delete", "lamp", "desk", "-n", "shown", "--wait=false");
        assertThat(waits("condition=Ready=False", "30s")).isZero();
        assertThat(kubectl.succeed(
                        "get", "lamp", "desk", "-n", "shown", "-o", "jsonpath={.status.conditions[0].reason}"))
                .isEqualTo("Uninstalling");
        helmRelease("{\"metadata\":{\"finalizers\":null}}");
    }

    @Test
    void changeOfAnImmutableFieldIsRefusedByPatchAndApply() {
        lamp("{watts: 7}");

        String refusal = "spec.color: Invalid value: \"red\": field is immutable";
        assertThat(patch("{\"spec\":{\"color\":\"red\"}}").stderr()).contains(refusal);
        assertThat(kubectl.runWithInput(manifest("{color: red}"), "apply", "-f", "-")
                        .stderr())
                .contains(refusal);
        assertThat(kubectl.runWithInput(
                                manifest("{color: red}"), "apply", "--server-side", "--force-conflicts", "-f", "-")
                        .stderr())
                .contains(refusal);
        assertThat(patch("{\"spec\":{\"color\":\"white\",\"watts\":9}}").exitCode())
                .isZero();
    }

    @Test
    void openApiDescribesDeclaredStatusFieldsAndForm() {
        Kubectl direct = controlPlane.kubectl(program.direct(controlPlane.admin()));
        assertThat(direct.succeed("explain", "lamp.status.failures")).contains("How often it failed.", "<integer>");
        assertThat(direct.succeed("get", "--raw", "/openapi/v3/apis/" + GROUP + "/v1alpha1"))
                .contains("\"x-chartroom-form\":{\"order\":[\"spec.watts\",\"spec.color\"]}");
    }

    private static void lamp(String spec) {
        kubectl.apply(manifest(spec));
    }

    private static String manifest(String spec) {
        return """
                apiVersion: shown.example.com/v1alpha1
                kind: Lamp
                metadata: {name: desk, namespace: shown}
                spec: %s
                """.formatted(spec);
    }

    private static Kubectl.Result patch(String patch) {
        return kubectl.run("patch", "lamp", "desk", "-n", "shown", "--type=merge", "-p", patch);
    }

    private static int waits(String what, String timeout) {
        return kubectl.run("wait", "lamp/desk", "-n", "shown", "--for=" + what, "--timeout=" + timeout)
                .exitCode();
    }

    private static void suspend(String suspend) {
        helmRelease("{\"spec\":{\"suspend\":" + suspend + "}}");
    }

    /** Patches the release as another client. */
    private static void helmRelease(String patch) {
        kubectl.succeed("patch", "helmrelease", "lamp-desk", "-n", "shown", "--type=merge", "-p", patch);
    }

    /** Returns the status of a release that Flux observed at one generation and reconciled at another one. */
    private static String ready(long observed, long reconciled) {
        return "{\"observedGeneration\":%d,\"conditions\":[%s]}"
                .formatted(
                        observed,
                        condition("Ready", "True")
                                .replace("\"reason\"", "\"observedGeneration\":" + reconciled + ",\"reason\""));
    }

    /** Patches the status of the release as Flux's helm-controller does. */
    private static void helmReleaseBecomes(String status) {
        kubectl.succeed(
                "patch",
                "helmrelease",
                "lamp-desk",
                "-n",
                "shown",
                "--subresource=status",
                "--type=merge",
                "-p",
                "{\"status\":" + status + "}");
    }

    private static String condition(String type, String status) {
        return """
                {"type":"%s","status":"%s","reason":"R","message":"m","lastTransitionTime":"2026-01-01T00:00:00Z"}""".formatted(type, status);
    }

    private static String lines(String table) {
        return table.replaceAll(" +", " ").replaceAll(" \n", "\n");
    }
}
