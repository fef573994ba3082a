package dev.chartroom.e2e.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ChartServer;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.KindDefinitionCrd;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.harness.SourceCrd;
import dev.chartroom.e2e.program.HeldWatches;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Kinds whose schema is that of a chart from a source in the cluster, while the chart changes. */
@RequiresControlPlane
class ChartSourceTest {
    private static final String GROUP_PATH = "/apis/charts.example.com/v1alpha1/namespaces/follow/";
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String WIDE = """
            {"type": "object", "properties": {
              "size": {"type": "integer", "description": "How large it is."}, "color": {"type": "string"}}}""";

    private static ControlPlane controlPlane;
    private static JsonClient cluster;
    private static ChartServer charts;
    private static Program program;

    @BeforeAll
    static void start() {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        Kubectl kubectl = controlPlane.kubectl();
        KindDefinitionCrd.install(kubectl);
        SourceCrd.install(kubectl, List.of(SourceCrd.OCI_REPOSITORY));
        kubectl.succeed("create", "namespace", "follow");
        cluster = JsonClient.of(controlPlane, controlPlane.admin());
        charts = new ChartServer();
        // Its chart never changes, so the group exists from the start.
        publish("anchor", charts.publish("anchor", "1.0.0", WIDE));
        define("Anchor");
        program =
                Program.startFrom(controlPlane, "{customResources: true}").registered("charts.example.com", "v1alpha1");
    }

    @AfterAll
    static void stop() {
        program.close();
        charts.close();
        Kubectl kubectl = controlPlane.kubectl();
        KindDefinitionCrd.remove(kubectl);
        SourceCrd.remove(kubectl, List.of(SourceCrd.OCI_REPOSITORY));
        kubectl.succeed("delete", "namespace", "follow", "--wait=false");
    }

    @Test
    void kindWithAFetchedChartIsServedFromTheStart() {
        assertThat(cluster.get(GROUP_PATH + "anchors").code()).isEqualTo(200);
    }

    @Test
    void acceptedConditionReportsWhyTheChartIsUnavailable() {
        define("Lamp");
        awaitAccepted("lamps", "False", "OCIRepository follow/lamp does not exist");

        source("lamp");
        awaitAccepted("lamps", "False", "OCIRepository follow/lamp has no artifact yet");

        String status = charts.publish("lamp", "1.0.0", WIDE);
        publish("lamp", status.replaceFirst("sha256:.", "sha256:x"));
        awaitAccepted("lamps", "False", "does not have the digest sha256:x");

        publish("lamp", status.replace("1.0.0.tar.gz", "2.0.0.tar.gz"));
        awaitAccepted("lamps", "False", "HTTP status 404");

        publish("lamp", status);
        awaitAccepted("lamps", "True", "the definition is valid");
        assertThat(controlPlane.kubectl(program.direct(controlPlane.admin())).succeed("explain", "lamp.spec"))
                .contains("The values of the chart lamp.", "How large it is.");
    }

    @Test
    void objectsInvalidUnderTheNewSchemaAcceptUnrelatedUpdates() {
        publish("bulb", charts.publish("bulb", "1.0.0", WIDE));
        define("Bulb");
        awaitAccepted("bulbs", "True", "the definition is valid");
        create("Bulb", "old", "{\"size\": 5, \"color\": \"red\"}", 201);
        create("Bulb", "other", "{\"size\": 2}", 201);

        publish("bulb", charts.publish("bulb", "2.0.0", """
                {"type": "object", "properties": {
                  "size": {"type": "integer", "maximum": 3}, "color": {"type": "string"}, "mode": {"type": "string"}}}"""));
        soon("the new schema").until(() -> dryRun("Bulb", "{\"size\": 5}") == 422);

        String old = GROUP_PATH + "bulbs/old";
        assertThat(cluster.get(old).body().objectOrEmpty("spec").toString()).contains("\"size\":5");
        assertThat(cluster.get(GROUP_PATH + "bulbs")
                        .body()
                        .arrayOrEmpty("items")
                        .objects())
                .hasSize(2);
        Kubectl direct = controlPlane.kubectl(program.direct(controlPlane.admin()));
        assertThat(direct.succeed("get", "bulbs", "-n", "follow")).contains("old", "other");
        JsonClient.Reply changed = cluster.mergePatch(old, "{\"spec\": {\"color\": \"blue\", \"mode\": \"dim\"}}");
        assertThat(changed.code()).isEqualTo(200);
        assertThat(changed.body().objectOrEmpty("spec").toString()).contains("\"size\":5", "blue", "dim");
        assertThat(cluster.mergePatch(old, "{\"spec\": {\"size\": 4}}").code()).isEqualTo(422);
        assertThat(cluster.mergePatch(old, "{\"spec\": {\"size\": 3}}").code()).isEqualTo(200);
        assertThat(cluster.delete(old).code()).isEqualTo(200);
    }

