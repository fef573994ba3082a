package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.placement.ConfigMapPlacementRecord;
import dev.chartroom.adapters.kubernetes.placement.LeaseReplicaRegister;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.adapters.postgres.PostgresPrograms;
import dev.chartroom.adapters.postgres.PostgresStorage;
import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.placement.StoreSwitch;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.harness.ProgramFiles;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.placement.Placement;
import dev.chartroom.ports.placement.Replica;
import dev.chartroom.ports.placement.ReplicaRegister;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WriteOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Replicas switch a kind from HelmReleases to PostgreSQL and back at the same time, on a real control plane. */
@RequiresControlPlane
class KindMoveTest {
    private static final String NAMESPACE = "moving";
    private static final String OBJECTS = "/apis/moving.example.com/v1/namespaces/" + NAMESPACE + "/lamps";
    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final int WRITERS = 4;
    private static final WriteOptions OPTIONS = new WriteOptions(false, "move");

    private static ControlPlane controlPlane;
    private static EmbeddedPostgres server;
    private static PostgresStorage database;
    private static ApplicationStore releases;
    private static Path folder;
    private static String stores;
    private static ReplicaRegister register;
    private static StoreSwitch storeSwitch;
    private static final List<Program> PROGRAMS = new ArrayList<>();
    private static final List<JsonClient> CLIENTS = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException, SQLException {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().succeed("create", "namespace", NAMESPACE);
        server = PostgresPrograms.builder().start();
        String url = server.getJdbcUrl("postgres", "postgres");
        database = PostgresStorage.open(
                PostgresSettings.of(url, "postgres", null), JacksonCodec.ofStored(), Clock.systemUTC(), new Random());
        // With the server's rights.
        KubernetesHttp http = new KubernetesHttp(
                KubernetesClients.create(controlPlane.server().kubeconfig()));
        releases = new HelmReleaseStore(http, JacksonCodec.ofStored());
        NamespacedName record = new NamespacedName("chartroom-system", "moving");
        controlPlane.kubectl().apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: moving, namespace: chartroom-system}
                rules:
                - {apiGroups: [""], resources: [configmaps], resourceNames: [moving], verbs: [get, list, watch, update]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: moving, namespace: chartroom-system}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: moving}
                subjects: [{kind: ServiceAccount, name: chartroom, namespace: chartroom-system}]
                """);
        register =
                new LeaseReplicaRegister(http, JacksonCodec.ofStored(), record.namespace(), "test", Clock.systemUTC());
        storeSwitch = new StoreSwitch(new ConfigMapPlacementRecord(http, JacksonCodec.ofStored(), record), register);
        folder = ModuleDirectory.newWorkDirectory("moving");
        Files.writeString(folder.resolve("lamps.yaml"), """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: lamps.moving.example.com}
                spec:
                  group: moving.example.com
                  names: {kind: Lamp, plural: lamps}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema:
                      openAPIV3Schema:
                        type: object
                        properties: {spec: {type: object, properties: {size: {type: integer}}}}
                  release:
                    prefix: lamp-
                    chartRef: {kind: OCIRepository, name: lamp, namespace: charts}
                """);
        stores = """
                stores: {postgres: {url: "%s", user: postgres}, placements: {namespace: %s, name: %s}}
                """.formatted(url, record.namespace(), record.name());
        for (int i = 0; i < 2; i++) {
            Program program = Program.startWith(controlPlane, folder, stores);
            PROGRAMS.add(program);
            CLIENTS.add(new JsonClient(program.client(controlPlane.admin().identity()), program.url()));
        }
    }

    @AfterAll
    static void stop() throws IOException {
        PROGRAMS.forEach(Program::close);
        assertThat(names()).as("who ends leaves").isEmpty();
        if (database != null) {
            database.close();
        }
        if (server != null) {
            server.close();
        }
        controlPlane.kubectl().succeed("delete", "configmap", "moving", "-n", "chartroom-system");
        controlPlane.kubectl().succeed("delete", "leases", "--all", "-n", "chartroom-system");
    }

    @Test
    void noWriteIsLostWhileAKindMovesToPostgresAndBack() throws Exception {
        Map<String, Long> acknowledged = new ConcurrentHashMap<>();
        AtomicBoolean over = new AtomicBoolean();
        List<Future<?>> writers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                for (int i = 0; i < WRITERS; i++) {
                    int writer = i;
                    writers.add(threads.submit(() -> write(writer, acknowledged, over)));
                }
                Awaitility.await().until(() -> acknowledged.size() > WRITERS * 3);
                move("postgres", releases, database.store());
                int before = acknowledged.size();
                Awaitility.await().until(() -> acknowledged.size() > before + WRITERS * 3);
                move("helmrelease", database.store(), releases);
                int after = acknowledged.size();
                Awaitility.await().until(() -> acknowledged.size() > after + WRITERS * 3);
            } finally {
                over.set(true);
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }

        Map<String, Long> found = releases.list(lamps(), ListRequest.all(NAMESPACE)).items().stream()
                .collect(Collectors.toMap(
                        item -> item.namespacedName().name(),
                        item -> size(client(0)
                                .get(OBJECTS + "/" + item.namespacedName().name())
                                .body())));
        assertThat(found).containsAllEntriesOf(acknowledged);
        assertThat(shown(0, "/readyz/store-placements?verbose"))
                .contains("lamps.moving.example.com: Settled in helmrelease");
    }

    @Test
    void replicaKilledDuringAPauseAbortsTheMoveAndIsRemoved() throws Exception {
        ProgramFiles files = ProgramFiles.write(controlPlane.server().kubeconfig(), folder, stores);
        Path log = files.config().resolveSibling("log");
        List<String> before = names();
        try (ChildProcess process = ChildProcess.start(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.chartroom.bootstrap.Main",
                        "serve",
                        "--config",
                        files.config().toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile()))) {
            Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> names().size() > before.size());
            try (StoreSwitch.Pause pause = storeSwitch.pause(lamps(), PATIENCE)) {
                ProcessHandle.of(process.pid()).orElseThrow().destroyForcibly();
                assertThatThrownBy(() -> pause.moveTo("postgres"))
                        .isInstanceOf(ApiException.class)
                        .hasMessageContaining("have not applied the change in time");
            }
        }

        assertThat(client(0).post(OBJECTS, lamp("written-after", 1)).code()).isEqualTo(201);
        try (StoreSwitch.Pause _ = storeSwitch.pause(lamps(), PATIENCE)) {
            assertThat(names()).hasSameSizeAs(before);
        }
    }

    @Test
    void abandonedPauseEndsWithinThirtySeconds() throws Exception {
        StoreSwitch.Pause abandoned = storeSwitch.pause(lamps(), PATIENCE);

        try (HttpClient http = PROGRAMS.get(1).client(controlPlane.admin().identity())) {
            HttpResponse<String> refused = http.send(
                    HttpRequest.newBuilder(URI.create(PROGRAMS.get(1).url() + OBJECTS))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(
                                    lamp("abandoned", 1).toString()))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(refused.body()).contains("being moved to another store");
        }
        assertThat(client(0).get(OBJECTS).code()).isEqualTo(200);

        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> client(1).post(OBJECTS, lamp("abandoned", 1)).code() == 201);
        assertThat(storeSwitch.placement(lamps())).get().matches(Placement::isOpen);
        assertThatThrownBy(() -> abandoned.moveTo("postgres")).hasMessageContaining("this pause has ended");
    }

    private static void move(String to, ApplicationStore from, ApplicationStore target) {
        ApplicationKind kind = lamps();
        try (StoreSwitch.Pause pause = storeSwitch.pause(kind, PATIENCE)) {
            forAll(target, gone -> target.delete(kind, gone.namespacedName(), new DeleteRequest("", "", "", false)));
            forAll(
                    from,
                    each -> target.create(
                            kind, from.current(kind, each.namespacedName()).application(), OPTIONS));
            pause.moveTo(to);
            System.out.println("e2e: writes were paused for " + pause.length());
        }
        assertThat(storeSwitch.placement(kind))
                .get()
                .matches(placement -> placement.isOpen() && placement.store().equals(to));
    }

    private static void forAll(ApplicationStore store, Consumer<ServedApplication> task) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            store.list(lamps(), ListRequest.all(NAMESPACE))
                    .items()
                    .forEach(item -> threads.execute(() -> task.accept(item)));
        }
    }

    /** Creates objects on one replica and changes each on the other. */
    private static void write(int writer, Map<String, Long> acknowledged, AtomicBoolean over) {
        for (int i = 0; !over.get(); i++) {
            String name = "w" + writer + "-" + i;
            if (isDone(201, client(i % 2).post(OBJECTS, lamp(name, 0)))) {
                acknowledged.put(name, 0L);
                long size = i + 1L;
                String patch = "{\"spec\":{\"size\":" + size + "}}";
                if (isDone(200, client((i + 1) % 2).mergePatch(OBJECTS + "/" + name, patch))) {
                    acknowledged.put(name, size);
                }
            }
        }
    }

    /** Returns false if the write must be retried: the pause was longer than a request waits. */
    private static boolean isDone(int code, JsonClient.Reply reply) {
        assertThat(reply.code()).as(() -> String.valueOf(reply.body())).isIn(code, 503);
        return reply.code() == code;
    }

    private static JsonClient client(int program) {
        return CLIENTS.get(program);
    }

    private static String shown(int program, String path) throws IOException, InterruptedException {
        Program started = PROGRAMS.get(program);
        try (HttpClient http = started.client(controlPlane.admin().identity())) {
            return http.send(
                            HttpRequest.newBuilder(URI.create(started.url() + path))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        }
    }

    private static JsonObject lamp(String name, long size) {
        return JsonObject.builder()
                .put("apiVersion", "moving.example.com/v1")
                .put("kind", "Lamp")
                .put("metadata", JsonObject.ofStrings(Map.of("name", name, "namespace", NAMESPACE)))
                .put("spec", JsonObject.of("size", JsonNumber.of(size)))
                .build();
    }

    private static long size(JsonObject lamp) {
        return lamp.objectOrEmpty("spec").get("size") instanceof JsonNumber size
                ? size.asLong().orElseThrow()
                : -1;
    }

    private static List<String> names() {
        return register.replicas().stream().map(Replica::name).toList();
    }

    private static ApplicationKind lamps() {
        return PROGRAMS.getFirst()
                .assembly()
                .catalogue()
                .registry()
                .find("moving.example.com", "v1", "lamps")
                .orElseThrow();
    }
}
