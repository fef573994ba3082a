package dev.chartroom.adapters.postgres.database;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statements that read and remove history. The history consists of the changes that are not forgotten yet. */
public record HistoryStatements(Session session) {
    private static final String LATEST = "SELECT latest FROM state";

    /**
     * Each revision creates a version of an object, ends one, or replaces one by another. If the range touches lost
     * revisions, the batch extends to the end of the lost revisions.
     */
    private static final String CHANGES = """
            SELECT state.latest, CASE WHEN lost_after < ? AND ? < lost_until THEN lost_until ELSE compacted END,
                CASE WHEN lost_after <= ? AND ? < lost_until THEN lost_until ELSE least(?, state.latest) END,
                coalesce(after.revision, before.superseded) AS at,
                coalesce(after.resource, before.resource), before.revision, before.object, after.revision, after.object
            FROM %s LEFT JOIN (
                (SELECT * FROM application WHERE revision > ? AND revision <= ? AND api_group = ? AND resource = ANY (?))
                    AS after
                FULL JOIN
                (SELECT * FROM application WHERE superseded > ? AND superseded <= ? AND api_group = ?
                    AND resource = ANY (?)) AS before
                ON after.revision = before.superseded
            ) ON true
            ORDER BY at
            """.formatted(StateStatements.STATE);

    private static final String FORGET = """
            UPDATE state SET compacted = forgotten.revision
            FROM (SELECT max(superseded) AS revision FROM application
                WHERE superseded IS NOT NULL AND superseded_at < clock_timestamp() - ? * interval '1 millisecond') AS forgotten
            WHERE forgotten.revision > compacted
            """;

    private static final String SWEEP = """
            DELETE FROM application WHERE revision IN (
                SELECT revision FROM application
                WHERE superseded IS NOT NULL AND superseded <= (SELECT compacted FROM state)
                ORDER BY superseded LIMIT ? FOR UPDATE SKIP LOCKED
            )
            """;

    /** Returns the last assigned revision. */
    public long latest() throws SQLException {
        try (PreparedStatement latest = session.prepare(LATEST);
                ResultSet results = latest.executeQuery()) {
            return results.next() ? results.getLong(1) : 0;
        }
    }

    /**
     * The change at a revision.
     *
     * @param before null if the object was created
     * @param after null if the object was deleted
     */
    public record ChangeRow(
            long revision,
            String resource,
            @Nullable Row before,
            @Nullable Row after) {}

    /**
     * Some changes; {@code latest} and {@code compacted} have the same meaning as in {@link StateStatements.Page}.
     *
     * @param reached the revision up to which the changes are complete
     */
    public record Changes(long latest, long compacted, long reached, List<ChangeRow> rows) {}

    /**
     * Returns the changes of some resources of a group, in the order of their revisions.
     *
     * @param after the revision after which changes are returned, exclusive
     * @param until the revision up to which changes are returned, inclusive
     */
    public Changes changes(String group, List<String> resources, long after, long until) throws SQLException {
        try (PreparedStatement changes = session.prepare(CHANGES)) {
            StatementParameters parameters =
                    new StatementParameters(changes).number(after).number(after);
            parameters.number(until).number(until).number(until);
            for (int side = 0; side < 2; side++) {
                parameters.number(after).number(until).text(group).texts(session.connection(), resources);
            }
            try (ResultSet results = changes.executeQuery()) {
                long latest = 0;
                long compacted = 0;
                long reached = 0;
                List<ChangeRow> rows = new ArrayList<>();
                while (results.next()) {
                    latest = results.getLong(1);
                    compacted = results.getLong(2);
                    reached = results.getLong(3);
                    long at = results.getLong(4);
                    if (!results.wasNull()) {
                        rows.add(new ChangeRow(at, results.getString(5), Row.read(results, 6), Row.read(results, 8)));
                    }
                }
                return new Changes(latest, compacted, reached, rows);
            }
        }
    }

    /** Forgets the states that were superseded more than {@code age} ago. */
    public void forget(Duration age) throws SQLException {
        try (PreparedStatement forget = session.prepare(FORGET)) {
            new StatementParameters(forget).number(age.toMillis());
            forget.executeUpdate();
        }
    }

    /**
     * Removes versions that only forgotten states contain, at most {@code limit} of them. Returns the number of removed
     * versions.
     */
    public int sweep(int limit) throws SQLException {
        try (PreparedStatement sweep = session.prepare(SWEEP)) {
            new StatementParameters(sweep).number(limit);
            return sweep.executeUpdate();
        }
    }
}