    @Test
    void invalidChartUpdateKeepsThePreviousSchema() {
        publish("bell", charts.publish("bell", "1.0.0", WIDE));
        define("Bell");
        awaitAccepted("bells", "True", "the definition is valid");

        publish("bell", charts.publishNoChart("bell", "2.0.0"));
        awaitAccepted(
                "bells", "False", "there is no Chart.yaml in the archive; the last valid version stays in effect");
        create("Bell", "still", "{\"size\": 5}", 201);
        assertThat(cluster.get(GROUP_PATH + "anchors").code()).isEqualTo(200);

        publish("bell", charts.publish("bell", "3.0.0", WIDE.replace("integer", "string")));
        awaitAccepted("bells", "True", "the definition is valid");
        soon("the next schema").until(() -> dryRun("Bell", "{\"size\": \"large\"}") == 201);
    }

    /** A watch of a CRD's objects ends only if the CRD's spec changes. */
    @Test
    void watchGoesOnIfANewChartHasTheSameSchema() throws Exception {
        publish("gong", charts.publish("gong", "1.0.0", WIDE));
        define("Gong");
        awaitAccepted("gongs", "True", "the definition is valid");
        soon("the kind is served through the aggregator")
                .until(() -> cluster.get(GROUP_PATH + "gongs").code() == 200);
        try (HeldWatches watches = HeldWatches.open(
                1,
                () -> JsonClient.of(controlPlane, controlPlane.admin()).http(),
                URI.create(controlPlane.url() + GROUP_PATH + "gongs?watch=1"))) {
            publish("gong", charts.publish("gong", "2.0.0", WIDE));
            soon("the new chart is read").until(() -> charts.isFetched("gong", "2.0.0"));
            // The server reads charts one after the other, so it has finished the last one when it reports this one.
            publish("gong", charts.publishNoChart("gong", "3.0.0"));
            awaitAccepted("gongs", "False", "there is no Chart.yaml in the archive");

            create("Gong", "struck", "{\"size\": 1}", 201);

            assertThat(watches.next().getFirst().get(10, TimeUnit.SECONDS)).contains("\"ADDED\"", "struck");
        }
    }

    @Test
    void definitionWithASchemaIsAcceptedOnceTheChartSourceExists() {
        defineWithSchema("Clock", "clock");
        awaitAccepted("clocks", "False", "OCIRepository follow/clock does not exist");
        assertThat(isServed(program, "clocks")).isFalse();

        source("clock");
        awaitAccepted("clocks", "True", "the definition is valid");
        create("Clock", "wall", "{\"size\": 1}", 201);

        controlPlane.kubectl().succeed("delete", "ocirepository", "clock", "-n", "follow");
        awaitCondition("clocks", "ChartFound", "False", "OCIRepository follow/clock does not exist");
        awaitCondition("clocks", "Established", "True", "the kind is served");
        create("Clock", "tower", "{\"size\": 2}", 201);

        // A change to another chart refers to a chart that does not exist.
        defineWithSchema("Clock", "watch");
        awaitAccepted("clocks", "False", "OCIRepository follow/watch does not exist");
        awaitCondition("clocks", "Established", "True", "the last valid version of the definition is served");

        source("watch");
        awaitCondition("clocks", "ChartFound", "True", "OCIRepository follow/watch exists");
        awaitAccepted("clocks", "True", "the definition is valid");
    }

