package dev.chartroom.adapters.postgres.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.postgresql.jdbc.PgStatement;

/**
 * The statements on one connection.
 *
 * @param patience the timeout of each statement
 */
public record Session(Connection connection, Duration patience) {
    public ObjectStatements objects() {
        return new ObjectStatements(this);
    }

    public StateStatements states() {
        return new StateStatements(this);
    }

    public HistoryStatements history() {
        return new HistoryStatements(this);
    }

    public VersionStatements versions() {
        return new VersionStatements(this);
    }

    PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.unwrap(PgStatement.class).setQueryTimeoutMs(Math.max(1, patience.toMillis()));
        return statement;
    }
}
