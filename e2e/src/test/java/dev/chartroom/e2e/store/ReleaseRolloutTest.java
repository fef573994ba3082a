package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Releases follow their definition if it declares a rollout. There is no Flux: the test writes the status of releases.
 */
@RequiresControlPlane
class ReleaseRolloutTest {
    private static final String NAMESPACE = "rollout";
    private static final String RELEASES = "/apis/helm.toolkit.fluxcd.io/v2/namespaces/" + NAMESPACE + "/helmreleases/";
    private static final String OBJECTS = "/apis/rollout.example.com/v1/namespaces/" + NAMESPACE + "/";
    private static final String RECORD = "rollout.example.com/application.template";
    private static final List<String> NAMES =
            IntStream.rangeClosed(1, 8).mapToObj(number -> "n" + number).toList();
    /** The pace of a rollout with 120 releases per minute. */
    private static final Duration PACE = Duration.ofMillis(500);

    private static final String ROLLOUT = "rollout: {perMinute: 120, maxUnready: 3}";

    private static ControlPlane controlPlane;
    private static JsonClient cluster;

    private final List<Program> programs = new ArrayList<>();
    private Path folder;

    @BeforeAll
    static void start() {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        cluster = JsonClient.of(controlPlane, controlPlane.admin());
        controlPlane.kubectl().succeed("create", "namespace", NAMESPACE);
    }

    @BeforeEach
    void createObjects() throws IOException {
        folder = ModuleDirectory.newWorkDirectory("rollout");
        define("Lamp", "5m", "silver", ROLLOUT);
        define("Bulb", "5m", "silver", "");
        JsonClient program = started();
        for (String kind : List.of("Lamp", "Bulb")) {
            for (String name : NAMES) {
                JsonObject object = JsonObject.builder()
                        .put("apiVersion", "rollout.example.com/v1")
                        .put("kind", kind)
                        .put("metadata", JsonObject.ofStrings(Map.of("name", name, "namespace", NAMESPACE)))
                        .put("spec", JsonObject.of("size", JsonNumber.of(3)))
                        .build();
                assertThat(program.post(OBJECTS + plural(kind) + "?fieldManager=tenant", object)
                                .code())
                        .isEqualTo(201);
            }
        }
        NAMES.forEach(name -> flux("lamp-" + name, "True"));
    }

    @AfterEach
    void stop() {
        programs.forEach(Program::close);
        controlPlane.kubectl().succeed("delete", "helmreleases", "--all", "-n", NAMESPACE);
    }

