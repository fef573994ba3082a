package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.ports.storage.TextCodec;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** A PostgreSQL that all tests of this module share, each with a schema of its own. */
final class PostgresServer {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private PostgresServer() {}

    private static final class Started {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return PostgresPrograms.builder()
                        .setServerConfig("max_connections", "200")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Returns settings with a new schema. */
    static PostgresSettings settings() {
        return PostgresSettings.of(Started.SERVER.getJdbcUrl("postgres", "postgres"), "postgres", null)
                .withSchema("test_" + SCHEMAS.incrementAndGet());
    }

    /** Returns the folder of the server's programs. */
    static String binaries() {
        try (Connection connection = administrator();
                Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery("SELECT setting FROM pg_config WHERE name = 'BINDIR'")) {
            results.next();
            return results.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Opens a storage in a database, with the system clock. */
    static PostgresStorage open(PostgresSettings settings) {
        try {
            return PostgresStorage.open(settings, new TextCodec(), Clock.systemUTC(), new Random());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs a statement as the administrator. */
    static void administer(String statement) throws SQLException {
        try (Connection connection = administrator();
                Statement administer = connection.createStatement()) {
            administer.execute(statement);
        }
    }

    /** Opens a connection of the administrator. */
    static Connection administrator() throws SQLException {
        return Started.SERVER.getPostgresDatabase().getConnection();
    }
}
