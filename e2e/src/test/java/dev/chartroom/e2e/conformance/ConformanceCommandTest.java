package dev.chartroom.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.harness.User;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code chartroom conformance} against a CustomResourceDefinition, kinds of Chartroom, and a faulty server. */
@RequiresControlPlane
class ConformanceCommandTest {
    private static final String GROUP = "conform.example.com";
    private static final String SCHEMA = """
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [name]
              properties:
                name: {type: string, maxLength: 20}
                size: {type: integer, minimum: 1, maximum: 50}
                mode: {type: string, enum: [small, large]}
                parts:
                  type: array
                  items: {type: object, properties: {count: {type: integer}}}
        """;

    private static final String CRD = """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: probes.probe.example.com}
        spec:
          group: probe.example.com
          names: {kind: Probe, plural: probes, singular: probe}
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              subresources: {status: {}}
              additionalPrinterColumns: [{name: Size, type: integer, jsonPath: .spec.size}]
              schema:
        """ + SCHEMA.indent(8);

    private static final String DEFINITION = """
        apiVersion: chartroom.dev/v1alpha1
        kind: KindDefinition
        metadata: {name: crates.conform.example.com}
        spec:
          group: conform.example.com
          names: {kind: Crate, plural: crates, singular: crate}
          versions:
            - name: v1
              served: true
              storage: true
              schema:
        """ + SCHEMA.indent(8) + """
          release:
            prefix: crate-
            chartRef: {kind: OCIRepository, name: crate, namespace: charts}
        """;

