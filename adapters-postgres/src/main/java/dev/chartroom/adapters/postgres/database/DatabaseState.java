package dev.chartroom.adapters.postgres.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * The state of a database, for a command that changes nothing.
 *
 * @param majorVersion the version of the PostgreSQL server
 */
public record DatabaseState(int majorVersion, Tables tables) {

    /** The tables, compared with those of this program. */
    public enum Tables {
        CURRENT,
        /** Migrations are pending. The server runs them when it starts. */
        OLDER,
        /** A newer program has migrated the tables. */
        NEWER
    }

    /**
     * Connects as the user that reads and writes objects.
     *
     * @throws SQLException if the user cannot connect or cannot read the record of migrations
     */
    public static DatabaseState read(PostgresSettings settings) throws SQLException {
        try (Connection connection = DriverManager.getConnection(settings.url(), DriverProperties.ofUser(settings))) {
            return new DatabaseState(connection.getMetaData().getDatabaseMajorVersion(), Migrations.compared(settings));
        }
    }
}
