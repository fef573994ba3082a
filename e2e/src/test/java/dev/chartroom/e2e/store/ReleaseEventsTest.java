package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
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
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events about a release are Events about its object too. There is no Flux: the test writes the original Events. */
@RequiresControlPlane
class ReleaseEventsTest {
    private static final String GROUP = "mirror.example.com";
    private static final String NAMESPACE = "mirror";
    private static final String OTHER_NAMESPACE = "mirror-other";
    private static final String RELEASE = "/apis/helm.toolkit.fluxcd.io/v2/namespaces/mirror/helmreleases/lantern-cart";
    private static final String SERVER = "system:serviceaccount:chartroom-system:chartroom";

    private static ControlPlane controlPlane;
    private static JsonClient cluster;
    private static Kubectl kubectl;

    private final List<Program> programs = new ArrayList<>();
    private Path folder;
    private int originals;

    @BeforeAll
    static void start() {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        cluster = JsonClient.of(controlPlane, controlPlane.admin());
        kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "namespace", NAMESPACE);
        kubectl.succeed("create", "namespace", OTHER_NAMESPACE);
    }

    @BeforeEach
    void writeDefinition() throws IOException {
        folder = ModuleDirectory.newWorkDirectory("mirror");
        Files.writeString(folder.resolve("lanterns.yaml"), """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: lanterns.mirror.example.com}
                spec:
                  group: mirror.example.com
                  names: {kind: Lantern, plural: lanterns}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties: {spec: {type: object, properties: {size: {type: integer}}}}
                  release:
                    prefix: lantern-
                    chartRef: {kind: OCIRepository, name: lantern, namespace: charts}
                """);
    }

    @AfterEach
    void stop() {
        programs.reversed().forEach(Program::close);
        for (String namespace : List.of(NAMESPACE, OTHER_NAMESPACE)) {
            kubectl.succeed("delete", "helmreleases", "--all", "-n", namespace);
            kubectl.succeed("delete", "events", "--all", "-n", namespace);
        }
    }

    @Test
    void describeAndEventsListTheEventsOfTheReleaseAndItsObjects() {
        start(Program.start(controlPlane, folder).registered(GROUP, "v1"));
        create("cart");
        setInventory("mirror_lantern-cart_apps_Deployment", "mirror-other_lantern-cart_apps_Deployment");

        postReleaseEvent("InstallSucceeded", "Helm install succeeded", 1);
        String deployment = subject("apps/v1", "Deployment", NAMESPACE, "lantern-cart", "");
        String failure = post(NAMESPACE, deployment, "ReplicaFailure", "no quota", 1);
        post(OTHER_NAMESPACE, deployment.replace("mirror\"", "mirror-other\""), "Foreign", "in another namespace", 1);

        AtomicInteger count = new AtomicInteger(1);
        soon("kubectl describe lists them").untilAsserted(() -> {
            // Events about other objects than releases are followed from the start of the server only.
            repeat(failure, count.incrementAndGet());
            assertThat(kubectl.succeed("describe", "lantern", "cart", "-n", NAMESPACE))
                    .containsPattern("Normal +InstallSucceeded .* helm-controller +Helm install succeeded")
                    .containsPattern("Normal +ReplicaFailure .* helm-controller +Deployment lantern-cart: no quota");
        });
        assertThat(kubectl.succeed("events", "--for", "lantern/cart", "-n", NAMESPACE))
                .contains("InstallSucceeded", "ReplicaFailure", "Lantern/cart");
        assertThat(mirrored(NAMESPACE)).hasSize(2);
        assertThat(mirrored(OTHER_NAMESPACE)).isEmpty();
    }

    @Test
    void restartAndSecondReplicaCauseNoDuplicates() {
        Program first = start(Program.start(controlPlane, folder).registered(GROUP, "v1"));
        create("cart");
        String repeated = postReleaseEvent("UpgradeFailed", "timed out", 1);
        soon("the first").untilAsserted(() -> assertThat(mirrored(NAMESPACE)).containsExactly("UpgradeFailed 1"));

        repeat(repeated, 5);
        soon("it is repeated")
                .untilAsserted(() -> assertThat(mirrored(NAMESPACE)).containsExactly("UpgradeFailed 5"));
        start(Program.start(controlPlane, folder));
        programs.remove(first);
        first.close();
        // While no replica mirrors.
        postReleaseEvent("UpgradeSucceeded", "upgraded", 1);

        soon("the second replica mirrors the missing one")
                .untilAsserted(() -> assertThat(mirrored(NAMESPACE))
                        .containsExactlyInAnyOrder("UpgradeFailed 5", "UpgradeSucceeded 1"));
        programs.removeLast().close();
        start(Program.start(controlPlane, folder));
        postReleaseEvent("TestSucceeded", "tested", 1);
        soon("the third replica mirrors only the last one")
                .untilAsserted(() -> assertThat(mirrored(NAMESPACE))
                        .containsExactlyInAnyOrder("UpgradeFailed 5", "UpgradeSucceeded 1", "TestSucceeded 1"));
    }

    @Test
    void eventFromAnotherNamespaceAndOfAnEarlierReleaseAreNotMirrored() {
        start(Program.start(controlPlane, folder).registered(GROUP, "v1"));
        create("cart");

        String earlier = subject("helm.toolkit.fluxcd.io/v2", "HelmRelease", NAMESPACE, "lantern-cart", "old");
        post(NAMESPACE, earlier, "Earlier", "of an earlier release", 1);
        // The kube-apiserver accepts an Event of the new form for an object in another namespace.
        JsonObject foreign =
                JsonClient.object("""
                {"apiVersion": "events.k8s.io/v1", "kind": "Event",
                 "metadata": {"name": "foreign", "namespace": "mirror-other"},
                 "regarding": %s, "type": "Normal", "reason": "Foreign", "note": "from another namespace",
                 "action": "Testing", "eventTime": "%s", "reportingController": "example.com/test",
                 "reportingInstance": "test"}
                """.formatted(releaseSubject(), Instant.now().truncatedTo(ChronoUnit.MICROS)));
        assertThat(cluster.post("/apis/events.k8s.io/v1/namespaces/mirror-other/events", foreign)
                        .code())
                .isEqualTo(201);
        postReleaseEvent("Last", "the last", 1);

        soon("the last is mirrored")
                .untilAsserted(() -> assertThat(mirrored(NAMESPACE)).containsExactly("Last 1"));
        assertThat(mirrored(OTHER_NAMESPACE)).isEmpty();
    }

    @Test
    void withoutTheRightOnEventsEverythingElseWorks() throws Exception {
        Path kubeconfig = controlPlane.server().kubeconfig();
        kubectl.succeed("delete", "clusterrolebinding", "chartroom-event-mirror");
        soon("the right is gone")
                .until(() -> kubectl.run("auth", "can-i", "list", "events", "-A", "--as=" + SERVER)
                                .exitCode()
                        != 0);
        try {
            Program program =
                    start(Program.start(controlPlane, kubeconfig, folder).registered(GROUP, "v1"));
            create("cart");
            postReleaseEvent("InstallSucceeded", "Helm install succeeded", 1);

            Awaitility.await("no Event")
                    .during(Duration.ofSeconds(2))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> mirrored(NAMESPACE).isEmpty());
            assertThat(kubectl.succeed("get", "lantern", "cart", "-n", NAMESPACE))
                    .contains("cart");
            assertThat(shown(program, "/readyz")).isEqualTo("ok");
            assertThat(shown(program, "/metrics"))
                    .contains(
                            "chartroom_mirrored_events_total{outcome=\"written\"} 0.0",
                            "chartroom_mirrored_events_total{outcome=\"failed\"} 0.0");
        } finally {
            // Other tests need the right.
            controlPlane.grantRights();
        }
    }

    @Test
    void disabledMirrorWritesNothing() {
        start(Program.startWith(controlPlane, folder, "releases: {events: false}")
                .registered(GROUP, "v1"));
        create("cart");
        postReleaseEvent("InstallSucceeded", "Helm install succeeded", 1);

        Awaitility.await("no Event")
                .during(Duration.ofSeconds(2))
                .atMost(Duration.ofSeconds(20))
                .until(() -> mirrored(NAMESPACE).isEmpty());
    }

    private Program start(Program program) {
        programs.add(program);
        return program;
    }

    private static void create(String name) {
        kubectl.apply("""
                apiVersion: mirror.example.com/v1
                kind: Lantern
                metadata: {name: %s, namespace: mirror}
                spec: {size: 3}
                """.formatted(name));
    }

    /** Sets the inventory as Flux does after it has installed the release. */
    private static void setInventory(String... ids) {
        StringBuilder entries = new StringBuilder();
        for (String id : ids) {
            entries.append(entries.isEmpty() ? "" : ",").append("{\"id\":\"" + id + "\",\"v\":\"v1\"}");
        }
        String status = "{\"status\":{\"inventory\":{\"entries\":[" + entries + "]}}}";
        assertThat(cluster.mergePatch(RELEASE + "/status", status).code()).isEqualTo(200);
    }

    /** Posts an Event as helm-controller does, and returns its path. */
    private String postReleaseEvent(String reason, String message, int count) {
        return post(NAMESPACE, releaseSubject(), reason, message, count);
    }

    private static String releaseSubject() {
        String uid = cluster.get(RELEASE).body().objectOrEmpty("metadata").stringOrEmpty("uid");
        return subject("helm.toolkit.fluxcd.io/v2", "HelmRelease", NAMESPACE, "lantern-cart", uid);
    }

    private static String subject(String apiVersion, String kind, String namespace, String name, String uid) {
        return """
                {"apiVersion": "%s", "kind": "%s", "namespace": "%s", "name": "%s", "uid": "%s"}
                """.formatted(apiVersion, kind, namespace, name, uid);
    }

    private String post(String namespace, String subject, String reason, String message, int count) {
        originals++;
        String collection = "/api/v1/namespaces/" + namespace + "/events";
        JsonObject event = JsonClient.object("""
                {"apiVersion": "v1", "kind": "Event", "metadata": {"name": "original-%d", "namespace": "%s"},
                 "involvedObject": %s, "type": "Normal", "reason": "%s", "message": "%s", "count": %d,
                 "firstTimestamp": "NOW", "lastTimestamp": "NOW",
                 "source": {"component": "helm-controller"}, "reportingComponent": "helm-controller"}
                """.formatted(originals, namespace, subject, reason, message, count)
                .replace("NOW", now()));
        assertThat(cluster.post(collection, event).code()).isEqualTo(201);
        return collection + "/original-" + originals;
    }

    /** Updates an Event as helm-controller does if the same happens again. */
    private static void repeat(String event, int count) {
        String changes = "{\"count\":" + count + ",\"lastTimestamp\":\"" + now() + "\"}";
        assertThat(cluster.mergePatch(event, changes).code()).isEqualTo(200);
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Returns the reason and the count of each mirrored Event. */
    private static List<String> mirrored(String namespace) {
        return kubectl.succeed(
                        "get",
                        "events",
                        "-n",
                        namespace,
                        "--field-selector=involvedObject.kind=Lantern,involvedObject.name=cart",
                        "-o",
                        "jsonpath={range .items[*]}{.reason} {.count}{\"\\n\"}{end}")
                .lines()
                .toList();
    }

    private static String shown(Program program, String path) throws IOException, InterruptedException {
        try (HttpClient client = program.client(controlPlane.admin().identity())) {
            URI shown = URI.create(program.url() + path);
            return client.send(HttpRequest.newBuilder(shown).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    private static ConditionFactory soon(String what) {
        return Awaitility.await(what).pollInterval(Duration.ofMillis(200)).atMost(Duration.ofSeconds(40));
    }
}
