package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.Database;
import dev.chartroom.adapters.postgres.database.ObjectStatements;
import dev.chartroom.adapters.postgres.database.PostgresErrors;
import dev.chartroom.adapters.postgres.database.Row;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes with optimistic concurrency. If the connection breaks during a write, the object is read to find out whether
 * the write was done.
 */
final class CompareAndSwap {
    private final Database database;
    private final RowReader rows;
    private final Revisions revisions;

    /** @param revisions is notified of each write before the server reports the write to the client */
    CompareAndSwap(Database database, RowReader rows, Revisions revisions) {
        this.database = database;
        this.rows = rows;
        this.revisions = revisions;
    }

    /** A write, or the check whether a write was done. */
    private interface Step {
        /** Returns the revision of the write; empty if it was not done. */
        OptionalLong with(ObjectStatements statements) throws SQLException;
    }

    /**
     * Stores a new object, which must have a unique uid.
     *
     * @return its revision; empty if the name is taken
     */
    OptionalLong create(ApplicationKind kind, Application created) {
        NamespacedName name = created.metadata().namespacedName();
        byte[] object = rows.encoded(created);
        return write(
                kind,
                statements -> statements.insert(kind, name, object),
                statements -> same(statements.find(kind, name), object));
    }

    /** Stores the next version of an object; empty if {@code live} is no longer the current version. */
    OptionalLong replace(ApplicationKind kind, ObjectMeta live, Application after) {
        byte[] object = rows.encoded(after);
        long revision = ResourceVersion.numberOf(live.resourceVersion());
        return write(
                kind,
                statements -> statements.replace(kind, live.namespacedName(), revision, object),
                statements -> same(statements.successor(revision), object));
    }

    /** Removes an object; empty if {@code live} is no longer the current version. */
    OptionalLong remove(ApplicationKind kind, ObjectMeta live) {
        long revision = ResourceVersion.numberOf(live.resourceVersion());
        return write(
                kind,
                statements -> statements.remove(kind, live.namespacedName(), revision),
                statements -> statements.removal(revision));
    }

    private OptionalLong write(ApplicationKind kind, Step write, Step check) {
        OptionalLong revision = written(kind, write, check);
        revision.ifPresent(revisions::advanceTo);
        return revision;
    }

    private OptionalLong written(ApplicationKind kind, Step write, Step check) {
        try {
            return database.call(session -> write.with(session.objects()));
        } catch (SQLException e) {
            ApiException failure = PostgresErrors.of(kind, e);
            if (!PostgresErrors.isOutcomeUnknown(e)) {
                throw failure;
            }
        }
        try {
            OptionalLong done = database.call(session -> check.with(session.objects()));
            if (done.isPresent()) {
                return done;
            }
        } catch (SQLException e) {
            PostgresErrors.of(kind, e);
        }
        // The database server may still run the statement although the connection is lost.
        throw PostgresErrors.unknownOutcome(kind);
    }

    private static OptionalLong same(Optional<Row> found, byte[] object) {
        return found.filter(row -> row.holds(object)).stream()
                .mapToLong(Row::revision)
                .findAny();
    }
}