    @Test
    void rolloutRespectsItsLimitsAndContinuesAfterARestart() throws IOException {
        edit(
                "lamp-n2",
                "{\"spec\":{\"suspend\":true,\"maxHistory\":9,\"interval\":\"1h\"},"
                        + "\"metadata\":{\"labels\":{\"foreign\":\"yes\"}}}");
        edit("lamp-n3", "{\"metadata\":{\"annotations\":{\"" + RECORD + "\":null}}}");
        flux("lamp-n3", "True");
        JsonObject edited = release("lamp-n2");
        JsonObject before = object("n1");
        Map<String, String> bulbs = versions("bulb-");

        define("Bulb", "9m", "gold", "");
        define("Lamp", "9m", "gold", ROLLOUT);

        // Three releases are not Ready, and their status does not change. The suspended release does not count.
        soon("four are updated").untilAsserted(() -> assertThat(updated()).containsExactly("n1", "n2", "n3", "n4"));
        soon("it waits")
                .untilAsserted(
                        () -> assertThat(details())
                                .contains(
                                        "rollout: lamps.rollout.example.com: 8 releases, 4 to be updated, 3 updated but not Ready"));
        soon("the metrics say so")
                .untilAsserted(
                        () -> assertThat(shown("/metrics"))
                                .contains(
                                        "chartroom_rollout_releases{group=\"rollout.example.com\",resource=\"lamps\",state=\"all\"} 8.0",
                                        "chartroom_rollout_releases{group=\"rollout.example.com\",resource=\"lamps\",state=\"outdated\"} 4.0"));
        programs.removeFirst().close();
        assertThat(updated()).containsExactly("n1", "n2", "n3", "n4");
        assertThat(release("lamp-n5").objectOrEmpty("spec").stringOrEmpty("interval"))
                .isEqualTo("5m0s");

        started();
        started();
        soon("all are updated").untilAsserted(() -> {
            updated().forEach(name -> flux("lamp-" + name, "True"));
            assertThat(updated()).isEqualTo(NAMES);
        });
        NAMES.forEach(name -> flux("lamp-" + name, "True"));
        soon("it is complete")
                .untilAsserted(
                        () -> assertThat(details()).contains(": 8 releases, 0 to be updated, 0 updated but not"));

        List<Instant> times =
                NAMES.stream().map(ReleaseRolloutTest::updatedAt).sorted().toList();
        for (int i = 1; i < times.size(); i++) {
            assertThat(Duration.between(times.get(i - 1), times.get(i))).isGreaterThanOrEqualTo(PACE);
        }
        for (String name : NAMES) {
            JsonObject release = release("lamp-" + name);
            assertThat(release.objectOrEmpty("metadata").objectOrEmpty("labels").stringOrEmpty("tier"))
                    .isEqualTo("gold");
            assertThat(release.objectOrEmpty("spec").stringOrEmpty("interval"))
                    .isEqualTo(name.equals("n2") ? "1h" : "9m0s");
            assertThat(release.objectOrEmpty("spec").objectOrEmpty("values").toString())
                    .isEqualTo("{\"size\":3}");
        }
        assertThat(release("lamp-n2").objectOrEmpty("spec")).isEqualTo(edited.objectOrEmpty("spec"));
        assertThat(release("lamp-n2")
                        .objectOrEmpty("metadata")
                        .objectOrEmpty("labels")
                        .stringOrEmpty("foreign"))
                .isEqualTo("yes");
        JsonObject after = object("n1");
        assertThat(after.objectOrEmpty("spec")).isEqualTo(before.objectOrEmpty("spec"));
        assertThat(after.objectOrEmpty("metadata").get("managedFields"))
                .isEqualTo(before.objectOrEmpty("metadata").get("managedFields"));
        assertThat(after.objectOrEmpty("metadata").get("generation")).isEqualTo(JsonNumber.of(2));
        // The same definition without a rollout.
        assertThat(versions("bulb-")).isEqualTo(bulbs);
        assertThat(release("bulb-n1").objectOrEmpty("metadata").has("annotations"))
                .isTrue();
        assertThat(release("bulb-n1")
                        .objectOrEmpty("metadata")
                        .objectOrEmpty("annotations")
                        .has(RECORD))
                .isFalse();
    }

    @Test
    void rolloutKeepsTheFieldManagersOfValues() throws IOException {
        controlPlane
                .kubectl()
                .succeed(
                        "patch",
                        "helmrelease",
                        "lamp-n1",
                        "-n",
                        NAMESPACE,
                        "--field-manager=platform",
                        "--type=merge",
                        "-p",
                        "{\"spec\":{\"values\":{\"size\":5}}}");
        flux("lamp-n1", "True");
        String before = owners("n1");
        assertThat(before).contains("platform");
        // Managed fields have a resolution of one second, and the order of writes matters.
        long edited = Instant.now().getEpochSecond();
        Awaitility.await("a later second").until(() -> Instant.now().getEpochSecond() > edited);

        define("Lamp", "9m", "gold", ROLLOUT);
        soon("it is updated").untilAsserted(() -> assertThat(updated()).contains("n1"));

        assertThat(owners("n1")).isEqualTo(before);
    }

    @Test
    void previewPrintsTheChangesAndAppliesNone() throws Exception {
        edit("lamp-n2", "{\"spec\":{\"interval\":\"1h\"}}");
        Map<String, String> releases = versions("lamp-");
        Path next = Files.writeString(
                ModuleDirectory.newWorkDirectory("preview").resolve("lamps.yaml"),
                definition("Lamp", "9m", "gold", ROLLOUT));

        String said = preview(next);

        assertThat(said)
                .contains("""
                        rollout/lamp-n1
                          spec.interval: "5m0s" -> "9m0s"
                          metadata.labels[tier]: "silver" -> "gold"
                        rollout/lamp-n2
                          metadata.labels[tier]: "silver" -> "gold"
                          spec.interval: "1h" -> "9m0s": stays, because it was edited
                        rollout/lamp-n3
                        """)
                .endsWith("lamps.rollout.example.com: 8 of 8 releases would change, 120 a minute\n");
        assertThat(versions("lamp-")).isEqualTo(releases);
    }

