package dev.chartroom.adapters.postgres;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.status.ApiException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes, each of which is done only where nobody else was faster. Where the connection breaks meanwhile, a look at what
 * became of the object says whether the write was done.
 */
final class CompareAndSwap {
    private final Database database;
    private final RowReader rows;
    private final Revisions revisions;

    /** @param revisions are told of what is written here before the server tells of it */
    CompareAndSwap(Database database, RowReader rows, Revisions revisions) {
        this.database = database;
        this.rows = rows;
        this.revisions = revisions;
    }

    /** Writes, or looks what became of a write. */
    private interface Step {
        /** The revision of the write, empty where it was not done. */
        OptionalLong with(ObjectStatements statements) throws SQLException;
    }

    /**
     * Stores a new object, which has a uid of its own.
     *
     * @return its revision; empty where the name is taken
     */
    OptionalLong create(ApplicationKind kind, Application created) {
        NamespacedName name = created.metadata().namespacedName();
        byte[] object = rows.encoded(created);
        return write(
                kind,
                statements -> statements.insert(kind, name, object),
                statements -> same(statements.find(kind, name), object));
    }

    /** Stores what an object becomes; empty where it is not what it was. */
    OptionalLong replace(ApplicationKind kind, ObjectMeta live, Application after) {
        byte[] object = rows.encoded(after);
        long revision = Long.parseLong(live.resourceVersion());
        return write(
                kind,
                statements -> statements.replace(kind, live.namespacedName(), revision, object),
                statements -> same(statements.successor(revision), object));
    }

    /** Removes an object; empty where it is not what it was. */
    OptionalLong remove(ApplicationKind kind, ObjectMeta live) {
        long revision = Long.parseLong(live.resourceVersion());
        return write(
                kind,
                statements -> statements.remove(kind, live.namespacedName(), revision),
                statements -> statements.removal(revision));
    }

    private OptionalLong write(ApplicationKind kind, Step write, Step aftermath) {
        OptionalLong revision = written(kind, write, aftermath);
        revision.ifPresent(revisions::reached);
        return revision;
    }

    private OptionalLong written(ApplicationKind kind, Step write, Step aftermath) {
        try {
            return database.call(session -> write.with(session.objects()));
        } catch (SQLException e) {
            ApiException failure = PostgresErrors.of(kind, e);
            if (!PostgresErrors.isLostOnTheWay(e)) {
                throw failure;
            }
        }
        try {
            OptionalLong done = database.call(session -> aftermath.with(session.objects()));
            if (done.isPresent()) {
                return done;
            }
        } catch (SQLException e) {
            PostgresErrors.of(kind, e);
        }
        // A server that lost the client may still be at it.
        throw PostgresErrors.unknownOutcome(kind);
    }

    private static OptionalLong same(Optional<Row> found, byte[] object) {
        return found.filter(row -> row.holds(object)).stream()
                .mapToLong(Row::revision)
                .findAny();
    }
}
