package dev.chartroom.adapters.postgres;

import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.jspecify.annotations.Nullable;

/** Brings the tables to what this version of the program knows; replicas that start together wait for each other. */
final class Migrations {
    private static final String LOCATION = "classpath:dev/chartroom/adapters/postgres/migrations";

    private Migrations() {}

    /**
     * Changes the tables, where that is needed.
     *
     * @throws SQLException where that cannot be done, or a newer program has changed them
     */
    static void run(PostgresSettings settings) throws SQLException {
        PostgresSettings.Credentials owner = settings.migrations();
        try {
            Flyway flyway = Flyway.configure()
                    .dataSource(
                            settings.url(),
                            owner == null ? settings.user() : owner.user(),
                            owner == null ? settings.password() : owner.password())
                    .jdbcProperties(properties(settings))
                    .schemas(settings.schema())
                    .createSchemas(true)
                    .locations(LOCATION)
                    // Version 1 was once written otherwise, in a way that PostgreSQL 15 does not know; it made the
                    // same.
                    .validateOnMigrate(false)
                    .load();
            for (MigrationInfo applied : flyway.info().applied()) {
                if (applied.getState() == MigrationState.FUTURE_SUCCESS) {
                    throw new SQLException("the tables are of version " + applied.getVersion()
                            + ", which a newer program has made: this one does not know it");
                }
            }
            // Who may not change tables may find that there is nothing to change.
            if (flyway.info().pending().length > 0) {
                flyway.migrate();
            }
        } catch (FlywayException e) {
            throw new SQLException("the tables cannot be brought up to date: " + reason(e), state(e), e);
        }
    }

    private static Map<String, String> properties(PostgresSettings settings) {
        Properties common = DriverProperties.common(settings);
        return common.stringPropertyNames().stream()
                .collect(Collectors.toUnmodifiableMap(name -> name, common::getProperty));
    }

    /** The server's or the driver's own words, which hold no password, or else the first line. */
    private static String reason(FlywayException e) {
        SQLException cause = cause(e);
        String message = String.valueOf(cause == null ? e.getMessage() : cause.getMessage());
        return message.lines().findFirst().orElse("");
    }

    private static String state(FlywayException e) {
        SQLException cause = cause(e);
        return cause == null || cause.getSQLState() == null ? "" : cause.getSQLState();
    }

    private static @Nullable SQLException cause(FlywayException e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException found) {
                return found;
            }
        }
        return null;
    }
}
