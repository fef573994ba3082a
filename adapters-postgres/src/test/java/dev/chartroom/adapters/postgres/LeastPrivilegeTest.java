package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.domain.application.Application;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The roles that the statements in docs/postgres.md create have sufficient rights, and no more. */
class LeastPrivilegeTest {
    private static final Pattern SQL = Pattern.compile("```sql\\n(.*?)```", Pattern.DOTALL);
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");

    @Test
    void documentedRolesAreSufficient(@TempDir Path folder) throws Exception {
        List<String> documented = documented("## Roles", "## TLS");
        assertThat(documented).hasSize(3);
        try (OwnServer server = new OwnServer(folder).start()) {
            server.administer("CREATE DATABASE chartroom");
            run(server, documented.getFirst());
            run(server, documented.get(1));
            PostgresSettings settings = PostgresSettings.of(
                            server.url("127.0.0.1", "chartroom"), "chartroom", "change-me")
                    .withHistory(Duration.ofMillis(500))
                    .withMigrations(new PostgresSettings.Credentials("chartroom_owner", "change-me-too"));
            PostgresServer.open(settings).close();
            run(server, documented.getLast());

            assertThat(rights(server))
                    .containsEntry("state", Set.of("SELECT", "UPDATE"))
                    .containsEntry("application", Set.of("SELECT", "INSERT", "UPDATE", "DELETE"))
                    .containsEntry("flyway_schema_history", Set.of("SELECT"))
                    .hasSize(3);
            try (PostgresStorage storage = PostgresServer.open(settings)) {
                use(storage.store());
                awaitCompaction(server);
            }
            // If an administrator changes the tables, the program needs only its own rights.
            try (PostgresStorage storage = PostgresServer.open(
                    settings.withMigrations(new PostgresSettings.Credentials("chartroom", "change-me")))) {
                use(storage.store());
            }
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> PostgresStorage.open(
                            settings.withMigrations(new PostgresSettings.Credentials("chartroom", "change-me"))
                                    .withSchema("elsewhere"),
                            new TextCodec(),
                            Clock.systemUTC(),
                            new Random()))
                    .withMessageContaining("permission denied");
        }
    }

    @Test
    void restoreRaisesTheRevisionAndExpiresWatches(@TempDir Path folder) throws Exception {
        try (OwnServer server = new OwnServer(folder).start()) {
            server.administer("CREATE DATABASE chartroom");
            PostgresSettings settings = PostgresSettings.of(server.url("127.0.0.1", "chartroom"), "postgres", null);
            String seen;
            try (PostgresStorage storage = PostgresServer.open(settings)) {
                use(storage.store());
                seen = storage.feed().latest(Kinds.redis()).orElseThrow().toString();
            }
            for (String statement : documented("## Durability", "## Sizing")) {
                run(server, statement);
            }
            try (PostgresStorage storage = PostgresServer.open(settings);
                    WatchStream watch = storage.store().watch(Kinds.redis(), WatchRequest.after("", seen))) {
                assertThat(storage.feed().latest(Kinds.redis()).orElseThrow()).isGreaterThan(ResourceVersion.of(seen));
                assertThat(watch.next(Duration.ofSeconds(10)))
                        .isInstanceOfSatisfying(
                                WatchEvent.Failed.class,
                                failed -> assertThat(failed.error()).isInstanceOf(ApiError.Expired.class));
                use(storage.store());
            }
        }
    }

    private static void use(ApplicationStore store) {
        NamespacedName name = new NamespacedName("default", "a");
        StoredApplication created = store.create(
                Kinds.redis(),
                new Application(
                        Kinds.redis().gvk(),
                        ObjectMeta.of(name.namespace(), name.name()),
                        Kinds.replicas(1),
                        JsonObject.EMPTY),
                OPTIONS);
        StoredApplication updated =
                store.update(Kinds.redis(), created, created.application().withSpec(Kinds.replicas(2)), OPTIONS);
        assertThat(store.current(Kinds.redis(), name).application()).isEqualTo(updated.application());
        store.delete(Kinds.redis(), name, new DeleteRequest("", "", "", false));
    }

    private static void awaitCompaction(OwnServer server) {
        Awaitility.await().until(() -> {
            try (Connection connection = administrator(server);
                    Statement statement = connection.createStatement();
                    ResultSet results = statement.executeQuery("SELECT count(*) FROM chartroom.application")) {
                return results.next() && results.getLong(1) == 0;
            }
        });
    }

    /** Returns the program's privileges by table. */
    private static Map<String, Set<String>> rights(OwnServer server) throws SQLException {
        Map<String, Set<String>> rights = new TreeMap<>();
        try (Connection connection = administrator(server);
                Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery("SELECT table_name, privilege_type"
                        + " FROM information_schema.role_table_grants WHERE grantee = 'chartroom'")) {
            while (results.next()) {
                rights.computeIfAbsent(results.getString(1), _ -> new TreeSet<>())
                        .add(results.getString(2));
            }
        }
        return rights;
    }

    private static void run(OwnServer server, String script) throws SQLException {
        try (Connection connection = administrator(server);
                Statement statement = connection.createStatement()) {
            statement.execute(script);
        }
    }

    private static Connection administrator(OwnServer server) throws SQLException {
        return DriverManager.getConnection(server.url("127.0.0.1", "chartroom"), "postgres", "");
    }

    /** Returns the statements in a part of the document. */
    private static List<String> documented(String from, String until) throws IOException {
        String document = Files.readString(Path.of("../docs/postgres.md"));
        String part = document.substring(document.indexOf(from), document.indexOf(until));
        return SQL.matcher(part).results().map(found -> found.group(1)).toList();
    }
}
