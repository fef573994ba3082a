package dev.chartroom.adapters.postgres.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.ApplicationKind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Connections to the database: a pool for statements, and connections outside the pool, which their callers close. */
public final class Database implements AutoCloseable {
    /**
     * The longest time that one attempt waits for the pool, in milliseconds. It is short because the pool cannot
     * observe the deadlines of requests.
     */
    private static final long TURN = 250;
    /** The number of connections that only watches use. So a watch that reads changes does not wait for requests. */
    private static final int FOLLOWING = 2;

    private final PostgresSettings settings;
    private final Outages outages;
    private final Timeline timeline = new Timeline();
    private final HikariDataSource pool;
    /**
     * A request needs a permit. There are fewer permits than connections, so a request waits for the pool only if the
     * database cannot be reached.
     */
    private final Semaphore permits;

    /** An operation on a connection. */
    public interface Work<T> {
        T with(Session session) throws SQLException;
    }

    /** Does not connect. If the database is down, the first call fails. */
    public Database(PostgresSettings settings, Clock clock) {
        this.settings = settings;
        this.outages = new Outages(clock);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(settings.url());
        config.setDataSourceProperties(DriverProperties.ofUser(settings));
        config.setPoolName("chartroom");
        config.setMaximumPoolSize(settings.connections() + FOLLOWING);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(TURN);
        config.setValidationTimeout(Math.clamp(settings.patience().toMillis() / 2, 250, 5_000));
        config.setInitializationFailTimeout(-1);
        config.setConnectionInitSql(Timeline.BEGIN);
        this.pool = new HikariDataSource(config);
        this.permits = new Semaphore(settings.connections(), true);
    }

    /**
     * The use of the connections for requests.
     *
     * @param used the connections that requests use now
     * @param max the largest number of such connections
     * @param waiting the requests that wait for a connection
     */
    public record Connections(int used, int max, int waiting) {}

    /** Returns the use of the connections for requests. */
    public Connections connections() {
        int max = settings.connections();
        return new Connections(max - permits.availablePermits(), max, permits.getQueueLength());
    }

    /**
     * Runs a read, or a write that is a single statement.
     *
     * @throws SQLTransientConnectionException if no connection was available; the work was not run
     */
    public <T> T call(Work<T> work) throws SQLException {
        return ServerCapacity.waitingFor(() -> recordOutcome(() -> {
            long end = System.nanoTime() + patience().toNanos();
            acquirePermit(end);
            try {
                return with(end, work);
            } finally {
                permits.release();
            }
        }));
    }

    private interface Operation<T> {
        T get() throws SQLException;
    }

    private <T> T recordOutcome(Operation<T> operation) throws SQLException {
        try {
            T answered = operation.get();
            outages.answered();
            return answered;
        } catch (SQLException e) {
            if (PostgresErrors.affectsAllCalls(e)) {
                outages.failed(e);
            }
            throw e;
        }
    }

    private <T> T with(long end, Work<T> work) throws SQLException {
        try (Connection connection = connection(end)) {
            return work.with(new Session(connection, patience()));
        }
    }

    private Duration patience() {
        return RequestDeadline.current().remainingUpTo(settings.patience());
    }

    /**
     * Reads objects of a kind.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException if the read fails; the message names the kind
     */
    public <T> T read(ApplicationKind kind, Work<T> work) {
        try {
            return call(work);
        } catch (SQLException e) {
            throw PostgresErrors.of(kind, e);
        }
    }

    /** Reads changes for watches. Works like {@link #read}, but does not need a permit. */
    public <T> T readChanges(ApplicationKind kind, Work<T> work) {
        try {
            return recordOutcome(() -> with(System.nanoTime() + patience().toNanos(), work));
        } catch (SQLException e) {
            throw PostgresErrors.of(kind, e);
        }
    }

    private void acquirePermit(long end) throws SQLException {
        try {
            if (!permits.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new SQLTransientConnectionException("all connections are in use");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("interrupted");
        }
    }

    private Connection connection(long end) throws SQLException {
        Connection connection;
        while (true) {
            try {
                connection = pool.getConnection();
                break;
            } catch (SQLTransientConnectionException e) {
                if (System.nanoTime() - end >= 0) {
                    throw e;
                }
            }
        }
        try {
            timeline.check(connection);
            return connection;
        } catch (SQLException e) {
            pool.evictConnection(connection);
            throw e;
        }
    }

    /** Opens a connection that does not belong to the pool. The caller closes it. */
    public Connection connect() throws SQLException {
        return timeline.initialized(DriverManager.getConnection(settings.url(), DriverProperties.ofUser(settings)));
    }

    /** Returns a session on the caller's own connection. */
    public Session session(Connection connection) {
        return new Session(connection, settings.patience());
    }

    /**
     * Migrates the tables to the version of this program.
     *
     * @throws SQLException if the migration fails, or the database's encoding is not UTF8
     */
    public void prepare() throws SQLException {
        Migrations.run(settings);
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet encoding = statement.executeQuery("SHOW server_encoding")) {
            if (encoding.next() && !encoding.getString(1).equals("UTF8")) {
                throw new SQLException(
                        "the encoding of the database is " + encoding.getString(1) + ", but must be UTF8");
            }
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
