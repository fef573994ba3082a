package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * Runs the contract with the image of the oldest supported version. It was written from the documentation of
 * Testcontainers and never run so far, because Docker was not available.
 */
@WhereDockerRuns
class ContainerPostgresApplicationStoreTest extends PostgresApplicationStoreTest {
    private static final DockerImageName IMAGE = DockerImageName.parse("postgres:15");
    private static final int PORT = 5432;
    private static final String PASSWORD = "container";

    private static @Nullable GenericContainer<?> container;

    @BeforeAll
    static void start() {
        GenericContainer<?> started = new GenericContainer<>(IMAGE)
                .withExposedPorts(PORT)
                .withEnv("POSTGRES_PASSWORD", PASSWORD)
                // The image starts a server twice. The first one only sets up the database.
                .waitingFor(Wait.forLogMessage(".*database system is ready to accept connections.*\\s", 2));
        started.start();
        container = started;
    }

    @Override
    PostgresSettings settings() {
        GenericContainer<?> started = Objects.requireNonNull(container);
        String url = "jdbc:postgresql://" + started.getHost() + ":" + started.getMappedPort(PORT) + "/postgres";
        return PostgresSettings.of(url, "postgres", PASSWORD);
    }

    @AfterAll
    static void stop() {
        PostgresApplicationStoreTest.close();
        Objects.requireNonNull(container).stop();
    }
}
