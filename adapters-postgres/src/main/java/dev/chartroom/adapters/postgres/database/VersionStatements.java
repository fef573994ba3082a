package dev.chartroom.adapters.postgres.database;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The statement that reads the earlier versions of one object. */
public record VersionStatements(Session session) {
    /** The most versions to go back. Many of them can have the same generation, because each new status is a version. */
    private static final int STEPS = 1_000;

    /** The bytes of versions after which it does not go back further. The database reads all of them. */
    private static final int MOST_BYTES = 4 * 1024 * 1024;

    /**
     * Follows the index of superseded revisions back from the current version. A version without a predecessor is the
     * first one, or its predecessor was swept. The generation is read as text: the operators of JSON reject a document with
     * the character NUL, which can be stored. The metadata come first, and a quote inside of a string is escaped.
     */
    private static final String GENERATIONS = """
            WITH RECURSIVE chain AS (
                SELECT revision, substring(object::text from '"generation":([0-9]+)') AS generation, 1 AS step,
                    octet_length(object::text)::bigint AS bytes
                FROM application
                WHERE api_group = ? AND resource = ? AND key = ? AND superseded IS NULL
                UNION ALL
                SELECT before.revision, substring(before.object::text from '"generation":([0-9]+)'), chain.step + 1,
                    chain.bytes + octet_length(before.object::text)
                FROM chain JOIN application AS before ON before.superseded = chain.revision
                WHERE chain.step < ? AND chain.bytes < ?
            ), earliest AS (
                SELECT min(revision) AS revision FROM chain GROUP BY generation ORDER BY min(revision) DESC LIMIT ?
            )
            SELECT now.revision, now.object, before.superseded_at
            FROM earliest JOIN application AS now ON now.revision = earliest.revision
            LEFT JOIN application AS before ON before.superseded = now.revision
            ORDER BY now.revision DESC
            """;

    /**
     * A version of an object.
     *
     * @param time the time at which it replaced another version; empty if that version is not known
     */
    public record VersionRow(Row row, Optional<Instant> time) {}

    /** Returns the first known version of each generation of a current object, newest first. */
    public List<VersionRow> generations(ApplicationKind kind, NamespacedName name, int limit) throws SQLException {
        try (PreparedStatement generations = session.prepare(GENERATIONS)) {
            new StatementParameters(generations)
                    .object(kind, name)
                    .number(STEPS)
                    .number(MOST_BYTES)
                    .number(limit);
            try (ResultSet results = generations.executeQuery()) {
                List<VersionRow> versions = new ArrayList<>();
                while (results.next()) {
                    Row row = Row.read(results, 1);
                    Timestamp time = results.getTimestamp(3);
                    if (row != null) {
                        versions.add(
                                new VersionRow(row, Optional.ofNullable(time).map(Timestamp::toInstant)));
                    }
                }
                return versions;
            }
        }
    }
}
