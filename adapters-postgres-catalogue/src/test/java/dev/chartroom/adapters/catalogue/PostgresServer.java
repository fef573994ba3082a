package dev.chartroom.adapters.catalogue;

import dev.chartroom.adapters.catalogue.PostgresResources.Allowed;
import dev.chartroom.adapters.catalogue.PostgresResources.Settings;
import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.postgres.PostgresPrograms;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.ports.secret.SecretValues;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The Postgres server of a test, with the statements that a psql would run. */
final class PostgresServer implements AutoCloseable {
    static final JacksonCodec CODEC = new JacksonCodec();
    static final String NAMESPACE = "postgres-system";

    private static final SecretValues NO_SECRETS = (_, _) -> Optional.empty();

    private final EmbeddedPostgres server;

    PostgresServer() {
        this(PostgresServer.class);
    }

    /** @param tests the class of tests, whose annotations select the version of the server */
    PostgresServer(Class<?> tests) {
        try {
            // Autovacuum would add transactions of others that are in progress.
            server = builder(tests)
                    .setServerConfig("autovacuum", "off")
                    .setServerConfig("fsync", "off")
                    .setServerConfig("log_statement", "all")
                    .setServerConfig("logging_collector", "on")
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EmbeddedPostgres.Builder builder(Class<?> tests) {
        return tests.isAnnotationPresent(OnOldestPostgres.class)
                ? PostgresPrograms.builder()
                        .setPgBinaryResolver((_, _) -> Files.newInputStream(OnOldestPostgres.Programs.archive()))
                : PostgresPrograms.builder(tests);
    }

    PostgresResources open(Allowed... allowed) {
        return open(NO_SECRETS, allowed);
    }

    PostgresResources open(SecretValues secrets, Allowed... allowed) {
        return PostgresResources.open(
                settings("postgres", "postgres", allowed), secrets, CODEC, PendingChanges.ofHeap(), Clock.systemUTC());
    }

    Settings settings(String user, String password, Allowed... allowed) {
        return new Settings(url("postgres"), user, password, null, NAMESPACE, List.of(allowed), Set.of("keeper"));
    }

    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/" + database;
    }

    /** Returns the kinds that the definitions declare, in this order: databases, roles, grants. */
    static List<ApplicationKind> kinds(PostgresResources resources) {
        DefinitionReader reader =
                new DefinitionReader(ReleaseTemplate.Settings.DEFAULT, PostgresServer::parsed, new CelExpressions());
        List<ApplicationKind> kinds = new ArrayList<>();
        resources.definitions().forEach(definition -> {
            switch (reader.read("example", definition)) {
                case Declaration.Valid valid -> kinds.add(valid.kind());
                case Declaration.Refused refused -> throw new AssertionError(refused.reason());
            }
        });
        return kinds;
    }

    private static JsonValue parsed(String json) {
        return CODEC.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    Connection connect() throws SQLException {
        return server.getPostgresDatabase().getConnection();
    }

    /** Runs statements. Returns the first column of the first row of the last one; null if there is none. */
    @Nullable
    String psql(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            @Nullable String found = null;
            for (String sql : statements) {
                found = null;
                if (statement.execute(sql)) {
                    ResultSet rows = statement.getResultSet();
                    found = rows.next() ? rows.getString(1) : null;
                }
            }
            return found;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Removes all objects that tests created. */
    void clear() {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String drop : names(
                    statement,
                    "SELECT format('DROP DATABASE %I WITH (FORCE)', datname)"
                            + " FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres'")) {
                statement.execute(drop);
            }
            for (String drop : names(
                    statement,
                    "SELECT format('DROP SCHEMA %I CASCADE', nspname)"
                            + " FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname NOT IN ('public', 'information_schema')")) {
                statement.execute(drop);
            }
            for (String drop : names(
                    statement,
                    "SELECT format('DROP TABLE %I', tablename)" + " FROM pg_tables WHERE schemaname = 'public'")) {
                statement.execute(drop);
            }
            for (String drop : names(
                    statement,
                    "SELECT format('DROP OWNED BY %I; DROP ROLE %1$I', rolname)"
                            + " FROM pg_roles WHERE rolname !~ '^pg_' AND rolname <> 'postgres'")) {
                statement.execute(drop);
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> names(Statement statement, String query) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    @Override
    public void close() {
        stop();
    }

    /** Stops the server. {@link #close} may be called afterwards. */
    void stop() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
