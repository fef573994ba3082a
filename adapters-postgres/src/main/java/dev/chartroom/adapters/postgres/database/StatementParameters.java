package dev.chartroom.adapters.postgres.database;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Sets the parameters of a statement one after the other. */
final class StatementParameters {
    private final PreparedStatement statement;
    private int last;

    StatementParameters(PreparedStatement statement) {
        this.statement = statement;
    }

    StatementParameters text(String value) throws SQLException {
        statement.setString(++last, value);
        return this;
    }

    StatementParameters texts(Connection connection, List<String> values) throws SQLException {
        statement.setArray(++last, connection.createArrayOf("text", values.toArray()));
        return this;
    }

    StatementParameters number(long value) throws SQLException {
        statement.setLong(++last, value);
        return this;
    }

    StatementParameters json(byte[] value) throws SQLException {
        return text(new String(value, StandardCharsets.UTF_8));
    }

    /** Sets group and resource. */
    StatementParameters resource(ApplicationKind kind) throws SQLException {
        return text(kind.group()).text(kind.names().plural());
    }

    /** Sets group, resource and key. */
    StatementParameters object(ApplicationKind kind, NamespacedName name) throws SQLException {
        return resource(kind).text(KeyRange.bound(name.key()));
    }
}
