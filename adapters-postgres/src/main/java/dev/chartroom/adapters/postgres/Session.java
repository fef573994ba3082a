package dev.chartroom.adapters.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.postgresql.jdbc.PgStatement;

/**
 * A connection for a while, with the statements that there are.
 *
 * @param patience how long each of them may take
 */
record Session(Connection connection, Duration patience) {
    ObjectStatements objects() {
        return new ObjectStatements(this);
    }

    StateStatements states() {
        return new StateStatements(this);
    }

    HistoryStatements history() {
        return new HistoryStatements(this);
    }

    PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.unwrap(PgStatement.class).setQueryTimeoutMs(Math.max(1, patience.toMillis()));
        return statement;
    }
}
