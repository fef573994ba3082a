package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.postgres.PostgresPrograms;
import dev.chartroom.adapters.postgres.PostgresStorage;
import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two replicas keep HelmReleases for objects in a real PostgreSQL. There is no Flux: the test writes the status of
 * releases.
 */
@RequiresControlPlane
class ReleaseProjectionTest {
    private static final int REPLICAS = 2;
    private static final String NAMESPACE = "projected";
    private static final String GROUP = "projected.example.com";
    private static final String REQUESTED_AT = "reconcile.fluxcd.io/requestedAt";
    private static final String RELEASES = "/apis/helm.toolkit.fluxcd.io/v2/namespaces/" + NAMESPACE + "/helmreleases/";
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: lamps.projected.example.com}
            spec:
              group: projected.example.com
              names: {kind: Lamp, plural: lamps}
              store: postgres
              versions:
                - name: v1
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties:
                        spec: {type: object, properties: {size: {type: integer}, color: {type: string, default: white}}}
              release:
                prefix: lamp-
                chartRef: {kind: OCIRepository, name: lamp, namespace: charts}
                projected: true
            """;

    private static final List<Program> programs = new ArrayList<>();
    private static ControlPlane controlPlane;
    private static EmbeddedPostgres database;
    private static JsonClient cluster;
    private static Kubectl kubectl;
    private static Path folder;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "namespace", NAMESPACE);
        cluster = JsonClient.of(controlPlane, controlPlane.admin());
        database = PostgresPrograms.builder().start();
        folder = ModuleDirectory.newWorkDirectory("projected");
        Files.writeString(folder.resolve("lamps.yaml"), DEFINITION);
    }

    /** A test may have closed replicas, or failed before it restarted them. */
    @BeforeEach
    void startReplicas() {
        boolean none = programs.isEmpty();
        while (programs.size() < REPLICAS) {
            run();
        }
        if (none) {
            programs.getFirst().registered(GROUP, "v1");
        }
    }

    private static void run() {
        programs.add(Program.startWith(
                controlPlane,
                folder,
                "stores: {postgres: {url: \"%s\", user: postgres}}"
                        .formatted(database.getJdbcUrl("postgres", "postgres"))));
    }

    @AfterAll
    static void stop() throws IOException {
        programs.forEach(Program::close);
        if (database != null) {
            database.close();
        }
    }

    @Test
    void releaseFollowsItsObjectFromCreateToDelete() {
        kubectl.apply("""
                apiVersion: projected.example.com/v1
                kind: Lamp
                metadata: {name: a, namespace: projected, labels: {team: x}}
                spec: {size: 3}
                """);
        soon("it has a release").untilAsserted(() -> {
            assertThat(values("a")).hasToString("{\"size\":3}");
            assertThat(release("a")
                            .objectOrEmpty("metadata")
                            .objectOrEmpty("labels")
                            .stringOrEmpty(GROUP + "-team"))
                    .isEqualTo("x");
        });

        kubectl.succeed("patch", "lamp", "a", "-n", NAMESPACE, "--type=merge", "-p", "{\"spec\":{\"size\":4}}");
        soon("it follows").untilAsserted(() -> assertThat(values("a")).hasToString("{\"size\":4}"));

        assertThat(cluster.mergePatch(RELEASES + "lamp-a?fieldManager=somebody", """
                        {"spec": {"values": {"size": 9, "color": "red"}, "suspend": true}}""")
                        .code())
                .isEqualTo(200);
        soon("it is put right").untilAsserted(() -> assertThat(values("a")).hasToString("{\"size\":4}"));
        assertThat(release("a").objectOrEmpty("spec").isTrue("suspend")).isTrue();

        flux("a");
        soon("its status is seen")
                .untilAsserted(() -> assertThat(kubectl.succeed(
                                "get",
                                "lamp",
                                "a",
                                "-n",
                                NAMESPACE,
                                "-o",
                                "jsonpath={.metadata.generation} {.status.observedGeneration} {.status.conditions[0].type}"
                                        + " {.status.conditions[0].status}"))
                        .isEqualTo("2 2 Ready True"));
        assertThat(kubectl.succeed("wait", "lamp", "a", "-n", NAMESPACE, "--for=condition=Ready", "--timeout=10s"))
                .contains("condition met");

        kubectl.succeed("delete", "lamp", "a", "-n", NAMESPACE);
        soon("its release is gone")
                .untilAsserted(() ->
                        assertThat(cluster.get(RELEASES + "lamp-a").code()).isEqualTo(404));
    }

    @Test
    void unchangedReleaseIsNotRewrittenAndRecordsTheObjectsUid() {
        create("b", 1);
        soon("it has a release").untilAsserted(() -> assertThat(values("b")).hasToString("{\"size\":1}"));
        String uid = kubectl.succeed("get", "lamp", "b", "-n", NAMESPACE, "-o", "jsonpath={.metadata.uid}");
        flux("b");
        soon("its status is seen").untilAsserted(() -> assertThat(status("b")).isEqualTo("1"));
        String settled = version("b");

        // By then, both replicas have observed later changes.
        for (int i = 0; i < 5; i++) {
            create("later-" + i, i);
            String name = "later-" + i;
            soon("it has a release")
                    .untilAsserted(() -> assertThat(
                                    cluster.get(RELEASES + "lamp-" + name).code())
                            .isEqualTo(200));
        }

        assertThat(version("b")).isEqualTo(settled);
        assertThat(release("b")
                        .objectOrEmpty("metadata")
                        .objectOrEmpty("annotations")
                        .stringOrEmpty(GROUP + "/application.identity"))
                .contains("\"uid\":\"" + uid + "\"");
    }

    @Test
    void recreatedObjectWaitsUntilFluxUninstallsTheOldRelease() {
        create("again", 1);
        soon("it has a release").untilAsserted(() -> assertThat(values("again")).hasToString("{\"size\":1}"));
        cluster.mergePatch(RELEASES + "lamp-again", "{\"metadata\": {\"finalizers\": [\"finalizers.fluxcd.io\"]}}");

        kubectl.succeed("delete", "lamp", "again", "-n", NAMESPACE);
        soon("its release is being deleted")
                .untilAsserted(() -> assertThat(
                                release("again").objectOrEmpty("metadata").has("deletionTimestamp"))
                        .isTrue());
        create("again", 2);
        create("other", 2);
        soon("others have theirs")
                .untilAsserted(() -> assertThat(values("other")).hasToString("{\"size\":2}"));
        assertThat(values("again")).hasToString("{\"size\":1}");

        cluster.mergePatch(RELEASES + "lamp-again", "{\"metadata\": {\"finalizers\": null}}");
        soon("it has its own").untilAsserted(() -> assertThat(values("again")).hasToString("{\"size\":2}"));
        assertThat(kubectl.succeed(
                        "get", "lamp", "again", "-n", NAMESPACE, "-o", "jsonpath={.status.observedGeneration}"))
                .isEqualTo("-1");
    }

    @Test
    void deletedReleaseIsRecreatedAndForegroundDeletionRemovesIt() {
        create("hand", 1);
        soon("it has a release").untilAsserted(() -> assertThat(values("hand")).hasToString("{\"size\":1}"));
        String uid = release("hand").objectOrEmpty("metadata").stringOrEmpty("uid");

        cluster.delete(RELEASES + "lamp-hand");
        soon("it is made again").untilAsserted(() -> {
            JsonObject metadata = release("hand").objectOrEmpty("metadata");
            assertThat(metadata.stringOrEmpty("uid")).isNotEmpty().isNotEqualTo(uid);
            assertThat(metadata.has("deletionTimestamp")).isFalse();
        });

        kubectl.succeed("delete", "lamp", "hand", "-n", NAMESPACE, "--cascade=foreground", "--timeout=50s");
        soon("its release is gone")
                .untilAsserted(() ->
                        assertThat(cluster.get(RELEASES + "lamp-hand").code()).isEqualTo(404));
    }

    @Test
    void changesMadeWhileNoServerRanAreReconciledAtStart() throws Exception {
        create("kept", 1);
        create("edited", 1);
        create("deleted", 1);
        create("changed", 1);
        for (String name : List.of("kept", "edited", "deleted", "changed")) {
            soon("it has a release")
                    .untilAsserted(() -> assertThat(values(name)).hasToString("{\"size\":1}"));
            flux(name);
            soon("its status is seen")
                    .untilAsserted(() -> assertThat(status(name)).isEqualTo("1"));
        }
        ApplicationKind kind =
                programs.getFirst().assembly().catalogue().registry().kinds().getFirst();
        programs.forEach(Program::close);
        programs.clear();
        String kept = version("kept");

        // Writes as a replica that died before it could write releases.
        try (PostgresStorage storage = PostgresStorage.open(
                PostgresSettings.of(database.getJdbcUrl("postgres", "postgres"), "postgres", null),
                JacksonCodec.ofStored(),
                Clock.systemUTC(),
                new Random())) {
            storage.store().delete(kind, named("deleted"), new DeleteRequest("", "", "", false));
            StoredApplication changed = storage.store().current(kind, named("changed"));
            storage.store()
                    .update(
                            kind,
                            changed,
                            changed.application().withSpec(JsonObject.of("size", JsonNumber.of(5))),
                            new WriteOptions(false, "test"));
        }
        cluster.mergePatch(RELEASES + "lamp-edited", "{\"spec\": {\"values\": {\"size\": 8}}}");
        run();
        programs.getFirst().registered(GROUP, "v1");

        soon("what was edited is put right")
                .untilAsserted(() -> assertThat(values("edited")).hasToString("{\"size\":1}"));
        soon("what changed is written")
                .untilAsserted(() -> assertThat(values("changed")).hasToString("{\"size\":5}"));
        soon("what is gone is removed")
                .untilAsserted(
                        () -> assertThat(cluster.get(RELEASES + "lamp-deleted").code())
                                .isEqualTo(404));
        assertThat(version("kept")).isEqualTo(kept);
    }

    @Test
    void requestToFluxReachesTheReleaseAndARequestOnTheReleaseStays() {
        create("asked", 1);
        kubectl.succeed("annotate", "lamp", "asked", "-n", NAMESPACE, REQUESTED_AT + "=1");
        soon("the request reaches the release")
                .untilAsserted(() -> assertThat(requestedAt("asked")).isEqualTo("1"));

        kubectl.succeed("annotate", "helmrelease", "lamp-asked", "-n", NAMESPACE, "--overwrite", REQUESTED_AT + "=2");
        create("asked", 2);
        soon("the release follows")
                .untilAsserted(() -> assertThat(values("asked")).hasToString("{\"size\":2}"));
        assertThat(requestedAt("asked")).isEqualTo("2");
    }

    private static String requestedAt(String name) {
        return release(name)
                .objectOrEmpty("metadata")
                .objectOrEmpty("annotations")
                .stringOrEmpty(REQUESTED_AT);
    }

    private static NamespacedName named(String name) {
        return new NamespacedName(NAMESPACE, name);
    }

    private static void create(String name, int size) {
        kubectl.apply("""
                apiVersion: projected.example.com/v1
                kind: Lamp
                metadata: {name: %s, namespace: projected}
                spec: {size: %d}
                """.formatted(name, size));
    }

    private static JsonObject release(String name) {
        return cluster.get(RELEASES + "lamp-" + name).body();
    }

    private static JsonObject values(String name) {
        return release(name).objectOrEmpty("spec").objectOrEmpty("values");
    }

    private static String version(String name) {
        return release(name).objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
    }

    private static String status(String name) {
        return kubectl.succeed("get", "lamp", name, "-n", NAMESPACE, "-o", "jsonpath={.status.observedGeneration}");
    }

    /** Sets the status that Flux sets when it has observed the release. */
    private static void flux(String name) {
        String status = """
                {"status": {"observedGeneration": %1$s, "conditions": [{"type": "Ready", "status": "True", "reason": "Said",
                  "message": "", "observedGeneration": %1$s, "lastTransitionTime": "2026-01-02T03:04:05Z"}]}}
                """.formatted(release(name).objectOrEmpty("metadata").get("generation"));
        assertThat(cluster.mergePatch(RELEASES + "lamp-" + name + "/status", status)
                        .code())
                .isEqualTo(200);
    }

    private static ConditionFactory soon(String what) {
        return Awaitility.await(what).pollInterval(Duration.ofMillis(20)).atMost(Duration.ofSeconds(20));
    }
}
