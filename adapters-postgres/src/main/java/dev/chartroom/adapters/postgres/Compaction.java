package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.Database;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Periodically removes old states, on its own thread. Each replica runs such a thread. A state that one replica has
 * removed is gone for all replicas.
 */
final class Compaction implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Compaction.class.getName());
    private static final int BATCH = 1_000;

    private final Database database;
    private final Duration history;
    private final CountDownLatch closed = new CountDownLatch(1);

    private Compaction(Database database, Duration history) {
        this.database = database;
        this.history = history;
    }

    /** @param history the age at which a superseded state is removed */
    static Compaction every(Duration interval, Duration history, Database database) {
        Compaction compaction = new Compaction(database, history);
        Thread.ofVirtual().name("compaction").start(() -> compaction.run(interval));
        return compaction;
    }

    private void run(Duration interval) {
        try {
            while (!closed.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    compact();
                } catch (SQLException e) {
                    LOG.log(
                            Level.WARNING,
                            "Chartroom cannot remove old states and retries later: SQLSTATE {0}",
                            e.getSQLState());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void compact() throws SQLException {
        database.call(session -> {
            session.history().forget(history);
            return true;
        });
        while (closed.getCount() > 0
                && database.call(session -> session.history().sweep(BATCH)) == BATCH) {
            // Each sweep is a short transaction.
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
