package dev.chartroom.e2e.survive;

import dev.chartroom.adapters.postgres.OwnServer;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A PostgreSQL server with a synchronous standby, which can take over once. */
final class Database implements AutoCloseable {
    private final OwnServer first;
    private final OwnServer standby;
    private OwnServer primary;

    private Database(Path directory) throws IOException {
        first = new OwnServer(directory.resolve("primary"))
                .with("wal_keep_size", "128MB")
                .with("synchronous_standby_names", "*");
        standby = first.standby(directory.resolve("standby"));
        primary = first;
    }

    /** Starts both servers and waits for the replication. */
    static Database start() {
        try {
            Database database = new Database(ModuleDirectory.newWorkDirectory("survive-postgres"));
            database.first.start();
            database.standby.start();
            Awaitility.await("the standby replicates")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> "sync".equals(database.first.read("SELECT max(sync_state) FROM pg_stat_replication")));
            return database;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/postgres".formatted(first.port(), standby.port());
    }

    /** Kills the primary. */
    void kill() {
        primary.kill();
    }

    /** Starts the primary again. */
    void restart() {
        primary.start();
    }

    /** Returns whether the standby has not taken over yet. */
    boolean canFailOver() {
        return primary == first;
    }

    /** Makes the standby the primary. The old one was killed, and stays away. */
    void failOver() {
        try {
            standby.administer("SELECT pg_promote(false)");
        } catch (SQLException e) {
            throw new IllegalStateException("the standby does not take over", e);
        }
        primary = standby;
    }

    @Override
    public void close() {
        first.close();
        standby.close();
    }
}
