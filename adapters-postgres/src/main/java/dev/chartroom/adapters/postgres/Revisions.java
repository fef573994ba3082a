package dev.chartroom.adapters.postgres;

import dev.chartroom.ports.retry.Backoff;
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
 * Learns how far the database is, on a thread and a connection of its own: by the notification of each write, and by a
 * look now and then, in case that one was lost. Whoever waits for a revision waits here.
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
    /** Only the thread's. */
    private boolean prepared;

    private volatile boolean closed;
    private volatile @Nullable Instant lost;
    private volatile @Nullable Connection listening;

    private Revisions(Database database, Clock clock, Duration interval, RandomGenerator random, boolean isPrepared) {
        this.prepared = isPrepared;
        this.database = database;
        this.clock = clock;
        this.interval = interval;
        this.random = random;
        this.lost = clock.instant();
        this.thread = Thread.ofVirtual().name("revisions of the database").unstarted(this::follow);
    }

    /**
     * Begins.
     *
     * @param interval after which it looks where nothing was notified of
     * @param isPrepared false where the tables are to be brought up to date before
     */
    static Revisions follow(
            Database database, Clock clock, Duration interval, RandomGenerator random, boolean isPrepared) {
        Revisions revisions = new Revisions(database, clock, interval, random, isPrepared);
        revisions.thread.start();
        return revisions;
    }

    /** The last revision that is known; zero before there is one. */
    long latest() {
        return latest;
    }

    /**
     * How often the database went back to an earlier state, as after the failover to a replica that was behind: whoever
     * remembers a revision of before does not know what it is now.
     */
    int setbacks() {
        return setbacks.get();
    }

    /** Since when there is no contact; empty where there is. */
    Optional<Instant> lost() {
        return Optional.ofNullable(lost);
    }

    /** Takes note of a revision that somebody read. */
    void reached(long revision) {
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
     * Waits for a revision that is greater than another.
     *
     * @param enough ends the waiting, once {@link #wake} has been called
     * @return the last one that is known
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

    /** Has all who wait see whether it is enough. */
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
                        LOG.log(Level.INFO, "The database is followed again");
                    }
                    failures = 0;
                    read(connection);
                }
            } catch (SQLException e) {
                failures++;
                if (lost == null) {
                    lost = clock.instant();
                }
                if (!closed) {
                    LOG.log(
                            failures == 1 ? Level.WARNING : Level.DEBUG,
                            "The database cannot be followed for the moment: SQLSTATE {0}",
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
        // What came before is not notified of any more.
        look(connection);
        lost = null;
    }

    /** Anybody who may connect may notify, and other schemas do: what is told is no more than that it is time to look. */
    private void look(Connection connection) throws SQLException {
        long known = latest;
        long now = database.session(connection).history().latest();
        if (now >= known) {
            reached(now);
            return;
        }
        LOG.log(
                Level.ERROR,
                "The database was at revision {0} and is at {1}: it has lost what was between, and watches begin anew",
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

    private void read(Connection connection) throws SQLException {
        PGConnection notifying = connection.unwrap(PGConnection.class);
        while (!closed) {
            notifying.getNotifications(Math.toIntExact(interval.toMillis()));
            look(connection);
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

    /** Ends following, and whoever waits goes on. */
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
