package dev.chartroom.adapters.postgres;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Sets the parameters of a statement one after the other. */
final class Parameters {
    private final PreparedStatement statement;
    private int last;

    Parameters(PreparedStatement statement) {
        this.statement = statement;
    }

    Parameters text(String value) throws SQLException {
        statement.setString(++last, value);
        return this;
    }

    Parameters texts(Connection connection, List<String> values) throws SQLException {
        statement.setArray(++last, connection.createArrayOf("text", values.toArray()));
        return this;
    }

    Parameters number(long value) throws SQLException {
        statement.setLong(++last, value);
        return this;
    }

    Parameters json(byte[] value) throws SQLException {
        return text(new String(value, StandardCharsets.UTF_8));
    }

    /** Sets group and resource. */
    Parameters resource(ApplicationKind kind) throws SQLException {
        return text(kind.group()).text(kind.names().plural());
    }

    /** Sets group, resource and key. */
    Parameters object(ApplicationKind kind, NamespacedName name) throws SQLException {
        return resource(kind).text(KeyRange.bound(name.key()));
    }
}