    @Test
    void newReplicaServesAnEstablishedKindWhoseSourceIsMissing() {
        source("lens");
        defineWithSchema("Lens", "lens");
        awaitAccepted("lenss", "True", "the definition is valid");
        controlPlane.kubectl().succeed("delete", "ocirepository", "lens", "-n", "follow");
        awaitCondition("lenss", "ChartFound", "False", "does not exist");

        try (Program second = Program.startFrom(controlPlane, "{customResources: true}")) {
            soon("the second replica serves it")
                    .until(() -> second.assembly()
                            .catalogue()
                            .registry()
                            .find("charts.example.com", "v1alpha1", "lenss")
                            .isPresent());
            awaitCondition("lenss", "Established", "True", "the kind is served");
        }
    }

    /** This cluster does not know the kind HelmRepository, so it cannot contain such a source. */
    @Test
    void sourceOfAnUninstalledKindDoesNotBlockTheDefinition() {
        controlPlane.kubectl().apply(withSchema("Torch", """
                chart: {spec: {chart: torch, sourceRef: {kind: HelmRepository, name: torch, namespace: follow}}}"""));

        awaitCondition(
                "torchs",
                "ChartFound",
                "Unknown",
                "the cluster has no helmrepositories of source.toolkit.fluxcd.io/v1");
        awaitCondition("torchs", "Established", "True", "the kind is served");
    }

