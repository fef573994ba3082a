package dev.chartroom.e2e.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.postgres.PostgresPrograms;
import dev.chartroom.adapters.postgres.PostgresStorage;
import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.ProgramFiles;
import dev.chartroom.ports.network.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The database of the store {@code postgres}. The remedies are statements, which a test sends without psql. */
@RequiresControlPlane
class DoctorOfPostgresTest {
    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() throws IOException {
        server = PostgresPrograms.builder().start();
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void tablesAreComparedWithThoseOfTheProgram() throws IOException, SQLException {
        String url = url("postgres");
        JsonObject older = problem(url, "postgres");
        assertThat(older.stringOrEmpty("level")).isEqualTo("warning");
        assertThat(older.stringOrEmpty("message")).startsWith("the schema chartroom does not have the tables");

        PostgresStorage.open(
                        PostgresSettings.of(url, "postgres", null),
                        JacksonCodec.ofStored(),
                        Clock.systemUTC(),
                        new Random(1))
                .close();
        assertThat(problems(url, "postgres")).isEmpty();

        execute("UPDATE chartroom.flyway_schema_history SET version = '999' WHERE installed_rank ="
                + " (SELECT max(installed_rank) FROM chartroom.flyway_schema_history)");
        assertThat(problem(url, "postgres").stringOrEmpty("message"))
                .isEqualTo("a newer version of Chartroom has migrated the tables");
        execute("DROP SCHEMA chartroom CASCADE");
    }

    @Test
    void roleWithoutLoginGetsItByTheRemedy() throws IOException, SQLException {
        execute("CREATE ROLE clerk NOLOGIN");
        JsonObject problem = problem(url("postgres"), "clerk");
        assertThat(problem.stringOrEmpty("message")).contains("role \"clerk\" is not permitted to log in");

        execute(statement(problem));

        assertThat(problem(url("postgres"), "clerk").stringOrEmpty("level")).isEqualTo("warning");
    }

    @Test
    void remedySetsThePasswordOfTheFile() throws IOException, SQLException {
        execute("CREATE ROLE teller NOLOGIN");
        Path password = Files.writeString(
                ModuleDirectory.newWorkDirectory("doctor-password").resolve("password"), "plain");
        JsonObject problem = problem(url("postgres"), "teller, passwordFile: " + password);
        assertThat(problem.stringOrEmpty("remedy")).doesNotContain("plain");

        assertThat(statement(problem)).isEqualTo("ALTER ROLE \"teller\" LOGIN PASSWORD 'plain'");
        execute(statement(problem));

        assertThat(problem(url("postgres"), "teller, passwordFile: " + password).stringOrEmpty("level"))
                .isEqualTo("warning");
    }

    /** Returns the last argument that a shell passes to psql, which is not on every machine. */
    private static String statement(JsonObject problem) throws IOException {
        String remedy = problem.stringOrEmpty("remedy");
        assertThat(remedy).startsWith("psql ");
        Process shell = new ProcessBuilder("sh", "-c", remedy.replaceFirst("psql", "printf '%s\\\\n'"))
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output = shell.inputReader()) {
            return output.lines().toList().getLast();
        }
    }

    @Test
    void missingDatabaseIsReported() throws IOException {
        JsonObject problem = problem(url("attic"), "postgres");

        assertThat(problem.stringOrEmpty("message")).contains("database \"attic\" does not exist");
        assertThat(problem.stringOrEmpty("remedy")).isEqualTo("createdb -O postgres attic");
    }

    @Test
    void unreachableServerIsReported() throws IOException {
        JsonObject problem = problem("jdbc:postgresql://127.0.0.1:" + FreePort.next() + "/postgres", "postgres");

        assertThat(problem.stringOrEmpty("level")).isEqualTo("error");
        assertThat(problem.stringOrEmpty("message")).startsWith("no connection is possible: ");
        assertThat(problem.stringOrEmpty("remedy")).startsWith("pg_isready -d postgresql://127.0.0.1:");
    }

    private static String url(String database) {
        return "jdbc:postgresql://localhost:" + server.getPort() + "/" + database;
    }

    private static JsonObject problem(String url, String user) throws IOException {
        List<JsonObject> problems = problems(url, user);
        assertThat(problems).hasSize(1);
        return problems.getFirst();
    }

    private static List<JsonObject> problems(String url, String user) throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        Path folder = ModuleDirectory.newWorkDirectory("doctor-postgres");
        Files.createDirectories(folder.resolve("definitions"));
        ProgramFiles files = ProgramFiles.write(
                controlPlane.admin().kubeconfig(),
                folder.resolve("definitions"),
                "stores: {postgres: {url: \"" + url + "\", user: " + user + "}}");
        CommandOutput run = CommandOutput.of(
                "doctor",
                "--config",
                files.config().toString(),
                "--kubeconfig",
                controlPlane.admin().kubeconfig().toString(),
                "-o",
                "json");
        assertThat(run.err()).isEmpty();
        return JsonClient.object(run.out()).arrayOrEmpty("checks").objects().stream()
                .filter(check -> check.stringOrEmpty("check").equals("postgres"))
                .flatMap(check -> check.arrayOrEmpty("problems").objects().stream())
                .toList();
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
