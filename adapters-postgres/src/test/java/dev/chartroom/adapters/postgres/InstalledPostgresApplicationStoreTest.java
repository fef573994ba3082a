package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Runs the contract with another version of the server. */
@OnInstalledPostgres
class InstalledPostgresApplicationStoreTest extends PostgresApplicationStoreTest {
    private static @Nullable EmbeddedPostgres server;

    @BeforeAll
    static void start() throws IOException {
        server = PostgresPrograms.builder(InstalledPostgresApplicationStoreTest.class)
                .start();
    }

    @Override
    PostgresSettings settings() {
        return PostgresSettings.of(Objects.requireNonNull(server).getJdbcUrl("postgres", "postgres"), "postgres", null);
    }

    @AfterAll
    static void stop() throws IOException {
        PostgresApplicationStoreTest.close();
        Objects.requireNonNull(server).close();
    }
}
