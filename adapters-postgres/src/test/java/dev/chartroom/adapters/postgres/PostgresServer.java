package dev.chartroom.adapters.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** A PostgreSQL that all tests of this module share, each with a schema of its own. */
final class PostgresServer {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private PostgresServer() {}

    private static final class Started {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Settings with a schema of their own. */
    static PostgresSettings settings() {
        return PostgresSettings.of(Started.SERVER.getJdbcUrl("postgres", "postgres"), "postgres", null)
                .withSchema("test_" + SCHEMAS.incrementAndGet());
    }

    /** What an administrator does. */
    static void administer(String statement) throws SQLException {
        try (Connection connection = Started.SERVER.getPostgresDatabase().getConnection();
                Statement administer = connection.createStatement()) {
            administer.execute(statement);
        }
    }
}
