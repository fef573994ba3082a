package dev.chartroom.adapters.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.deadline.RequestDeadline;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Connections to the database: a pool for statements, and others for who keeps one. */
final class Database implements AutoCloseable {
    private static final String MIGRATIONS = "classpath:dev/chartroom/adapters/postgres/migrations";
    /** After a statement's own limit, what is asked has not been heard. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final PostgresSettings settings;
    private final HikariDataSource pool;
    /** Waits for no longer than a request may, which the pool does not know. */
    private final Semaphore places;

    /** What is done with a connection. */
    interface Work<T> {
        T with(ApplicationTable table) throws SQLException;
    }

    /** Opens nothing yet: a database that is down is found out by who asks it. */
    Database(PostgresSettings settings) {
        this.settings = settings;
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(settings.url());
        config.setDataSourceProperties(properties(settings.patience()));
        config.setPoolName("chartroom");
        config.setMaximumPoolSize(settings.connections());
        config.setMinimumIdle(1);
        config.setConnectionTimeout(Math.max(250, settings.patience().toMillis()));
        config.setValidationTimeout(Math.clamp(settings.patience().toMillis() / 2, 250, 5_000));
        config.setInitializationFailTimeout(-1);
        this.pool = new HikariDataSource(config);
        this.places = new Semaphore(settings.connections(), true);
    }

    private Properties properties(Duration patience) {
        Properties properties = new Properties();
        properties.putAll(settings.properties());
        properties.setProperty("user", settings.user());
        if (settings.password() != null) {
            properties.setProperty("password", settings.password());
        }
        properties.setProperty("ApplicationName", "chartroom");
        properties.setProperty("currentSchema", settings.schema());
        properties.setProperty("options", "-c statement_timeout=" + patience.toMillis());
        properties.setProperty("connectTimeout", Long.toString(seconds(patience)));
        properties.setProperty("loginTimeout", Long.toString(seconds(patience)));
        properties.setProperty("socketTimeout", Long.toString(seconds(patience.plus(GRACE))));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("targetServerType", "primary");
        return properties;
    }

    private static long seconds(Duration duration) {
        return Math.max(1, duration.toSeconds());
    }

    /**
     * Reads, or writes in one statement.
     *
     * @throws SQLTransientConnectionException where there was no connection to be had: nothing was done
     */
    <T> T call(Work<T> work) throws SQLException {
        takePlace();
        try (Connection connection = pool.getConnection()) {
            return work.with(new ApplicationTable(connection));
        } finally {
            places.release();
        }
    }

    /**
     * Reads in the name of a kind.
     *
     * @throws dev.chartroom.domain.status.ApiException where that fails, in the kind's words
     */
    <T> T read(ApplicationKind kind, Work<T> work) {
        try {
            return call(work);
        } catch (SQLException e) {
            throw PostgresErrors.of(kind, e);
        }
    }

    private void takePlace() throws SQLException {
        Duration patience = RequestDeadline.current().orLess(settings.patience());
        try {
            if (!places.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new SQLTransientConnectionException("all connections are in use");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("interrupted");
        }
    }

    /** A connection of its own, which whoever asks for it closes. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(settings.url(), properties(settings.patience()));
    }

    /**
     * Makes the tables what this version of the program knows; replicas that start together wait for each other.
     *
     * @throws SQLException where that cannot be done
     */
    void migrate() throws SQLException {
        PostgresSettings.Credentials owner = settings.migrations();
        try {
            Flyway.configure()
                    .dataSource(
                            settings.url(),
                            owner == null ? settings.user() : owner.user(),
                            owner == null ? settings.password() : owner.password())
                    .jdbcProperties(settings.properties())
                    .schemas(settings.schema())
                    .createSchemas(true)
                    .locations(MIGRATIONS)
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new SQLException("the tables cannot be brought up to date: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
