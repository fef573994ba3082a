package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.Database;
import dev.chartroom.adapters.postgres.database.ObjectStatements;
import dev.chartroom.core.retry.Backoff;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Follows the latest revision of the database on its own thread and connection. It reads the revision after each
 * notification of a write, and periodically in case a notification is lost. Callers wait here for a revision.
 */
final class Revisions implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Revisions.class.getName());
    private static final Backoff RETRIES = new Backoff(Duration.ofMillis(50), 2, Duration.ofSeconds(2), 0.5);

    private final Database database;
    private final Clock clock;
    private final Duration interval;
    private final RandomGenerator random;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Thread thread;
    private volatile long latest;
    private final AtomicInteger setbacks = new AtomicInteger();
    /** Accessed only by the thread. */
    private boolean prepared;

    private volatile boolean closed;
    private volatile @Nullable Instant disconnectedSince;
    private volatile @Nullable Connection listening;

    private Revisions(Database database, Clock clock, Duration interval, RandomGenerator random, boolean isPrepared) {
        this.prepared = isPrepared;
        this.database = database;
        this.clock = clock;
        this.interval = interval;
        this.random = random;
        this.disconnectedSince = clock.instant();
        this.thread = Thread.ofVirtual().name("revisions of the database").unstarted(this::follow);
    }

    /**
     * Starts following.
     *
     * @param interval the time between polls if there are no notifications
     * @param isPrepared false if the tables must be migrated first
     */
    static Revisions follow(
            Database database, Clock clock, Duration interval, RandomGenerator random, boolean isPrepared) {
        Revisions revisions = new Revisions(database, clock, interval, random, isPrepared);
        revisions.thread.start();
        return revisions;
    }

    /** Returns the last known revision; zero before the first one is known. */
    long latest() {
        return latest;
    }

    /**
     * Returns how often the database went back to an earlier state, as after a failover to a standby that was behind.
     * After such a setback, a revision that was read earlier can identify a different state.
     */
    int setbacks() {
        return setbacks.get();
    }

    /** Returns the time since which there has been no contact with the database; empty if there is contact. */
    Optional<Instant> disconnectedSince() {
        return Optional.ofNullable(disconnectedSince);
    }

    /** Records a revision that a caller read or wrote. */
    void advanceTo(long revision) {
        if (revision > latest) {
            lock.lock();
            try {
                latest = Math.max(latest, revision);
                moved.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Waits for a revision that is greater than {@code revision}.
     *
     * @param enough ends the wait if it is true; checked after each {@link #wake}
     * @return the last known revision
     */
    long awaitBeyond(long revision, Duration patience, BooleanSupplier enough) throws InterruptedException {
        if (latest > revision) {
            return latest;
        }
        lock.lock();
        try {
            long left = patience.toNanos();
            while (latest <= revision && left > 0 && !closed && !enough.getAsBoolean()) {
                left = moved.awaitNanos(left);
            }
            return latest;
        } finally {
            lock.unlock();
        }
    }

    /** Makes all waiting callers check their condition. */
    void wake() {
        lock.lock();
        try {
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        return closed;
    }

    private void follow() {
        int failures = 0;
        while (!closed) {
            try {
                prepare();
                try (Connection connection = database.connect()) {
                    listening = connection;
                    listen(connection);
                    if (failures > 0) {
                        LOG.log(Level.INFO, "Chartroom listens for changes in the database again");
                    }
                    failures = 0;
                    pollUntilClosed(connection);
                }
            } catch (SQLException e) {
                failures++;
                if (disconnectedSince == null) {
                    disconnectedSince = clock.instant();
                }
                if (!closed) {
                    LOG.log(
                            failures == 1 ? Level.WARNING : Level.DEBUG,
                            "Chartroom cannot listen for changes in the database and retries: SQLSTATE {0}",
                            e.getSQLState());
                }
            }
            pause(RETRIES.delay(failures, random));
        }
    }

    private void prepare() throws SQLException {
        if (!prepared) {
            database.prepare();
            prepared = true;
        }
    }

    private void listen(Connection connection) throws SQLException {
        try (Statement listen = connection.createStatement()) {
            listen.execute("LISTEN " + ObjectStatements.CHANNEL);
        }
        // The connection gets no notifications of earlier revisions.
        poll(connection);
        disconnectedSince = null;
    }

    /**
     * Reads the latest revision. Any client of the database may notify, and other schemas use the same channel, so a
     * notification only triggers this read.
     */
    private void poll(Connection connection) throws SQLException {
        long known = latest;
        long now = database.session(connection).history().latest();
        if (now >= known) {
            advanceTo(now);
            return;
        }
        LOG.log(
                Level.ERROR,
                "The database went back from revision {0} to {1} and lost the later changes; watches end as expired",
                Long.toString(known),
                Long.toString(now));
        lock.lock();
        try {
            latest = now;
            setbacks.incrementAndGet();
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void pollUntilClosed(Connection connection) throws SQLException {
        PGConnection notifying = connection.unwrap(PGConnection.class);
        while (!closed) {
            notifying.getNotifications(Math.toIntExact(interval.toMillis()));
            poll(connection);
        }
    }

    private void pause(Duration delay) {
        lock.lock();
        try {
            long left = delay.toNanos();
            while (left > 0 && !closed) {
                left = moved.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Stops following and ends all waits. */
    @Override
    public void close() {
        closed = true;
        wake();
        Connection connection = listening;
        try {
            if (connection != null) {
                connection.abort(Runnable::run);
            }
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "The connection was lost already", e);
        }
    }
}