    /** Runs the command in a separate process. */
    private static String preview(Path definition) throws Exception {
        Path out = definition.resolveSibling("out");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.chartroom.bootstrap.Main",
                        "kind",
                        "preview",
                        "--kubeconfig",
                        controlPlane.server().kubeconfig().toString(),
                        definition.toString())
                .redirectOutput(out.toFile())
                .redirectError(definition.resolveSibling("err").toFile());
        try (ChildProcess process = ChildProcess.start(builder)) {
            Awaitility.await("the preview").atMost(Duration.ofSeconds(60)).until(() -> !process.isAlive());
        }
        assertThat(definition.resolveSibling("err")).hasContent("");
        return Files.readString(out);
    }

    private JsonClient started() {
        Program program = Program.startFrom(controlPlane, "{folders: [" + folder + "]}");
        programs.add(program);
        return new JsonClient(program.client(controlPlane.admin().identity()), program.url());
    }

    private JsonClient running() {
        Program program = programs.getLast();
        return new JsonClient(program.client(controlPlane.admin().identity()), program.url());
    }

    private JsonObject object(String name) {
        return running().get(OBJECTS + "lamps/" + name).body();
    }

    private String owners(String name) {
        return object(name)
                .objectOrEmpty("metadata")
                .arrayOrEmpty("managedFields")
                .toString();
    }

    private String details() throws IOException, InterruptedException {
        return shown("/readyz/kind-definitions?verbose");
    }

    private String shown(String path) throws IOException, InterruptedException {
        Program program = programs.getFirst();
        try (HttpClient client = program.client(controlPlane.admin().identity())) {
            URI shown = URI.create(program.url() + path);
            return client.send(HttpRequest.newBuilder(shown).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    private static JsonObject release(String name) {
        return cluster.get(RELEASES + name).body();
    }

    private static void edit(String release, String patch) {
        assertThat(cluster.mergePatch(RELEASES + release + "?fieldManager=platform", patch)
                        .code())
                .isEqualTo(200);
    }

    /** Sets the status that Flux sets when it has observed the release. */
    private static void flux(String name, String ready) {
        JsonObject release = release(name);
        String status = """
                {"status": {"observedGeneration": %s, "conditions": [{"type": "Ready", "status": "%s", "reason": "Said",
                  "message": "", "lastTransitionTime": "2026-01-02T03:04:05Z"}]}}
                """.formatted(release.objectOrEmpty("metadata").get("generation"), ready);
        assertThat(cluster.mergePatch(RELEASES + name + "/status", status).code())
                .isEqualTo(200);
    }

    /** Returns the names whose releases a rollout updated. */
    private static List<String> updated() {
        return NAMES.stream()
                .filter(name -> record("lamp-" + name).has("updated"))
                .toList();
    }

    private static Instant updatedAt(String name) {
        return Instant.parse(record("lamp-" + name).stringOrEmpty("updated"));
    }

    private static JsonObject record(String release) {
        String text = release(release)
                .objectOrEmpty("metadata")
                .objectOrEmpty("annotations")
                .stringOrEmpty(RECORD);
        return text.isEmpty() ? JsonObject.EMPTY : (JsonObject) JsonText.parse(text);
    }

    private static Map<String, String> versions(String prefix) {
        Map<String, String> versions = new TreeMap<>();
        NAMES.forEach(name -> versions.put(
                name, release(prefix + name).objectOrEmpty("metadata").stringOrEmpty("resourceVersion")));
        return versions;
    }

    private void define(String kind, String interval, String tier, String rollout) throws IOException {
        Files.writeString(folder.resolve(plural(kind) + ".yaml"), definition(kind, interval, tier, rollout));
    }

    private static String plural(String kind) {
        return kind.toLowerCase(Locale.ROOT) + "s";
    }

    private static String definition(String kind, String interval, String tier, String rollout) {
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %1$ss.rollout.example.com}
                spec:
                  group: rollout.example.com
                  names: {kind: %2$s, plural: %1$ss}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties: {spec: {type: object, properties: {size: {type: integer}}}}
                  release:
                    prefix: %1$s-
                    chartRef: {kind: OCIRepository, name: %1$s, namespace: charts}
                    interval: %3$s
                    labels: {tier: %4$s}
                    %5$s
                """.formatted(kind.toLowerCase(Locale.ROOT), kind, interval, tier, rollout);
    }

    private static ConditionFactory soon(String what) {
        return Awaitility.await(what).pollInterval(Duration.ofMillis(100)).atMost(Duration.ofSeconds(30));
    }
}
