package dev.chartroom.e2e.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.postgres.PostgresPrograms;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The real metrics of a program with both stores, the shipped rules and the shipped dashboard. */
@RequiresControlPlane
class MonitoringTest {
    private static final Path ROOT = ModuleDirectory.basedir().resolve("..").normalize();
    private static final Path ALERTS = ROOT.resolve("deploy/monitoring/alerts.yaml");
    private static final Path METRICS = ROOT.resolve("docs/reference/metrics.md");
    private static final String GROUP = "monitoring.example.com";
    private static final String NAMESPACE = "monitoring";
    /** With fewer objects, a list needs no fence. */
    private static final int OBJECTS = 160;

    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: gauges.monitoring.example.com}
            spec:
              group: monitoring.example.com
              names: {kind: Gauge, plural: gauges}
              versions:
                - name: v1
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties: {spec: {type: object, properties: {size: {type: integer}}}}
              release: {prefix: gauge-, chartRef: {kind: OCIRepository, name: gauge}}
            """;
    private static final String NOT_READY = """
            {"status": {"conditions": [{"type": "Ready", "status": "False", "reason": "InstallFailed", "message": "failed",
            "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
            """;
    private static final JacksonCodec CODEC = new JacksonCodec();

    private static @Nullable EmbeddedPostgres database;
    private static @Nullable Program program;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        Path folder = ModuleDirectory.newWorkDirectory("monitoring");
        Path definitions = Files.createDirectory(folder.resolve("kinds"));
        Files.writeString(definitions.resolve("gauges.yaml"), DEFINITION);
        Path policy = Files.writeString(
                folder.resolve("policy.yaml"),
                "{apiVersion: audit.k8s.io/v1, kind: Policy, rules: [{level: Metadata}]}");
        database = PostgresPrograms.builder().start();
        program = Program.startWith(controlPlane, definitions, """
                metrics: {applications: true}
                audit: {policyFile: %s, logFile: %s}
                stores: {postgres: {url: "%s", user: postgres}}
                """.formatted(
                                policy, folder.resolve("audit.log"), database.getJdbcUrl("postgres", "postgres")))
                .registered(GROUP, "v1");
        Kubectl kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "namespace", NAMESPACE);
        kubectl.apply(
                IntStream.range(0, OBJECTS).mapToObj(i -> manifest("g" + i, 0)).collect(Collectors.joining("---\n")));
        kubectl.succeed(
                "patch",
                "helmrelease",
                "gauge-g0",
                "-n",
                NAMESPACE,
                "--subresource=status",
                "--type=merge",
                "-p",
                NOT_READY);
    }

    @AfterAll
    static void stop() throws IOException {
        if (program != null) {
            program.close();
        }
        if (database != null) {
            database.close();
        }
    }

    @Test
    void everyRuleAndEveryDashboardQueryReturnsData() throws Exception {
        assumeThat(Prometheus.BINARY)
                .as("the program of the Debian package prometheus")
                .exists();
        List<String> queries = new ArrayList<>(recorded());
        queries.addAll(dashboard());
        assertThat(queries).hasSizeGreaterThan(50);
        Kubectl kubectl = ControlPlane.shared().kubectl();
        try (Prometheus prometheus = Prometheus.start(running(), ALERTS);
                Kubectl.Watching _ = kubectl.startWatching("get", "gauges", "-n", NAMESPACE, "-w")) {
            List<String> missing = new ArrayList<>(queries);
            Awaitility.await("data of " + missing)
                    .atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> {
                        work(kubectl);
                        List<String> empty = new ArrayList<>();
                        for (String query : missing) {
                            List<String> values = prometheus.query(query);
                            if (values.isEmpty() || values.stream().allMatch("NaN"::equals)) {
                                empty.add(query);
                            }
                        }
                        missing.retainAll(empty);
                        assertThat(missing).isEmpty();
                    });
            // A slow scrape marks all series as stale for a moment.
            Awaitility.await("the alert is pending")
                    .untilAsserted(() -> assertThat(prometheus.query(
                                    "ALERTS{alertname=\"ChartroomApplicationNotReady\",alertstate=\"pending\","
                                            + "resource=\"gauges\",name=\"g0\"}"))
                            .containsExactly("1"));
        }
    }

    /** Sends requests of each sort. Each run changes an object, so that watches get an event. */
    private static void work(Kubectl kubectl) {
        kubectl.apply(manifest("g1", (int) (System.nanoTime() >>> 20 & 0xffff)));
        kubectl.succeed("get", "gauge", "g1", "-n", NAMESPACE);
        kubectl.succeed("get", "gauges", "-n", NAMESPACE);
        kubectl.apply(manifest("passing", 1));
        kubectl.succeed("delete", "gauge", "passing", "-n", NAMESPACE);
    }

    /** With {@code -Ddocs.write=true}, the rows of the document are rewritten. */
    @Test
    void documentListsExactlyTheMetricsOfTheProgram() throws Exception {
        ControlPlane.shared().kubectl().succeed("get", "gauges", "-n", NAMESPACE);
        MetricFamilies families = MetricFamilies.of(metrics());
        String document = Files.readString(METRICS);
        Set<String> documented = MetricFamilies.documented(document, _ -> true);
        Set<String> always =
                MetricFamilies.documented(document, meaning -> !meaning.matches(".*Only (after the first|while) .*"));
        String written = families.writtenTo(document);
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(METRICS, written);
        }

        assertThat(documented).containsAll(families.names());
        assertThat(families.names()).containsAll(always);
        assertThat(METRICS).hasContent(written);
    }

    @Test
    void everyApplicationHasItsConditions() throws Exception {
        String labels = "group=\"" + GROUP + "\",name=\"g0\",namespace=\"" + NAMESPACE + "\",resource=\"gauges\"";

        Awaitility.await()
                .untilAsserted(() -> assertThat(metrics())
                        .contains(
                                "chartroom_application_condition{condition=\"Ready\"," + labels
                                        + ",status=\"False\"} 1.0",
                                "chartroom_application_info{group=\"" + GROUP + "\",kind=\"Gauge\",name=\"g1\",",
                                "chartroom_applications_omitted 0.0"));
    }

    /** Returns the recorded series, each with its own labels. */
    private static List<String> recorded() throws IOException {
        JsonObject file = (JsonObject) CODEC.parseYaml(Files.readAllBytes(ALERTS));
        return file.arrayOrEmpty("groups").objects().stream()
                .flatMap(group -> group.arrayOrEmpty("rules").objects().stream())
                .filter(rule -> rule.has("record"))
                .map(rule -> rule.stringOrEmpty("record") + slo(rule))
                .toList();
    }

    private static String slo(JsonObject rule) {
        String slo = rule.objectOrEmpty("labels").stringOrEmpty("slo");
        return slo.isEmpty() ? "" : "{slo=\"" + slo + "\"}";
    }

    private static List<String> dashboard() throws IOException {
        JsonObject dashboard =
                (JsonObject) CODEC.parse(Files.readAllBytes(ROOT.resolve("deploy/monitoring/dashboard.json")));
        return dashboard.arrayOrEmpty("panels").objects().stream()
                .flatMap(panel -> panel.arrayOrEmpty("targets").objects().stream())
                .map(target -> target.stringOrEmpty("expr").replace("$__rate_interval", "1m"))
                .toList();
    }

    private static String metrics() throws IOException, InterruptedException {
        Program server = running();
        try (HttpClient client = server.client(ControlPlane.shared().admin().identity())) {
            return client.send(
                            HttpRequest.newBuilder(URI.create(server.url() + "/metrics"))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        }
    }

    private static String manifest(String name, int size) {
        return """
                apiVersion: monitoring.example.com/v1
                kind: Gauge
                metadata: {name: %s, namespace: %s}
                spec: {size: %d}
                """.formatted(name, NAMESPACE, size);
    }

    private static Program running() {
        return Objects.requireNonNull(program, "the program is started before all tests");
    }
}
