package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.PostgresPrograms;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.command.ChartroomCommand;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.harness.ProgramFiles;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Kinds move from HelmReleases to PostgreSQL and back while two replicas serve writes to them. */
@RequiresControlPlane
class MigrationTest {
    private static final String NAMESPACE = "migrating";
    private static final String OBJECTS = "/apis/moving.example.com/v1/namespaces/" + NAMESPACE + "/anvils";
    private static final int OBJECTS_AT_REST = 150;

    private static ControlPlane controlPlane;
    private static EmbeddedPostgres database;

    private final List<Program> programs = new ArrayList<>();
    private Path config;
    private JsonClient first;
    private JsonClient second;

    @BeforeAll
    static void startDatabase() throws IOException {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().succeed("create", "namespace", NAMESPACE);
        database = PostgresPrograms.builder().start();
    }

    @AfterAll
    static void stopDatabase() throws IOException {
        if (database != null) {
            database.close();
        }
    }

    @BeforeEach
    void startTwoReplicas() throws IOException {
        Path folder = ModuleDirectory.newWorkDirectory("moving");
        Files.writeString(folder.resolve("anvils.yaml"), """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: anvils.moving.example.com}
                spec:
                  group: moving.example.com
                  names: {kind: Anvil, plural: anvils}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties: {spec: {type: object, properties: {size: {type: integer}, mode: {type: string, default: quiet}}}}
                  release:
                    prefix: anvil-
                    chartRef: {kind: OCIRepository, name: anvil, namespace: charts}
                """);
        String unique = folder.getFileName().toString().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        String stores = """
                stores:
                  postgres: {url: "%s", user: postgres, schema: %s}
                  placements: {namespace: chartroom-system, name: chartroom-stores}
                """.formatted(database.getJdbcUrl("postgres", "postgres"), "s" + unique);
        config = ProgramFiles.write(controlPlane.server().kubeconfig(), folder, stores)
                .config();
        first = started(folder, stores);
        second = started(folder, stores);
    }

    private JsonClient started(Path folder, String stores) {
        Program program = Program.startWith(controlPlane, folder, stores);
        programs.add(program);
        return new JsonClient(program.client(controlPlane.admin().identity()), program.url());
    }

    @AfterEach
    void stop() {
        programs.forEach(Program::close);
        controlPlane.kubectl().succeed("delete", "configmap", "chartroom-stores", "-n", "chartroom-system");
        controlPlane
                .kubectl()
                .succeed(
                        "patch",
                        "helmrelease",
                        "anvil-rest-9",
                        "-n",
                        NAMESPACE,
                        "--type=merge",
                        "-p",
                        "{\"metadata\":{\"finalizers\":null}}");
        controlPlane.kubectl().succeed("delete", "helmreleases", "--all", "-n", NAMESPACE);
    }

    @Test
    void migrationToPostgresAndBackPreservesObjectsAndWrites() throws Exception {
        IntStream.range(0, OBJECTS_AT_REST).forEach(number -> create("rest-" + number));
        assertThat(first.mergePatch(OBJECTS + "/rest-7?fieldManager=other", "{\"spec\":{\"size\":70}}")
                        .code())
                .isEqualTo(200);
        assertThat(first.delete(OBJECTS + "/rest-9").code()).isEqualTo(200);
        flux("anvil-rest-3");
        List<JsonObject> asReleases = atRest(first);
        assertThat(asReleases).hasSize(OBJECTS_AT_REST);

        try (MovingLoad load = MovingLoad.start(OBJECTS, first, second)) {
            load.awaitRounds(3);
            assertThat(migrate("--dry-run", "--from", "helmrelease", "--to", "postgres"))
                    .contains("0: anvils.moving.example.com: ", " objects, 0 of them copied already");
            assertThat(migrate("--from", "helmrelease", "--to", "postgres"))
                    .startsWith("0: ")
                    .containsPattern("moved to postgres: \\d+ objects, sha256:[0-9a-f]{64}, writes paused for \\d+ ms");
            load.awaitRounds(3);
        }
        assertThat(atRest(first)).isEqualTo(asReleases);
        assertThat(atRest(second)).isEqualTo(asReleases);
        assertThat(migrate("--from", "helmrelease", "--to", "postgres")).isEqualTo("0: no kind is in helmrelease\n");

        create("born-in-postgres");
        JsonObject born = first.get(OBJECTS + "/born-in-postgres").body();
        assertThat(first.delete(OBJECTS + "/rest-11").code()).isEqualTo(200);
        List<JsonObject> asRows = atRest(second);
        // Objects that were deleted in PostgreSQL still exist as HelmReleases. The command does not uninstall them
        // without consent.
        assertThat(migrate("--from", "postgres", "--to", "helmrelease"))
                .startsWith("1: ")
                .contains(" of the objects exist only there (");
        try (MovingLoad load = MovingLoad.start(OBJECTS, first, second)) {
            load.awaitRounds(3);
            assertThat(migrate("--replace", "--from", "postgres", "--to", "helmrelease"))
                    .startsWith("0: ")
                    .contains("moved to helmrelease: ");
            load.awaitRounds(3);
        }
        assertThat(withoutStatus(atRest(first))).isEqualTo(withoutStatus(asRows));
        assertThat(withoutStatus(
                        List.of(plain(first.get(OBJECTS + "/born-in-postgres").body()))))
                .isEqualTo(withoutStatus(List.of(plain(born))));
        assertThat(controlPlane
                        .kubectl()
                        .run("get", "helmrelease", "anvil-rest-11", "-n", NAMESPACE)
                        .stderr())
                .contains("NotFound");
        assertThat(controlPlane
                        .kubectl()
                        .succeed(
                                "get",
                                "helmrelease",
                                "anvil-born-in-postgres",
                                "-n",
                                NAMESPACE,
                                "-o",
                                "jsonpath={.spec.values}"))
                .isEqualTo("{\"size\":1}");
    }

