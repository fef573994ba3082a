package dev.chartroom.adapters.postgres.database;

import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.jspecify.annotations.Nullable;

/** Migrates the tables to the version of this program. Replicas that start at the same time wait for each other. */
final class Migrations {
    private static final String LOCATION = "classpath:dev/chartroom/adapters/postgres/migrations";

    private Migrations() {}

    /**
     * Runs the pending migrations.
     *
     * @throws SQLException if a migration fails, or a newer program has migrated the tables
     */
    static void run(PostgresSettings settings) throws SQLException {
        try {
            Flyway flyway = flyway(settings);
            for (MigrationInfo applied : flyway.info().applied()) {
                if (applied.getState() == MigrationState.FUTURE_SUCCESS) {
                    throw new SQLException("the tables are of version " + applied.getVersion()
                            + ", which requires a newer version of Chartroom");
                }
            }
            // If no migration is pending, Chartroom must start even if its user has no permission to change tables.
            if (flyway.info().pending().length > 0) {
                flyway.migrate();
            }
        } catch (FlywayException e) {
            throw new SQLException("the tables cannot be migrated: " + reason(e), state(e), e);
        }
    }

    /**
     * Compares the tables with those of this program. Changes nothing.
     *
     * @throws SQLException if the record of migrations cannot be read
     */
    static DatabaseState.Tables compared(PostgresSettings settings) throws SQLException {
        try {
            MigrationInfoService migrations = flyway(settings).info();
            for (MigrationInfo applied : migrations.applied()) {
                if (applied.getState() == MigrationState.FUTURE_SUCCESS) {
                    return DatabaseState.Tables.NEWER;
                }
            }
            return migrations.pending().length > 0 ? DatabaseState.Tables.OLDER : DatabaseState.Tables.CURRENT;
        } catch (FlywayException e) {
            throw new SQLException("the record of migrations cannot be read: " + reason(e), state(e), e);
        }
    }

    private static Flyway flyway(PostgresSettings settings) {
        PostgresSettings.Credentials owner = settings.migrations();
        return Flyway.configure()
                .dataSource(
                        settings.url(),
                        owner == null ? settings.user() : owner.user(),
                        owner == null ? settings.password() : owner.password())
                .jdbcProperties(properties(settings))
                .schemas(settings.schema())
                .createSchemas(true)
                .locations(LOCATION)
                // Checksums can differ: the original file of version 1 does not run on PostgreSQL 15, so it was
                // replaced. The new file has the same result.
                .validateOnMigrate(false)
                .load();
    }

    private static Map<String, String> properties(PostgresSettings settings) {
        Properties common = DriverProperties.common(settings);
        return common.stringPropertyNames().stream()
                .collect(Collectors.toUnmodifiableMap(name -> name, common::getProperty));
    }

    /** Returns the first line of the server's or the driver's message. This line contains no password. */
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
