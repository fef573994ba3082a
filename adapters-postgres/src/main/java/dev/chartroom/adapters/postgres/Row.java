package dev.chartroom.adapters.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A version of an object as the table has it. */
final class Row {
    private final long revision;
    private final byte[] object;

    private Row(long revision, byte[] object) {
        this.revision = revision;
        this.object = object;
    }

    /** Reads the columns that begin at a place: revision and object; null where these are. */
    static @Nullable Row read(ResultSet results, int column) throws SQLException {
        byte[] object = results.getBytes(column + 1);
        return object == null ? null : new Row(results.getLong(column), object);
    }

    long revision() {
        return revision;
    }

    /** In JSON, without its resource version. The array is shared: nobody may write to it. */
    byte[] object() {
        return object;
    }

    boolean holds(byte[] other) {
        return Arrays.equals(object, other);
    }
}