    @Test
    void killedMigrationResumesWithTheCopiedObjects() throws Exception {
        IntStream.range(0, OBJECTS_AT_REST).forEach(number -> create("rest-" + number));
        List<JsonObject> before = atRest(first);
        administer("CREATE FUNCTION %1$s.slow() RETURNS trigger LANGUAGE plpgsql AS"
                + " 'BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END'");
        administer("CREATE TRIGGER slow BEFORE INSERT ON %1$s.application FOR EACH ROW EXECUTE FUNCTION %1$s.slow()");
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.chartroom.bootstrap.Main",
                "migrate",
                "--config",
                config.toString(),
                "--from",
                "helmrelease",
                "--to",
                "postgres");
        try (ChildProcess process = ChildProcess.start(builder)) {
            Awaitility.await("it has begun").atMost(Duration.ofSeconds(60)).until(() -> rows() > 0);
            ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroyForcibly);
            assertThat(process.endsWithin(Duration.ofSeconds(10))).isTrue();
        }
        administer("DROP TRIGGER slow ON %1$s.application");
        long copied = rows();
        assertThat(copied).isLessThan(OBJECTS_AT_REST);
        assertThat(atRest(second)).isEqualTo(before);

        assertThat(migrate("--from", "helmrelease", "--to", "postgres"))
                .startsWith(
                        "0: anvils.moving.example.com: " + OBJECTS_AT_REST + " objects, " + copied + " of them copied");

        assertThat(atRest(first)).isEqualTo(before);
    }

    private long rows() throws Exception {
        try (var connection = database.getPostgresDatabase().getConnection();
                var statement = connection.createStatement();
                var results = statement.executeQuery("SELECT count(*) FROM " + schema() + ".application")) {
            return results.next() ? results.getLong(1) : 0;
        }
    }

    /** @param statement with a placeholder for the schema */
    private void administer(String statement) throws Exception {
        try (var connection = database.getPostgresDatabase().getConnection();
                var administer = connection.createStatement()) {
            administer.execute(statement.formatted(schema()));
        }
    }

    private String schema() throws IOException {
        return Files.readAllLines(config).stream()
                .filter(line -> line.contains("schema: "))
                .findFirst()
                .orElseThrow()
                .replaceAll(".*schema: ([a-z0-9]+).*", "$1");
    }

    /** Returns the exit code of the command and its output. */
    private String migrate(String... options) {
        StringWriter said = new StringWriter();
        CommandLine commandLine = ChartroomCommand.line();
        commandLine.setOut(new PrintWriter(said, true));
        commandLine.setErr(new PrintWriter(said, true));
        List<String> arguments =
                new ArrayList<>(List.of("migrate", "--last-look", "0s", "--config", config.toString()));
        arguments.addAll(List.of(options));
        int exit = commandLine.execute(arguments.toArray(String[]::new));
        System.out.print(said);
        return exit + ": " + said;
    }

    private void create(String name) {
        JsonObject object =
                JsonClient.object("""
                {"apiVersion": "moving.example.com/v1", "kind": "Anvil",
                 "metadata": {"name": "%1$s", "namespace": "%2$s", "labels": {"tier": "gold", "name": "%1$s"},
                   "annotations": {"note": "as it is"}, "finalizers": [%3$s]},
                 "spec": {"size": 1}}
                """.formatted(name, NAMESPACE, name.equals("rest-9") ? "\"example.com/hold\"" : ""));
        assertThat(first.post(OBJECTS + "?fieldManager=tenant", object).code()).isEqualTo(201);
    }

    private static void flux(String release) {
        controlPlane
                .kubectl()
                .succeed(
                        "patch",
                        "helmrelease",
                        release,
                        "-n",
                        NAMESPACE,
                        "--subresource=status",
                        "--type=merge",
                        "-p",
                        "{\"status\":{\"observedGeneration\":1,\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\","
                                + "\"reason\":\"Done\",\"message\":\"done\",\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}]}}");
    }

    /** Returns the objects that no writer changes, in the order of their resource versions, without these versions. */
    private static List<JsonObject> atRest(JsonClient client) {
        JsonClient.Reply list = client.get(OBJECTS);
        assertThat(list.code()).isEqualTo(200);
        return list.body().arrayOrEmpty("items").objects().stream()
                .filter(object ->
                        object.objectOrEmpty("metadata").stringOrEmpty("name").startsWith("rest-"))
                .sorted(Comparator.comparingLong(object ->
                        Long.parseLong(object.objectOrEmpty("metadata").stringOrEmpty("resourceVersion"))))
                .map(MigrationTest::plain)
                .toList();
    }

    private static JsonObject plain(JsonObject object) {
        return object.with("metadata", object.objectOrEmpty("metadata").without("resourceVersion"));
    }

    /** Removes status and generation, which a HelmRelease assigns itself. */
    private static List<JsonObject> withoutStatus(List<JsonObject> objects) {
        return objects.stream()
                .map(object -> object.without("status")
                        .with("metadata", object.objectOrEmpty("metadata").without("generation")))
                .collect(Collectors.toList());
    }
}