    private static Program program;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        kubectl = controlPlane.kubectl();
        kubectl.apply(CRD);
        kubectl.succeed("wait", "--for=condition=Established", "crd/probes.probe.example.com");
        Path folder = ModuleDirectory.newWorkDirectory("conformance");
        Files.writeString(folder.resolve("crates.yaml"), DEFINITION);
        program = Program.startWith(controlPlane, folder, "computedKinds: true")
                .registered(GROUP, "v1")
                .registered("computed.chartroom.dev", "v1alpha1");
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
        if (kubectl != null) {
            kubectl.succeed("delete", "crd", "probes.probe.example.com");
        }
    }

    /** The run leaves nothing, whatever its result was. */
    @AfterEach
    void nothingIsLeft() {
        assertThat(kubectl.succeed("get", "namespaces", "-o", "name")).doesNotContain("namespace/conformance-");
        assertThat(kubectl.succeed("get", "crds", "-o", "name")).doesNotContain(".conformance.chartroom.dev");
    }

    @Test
    void customResource_hasNoDifferences() {
        CommandOutput run = conformance("--resource", "probes.probe.example.com");

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out().lines().findFirst())
                .contains("probes.probe.example.com, version v1, beside a CustomResourceDefinition with its schema");
        assertThat(run.out()).containsPattern("(?m)^all +7\\d\\d +7\\d\\d +2 +0$");
        assertThat(run.out()).contains("accepted: quoted-group (2)").doesNotContain("accepted: names");
        assertThat(run.err()).doesNotContain("could not be removed");
    }

    @Test
    void kindOfChartroom_hasOnlyAcceptedDifferences() throws IOException {
        CommandOutput run = conformance("--resource", "crates." + GROUP, "--accept", "chartroom", "--sequences", "12");

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out().lines()).containsAll(documentedLines());
    }

    @Test
    void kindOfChartroomWithoutItsRules_showsTheKnownDifferences() throws IOException {
        Path definition = Files.writeString(
                ModuleDirectory.newWorkDirectory("conformance-schema").resolve("crate.yaml"), DEFINITION);

        CommandOutput run = conformance(
                "--resource",
                "crates." + GROUP,
                "--schema",
                definition.toString(),
                "--sequences",
                "0",
                "--output",
                "json");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        JsonObject report = json(run.out());
        assertThat(report.arrayOrEmpty("notRemoved").values()).isEmpty();
        assertThat(report.arrayOrEmpty("differences").objects())
                .anySatisfy(difference -> {
                    assertThat(difference.stringOrEmpty("case")).startsWith("D/create/");
                    assertThat(difference.stringOrEmpty("at")).isEqualTo("/body/status");
                    assertThat(difference.get("actual")).isEqualTo(json("{\"observedGeneration\":-1}"));
                    assertThat(difference.has("expected")).isFalse();
                })
                .anySatisfy(difference ->
                        assertThat(difference.stringOrEmpty("case")).isEqualTo("F/names/name-with-dots"));
    }

    /**
     * Whether an object exists depends on the user's rights, so a missing one is a 403. Objects that are computed have no
     * resource versions.
     */
    @Test
    void computedKindOfChartroom_differsOnlyInWhatIsNotStored() {
        CommandOutput run = conformance(
                "--resource", "applicationmetrics.computed.chartroom.dev", "--accept", "chartroom", "-o", "json");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        JsonObject report = json(run.out());
        assertThat(topics(report))
                .contains("checks/methods", "D/get", "E/accept")
                .doesNotContain("D/create");
        assertThat(report.arrayOrEmpty("differences").objects().stream()
                        .map(difference -> difference.stringOrEmpty("case"))
                        .distinct())
                .containsExactlyInAnyOrder(
                        "D/get/get-of-a-missing-object",
                        "D/get/get-of-a-missing-object-with-resource-version-zero",
                        "D/get/get-with-a-name-that-can-be-no-name",
                        "D/list/continue-that-is-no-token",
                        "D/list/continue-that-is-base64-of-no-token",
                        "D/list/list-with-a-future-version",
                        "D/list/list-exactly-at-a-future-version",
                        "E/accept/error-as-yaml",
                        "E/accept/pretty-error",
                        "E/tables/table-of-a-missing-object-is-a-status");
    }

    @Test
    void faultyServer_getsItsFaultsListed() throws IOException {
        Path schema = Files.writeString(
                ModuleDirectory.newWorkDirectory("conformance-usage").resolve("schema.yaml"),
                "{type: object, properties: {metadata: {type: object}, cpu: {type: integer}}}");
        try (UsageServer server = UsageServer.start()) {
            ControlPlane.shared()
                    .registerApiService(UsageServer.GROUP, UsageServer.VERSION, server.port(), server.caPem());
            CommandOutput run = conformance(
                    "--resource", "usages." + UsageServer.GROUP, "--schema", schema.toString(), "-o", "json");

            assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
            List<String> cases = json(run.out()).arrayOrEmpty("differences").objects().stream()
                    .map(difference -> difference.stringOrEmpty("case"))
                    .distinct()
                    .toList();
            assertThat(cases)
                    .contains(
                            "checks/items/label-selector-finds-the-item",
                            "checks/methods/create-is-not-allowed",
                            "D/get/get-of-a-missing-object")
                    .doesNotContain(
                            "checks/methods/update-is-not-allowed",
                            "checks/items/get-of-a",
                            "checks/items/field-selector-finds-the-item",
                            "checks/items/pages-have-each-item");
        } finally {
            ControlPlane.shared().unregisterApiService(UsageServer.GROUP, UsageServer.VERSION);
        }
    }

    @Test
    void userWithoutRights_learnsWhichRightsAreMissing() {
        User user = ControlPlane.shared().user("conformance-guest");

        CommandOutput run = CommandOutput.of(
                "conformance", "--kubeconfig", user.kubeconfig().toString(), "--resource", "probes.probe.example.com");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains(
                        "the user lacks rights: create, delete, get on customresourcedefinitions.apiextensions.k8s.io")
                .contains("create, delete, get on namespaces");
    }

    @Test
    void unknownResource_isABadUsage() {
        CommandOutput run = conformance("--resource", "probs.probe.example.com");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("the group probe.example.com has no resource probs; did you mean \"probes\"?");
    }

    /** As with Ctrl-C. */
    @Test
    void interruptedRun_removesWhatItMade() throws IOException, InterruptedException {
        Path log = ModuleDirectory.newWorkDirectory("conformance-interrupted").resolve("log");
        ProcessBuilder command = DevServer.command(
                DevServer.ROOT,
                List.of(
                        "conformance",
                        "--kubeconfig",
                        ControlPlane.shared().admin().kubeconfig().toString(),
                        "--resource",
                        "probes.probe.example.com"));
        // A shell without job control lets its children ignore the signal.
        command.command().addAll(0, List.of("env", "--default-signal=INT"));
        try (ChildProcess run =
                ChildProcess.start(command.redirectErrorStream(true).redirectOutput(log.toFile()))) {
            Awaitility.await("the run has made a namespace")
                    .atMost(Duration.ofMinutes(2))
                    .until(() ->
                            kubectl.succeed("get", "namespaces", "-o", "name").contains("namespace/conformance-"));
            assertThat(ChildProcess.succeeds("kill", "-INT", Long.toString(run.pid())))
                    .isTrue();

            assertThat(run.endsWithin(Duration.ofMinutes(2)))
                    .as(Files.readString(log))
                    .isTrue();
            assertThat(run.exitCode()).as(Files.readString(log)).isEqualTo(130);
        }
    }

    /** Returns the lines of the output in the task page. */
    private static List<String> documentedLines() throws IOException {
        String page = Files.readString(DevServer.ROOT.resolve("docs/tasks/check-conformance.md"));
        String begin = "```text\n";
        int start = page.indexOf(begin) + begin.length();
        return page.substring(start, page.indexOf("```", start)).lines().toList();
    }

    private static List<String> topics(JsonObject report) {
        return report.arrayOrEmpty("topics").objects().stream()
                .map(topic -> topic.stringOrEmpty("topic"))
                .toList();
    }

    private static JsonObject json(String text) {
        return (JsonObject) new JacksonCodec().parse(text.getBytes(StandardCharsets.UTF_8));
    }

    private static CommandOutput conformance(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "conformance",
                "--kubeconfig",
                ControlPlane.shared().admin().kubeconfig().toString()));
        command.addAll(List.of(arguments));
        return CommandOutput.of(command.toArray(String[]::new));
    }
}
