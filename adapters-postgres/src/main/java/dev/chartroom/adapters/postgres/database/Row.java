package dev.chartroom.adapters.postgres.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A version of an object, as stored in the table. */
public final class Row {
    private final long revision;
    private final byte[] object;

    private Row(long revision, byte[] object) {
        this.revision = revision;
        this.object = object;
    }

    /** Reads a revision from {@code column} and an object from the next column. Returns null if the object is null. */
    static @Nullable Row read(ResultSet results, int column) throws SQLException {
        byte[] object = results.getBytes(column + 1);
        return object == null ? null : new Row(results.getLong(column), object);
    }

    public long revision() {
        return revision;
    }

    /** Returns the object as JSON, without its resource version. The array is shared: callers must not change it. */
    public byte[] object() {
        return object;
    }

    public boolean holds(byte[] other) {
        return Arrays.equals(object, other);
    }
}