    @Test
    void forbiddenReadOfTheSourceDoesNotBlockTheDefinition() {
        Kubectl kubectl = controlPlane.kubectl();
        String role = kubectl.succeed("get", "clusterrole", "chartroom", "-o", "json")
                .replaceAll("\"resourceVersion\": \"[0-9]+\",", "");
        try {
            kubectl.succeedWithInput(role.replace("\"ocirepositories\",", ""), "replace", "-f", "-");
            kubectl.apply(withSchema(
                    "Wheel", "chartRef: {kind: OCIRepository, name: wheel, namespace: nobody-looked-here-before}"));
            awaitCondition("wheels", "ChartFound", "Unknown", "ocirepositories.source.toolkit.fluxcd.io is forbidden");
            awaitCondition("wheels", "Established", "True", "the kind is served");
        } finally {
            kubectl.succeedWithInput(role, "replace", "-f", "-");
        }
        Awaitility.await("it is looked for again")
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> awaitCondition("wheels", "ChartFound", "False", "does not exist"));
        assertThat(isServed(program, "wheels")).isTrue();
    }

    private static boolean isServed(Program replica, String plural) {
        return replica.assembly()
                .catalogue()
                .registry()
                .find("charts.example.com", "v1alpha1", plural)
                .isPresent();
    }

    /** The old definition uses the current chart; the new one uses another source with the next chart. */
    @Test
    void diffComparesTheChartSchemasOfBothDefinitions() throws IOException {
        publish("fan", charts.publish("fan", "1.0.0", WIDE));
        publish(
                "fan-next",
                charts.publish("fan-next", "2.0.0", WIDE.replace("\"integer\"", "\"integer\", \"maximum\": 3")));
        define("Fan");
        awaitAccepted("fans", "True", "the definition is valid");
        create("Fan", "large", "{\"size\": 5}", 201);
        create("Fan", "small", "{\"size\": 2}", 201);
        Path old = definitionFile("fan", "{}");
        Path next = definitionFile("fan", "{sourceRef: {kind: OCIRepository, name: fan-next, namespace: follow}}");

        CommandOutput diff = CommandOutput.of(
                "kind",
                "diff",
                "--kubeconfig",
                controlPlane.admin().kubeconfig().toString(),
                old.toString(),
                next.toString());

        assertThat(diff.err()).isEmpty();
        assertThat(diff.out().lines())
                .contains("refuses: spec.size: maximum is 3, was not set")
                .anyMatch(line -> line.startsWith("invalid: follow/large: spec.size: "))
                .anyMatch(line -> line.contains("1 become invalid") && line.contains("1 stay valid"));
        assertThat(diff.exitCode()).isEqualTo(1);

        CommandOutput missing = CommandOutput.of(
                "kind",
                "diff",
                "--kubeconfig",
                controlPlane.admin().kubeconfig().toString(),
                old.toString(),
                definitionFile("fan", "{sourceRef: {kind: OCIRepository, name: nowhere, namespace: follow}}")
                        .toString());
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).contains("refused: ", "OCIRepository follow/nowhere does not exist");
    }

    private static Path definitionFile(String name, String fromChart) throws IOException {
        return Files.writeString(
                Files.createTempFile(ModuleDirectory.newWorkDirectory("chart-diff"), name, ".yaml"),
                following(name, "Fan").replace("{fromChart: {}}", "{fromChart: " + fromChart + "}"));
    }

    private static int dryRun(String kind, String spec) {
        return cluster.post(path(kind) + "?dryRun=All", JsonClient.object(object(kind, "dry", spec)))
                .code();
    }

    private static void create(String kind, String name, String spec, int code) {
        assertThat(cluster.post(path(kind), JsonClient.object(object(kind, name, spec)))
                        .code())
                .isEqualTo(code);
    }

    private static String object(String kind, String name, String spec) {
        return """
                {"apiVersion": "charts.example.com/v1alpha1", "kind": "%s",
                 "metadata": {"name": "%s", "namespace": "follow"}, "spec": %s}""".formatted(kind, name, spec);
    }

    private static String path(String kind) {
        return GROUP_PATH + kind.toLowerCase(Locale.ROOT) + "s";
    }

    private static void awaitAccepted(String plural, String status, String message) {
        awaitCondition(plural, "Accepted", status, message);
    }

    private static void awaitCondition(String plural, String type, String status, String message) {
        soon(plural + ": " + message)
                .untilAsserted(() -> assertThat(controlPlane
                                .kubectl()
                                .succeed(
                                        "get",
                                        "kinddefinition",
                                        plural + ".charts.example.com",
                                        "-o",
                                        "jsonpath={range .status.conditions[?(@.type==\"" + type + "\")]}{.status}:"
                                                + " {.message}{end}"))
                        .startsWith(status + ": ")
                        .contains(message));
    }

    /** The documented limit is one second; a busy machine gets more time. */
    private static ConditionFactory soon(String what) {
        return Awaitility.await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .atMost(SOON);
    }

    private static void source(String name) {
        controlPlane.kubectl().apply("""
                apiVersion: source.toolkit.fluxcd.io/v1
                kind: OCIRepository
                metadata: {name: %s, namespace: follow}
                spec: {url: "oci://registry.example.com/charts"}
                """.formatted(name));
    }

    /** Updates a source as source-controller does after it fetched a chart. */
    private static void publish(String name, String status) {
        source(name);
        assertThat(cluster.mergePatch(
                                "/apis/source.toolkit.fluxcd.io/v1/namespaces/follow/ocirepositories/" + name
                                        + "/status",
                                "{\"status\": " + status + "}")
                        .code())
                .isEqualTo(200);
    }

    private static void defineWithSchema(String kind, String chart) {
        controlPlane
                .kubectl()
                .apply(withSchema(kind, "chartRef: {kind: OCIRepository, name: " + chart + ", namespace: follow}"));
    }

    private static String withSchema(String kind, String chart) {
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %1$ss.charts.example.com}
                spec:
                  group: charts.example.com
                  names: {kind: %2$s, plural: %1$ss}
                  versions:
                    - name: v1alpha1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec: {type: object, properties: {size: {type: integer}}}
                  release:
                    prefix: %1$s-
                    %3$s
                """.formatted(kind.toLowerCase(Locale.ROOT), kind, chart);
    }

    private static void define(String kind) {
        controlPlane.kubectl().apply(following(kind.toLowerCase(Locale.ROOT), kind));
    }

    private static String following(String singular, String kind) {
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %1$ss.charts.example.com}
                spec:
                  group: charts.example.com
                  names: {kind: %2$s, plural: %1$ss}
                  versions:
                    - name: v1alpha1
                      served: true
                      storage: true
                      schema: {fromChart: {}}
                  release:
                    prefix: %1$s-
                    chartRef: {kind: OCIRepository, name: %1$s, namespace: follow}
                """.formatted(singular, kind);
    }
}
