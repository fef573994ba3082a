package dev.chartroom.adapters.postgres.database;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.ObjectVersions.ObjectVersion;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.jdbc.PgStatement;

/**
 * The statements on all objects of a kind at a revision. Each statement except the count also returns the last assigned
 * revision.
 */
public record StateStatements(Session session) {
    /** The row of the state. The limit tells the planner that there is only one row. */
    static final String STATE = "(SELECT * FROM state LIMIT 1) AS state";

    /**
     * Selects the objects of a kind in a key range at a revision. Superseded versions are few and have their own index.
     * Each side of the union has the limit, so that neither side is read and sorted as a whole.
     */
    private static final String PAGE = """
            SELECT state.latest, CASE WHEN lost_after < ? AND ? < lost_until THEN lost_until ELSE compacted END,
                revision, object, key
            FROM %s LEFT JOIN LATERAL (
                (SELECT revision, object, key FROM application
                    WHERE api_group = ? AND resource = ? AND key >= ? AND key < ? AND superseded IS NULL AND revision <= ?
                    ORDER BY key LIMIT ?)
                UNION ALL
                (SELECT revision, object, key FROM application
                    WHERE api_group = ? AND resource = ? AND key >= ? AND key < ? AND superseded > ? AND revision <= ?
                    ORDER BY key LIMIT ?)
                ORDER BY key LIMIT ?
            ) AS page ON true
            ORDER BY key
            """.formatted(STATE);

    private static final String COUNT = """
            SELECT count(*) FROM (
                SELECT FROM application
                WHERE api_group = ? AND resource = ? AND key >= ? AND key < ? AND superseded IS NULL AND revision <= ?
                UNION ALL
                SELECT FROM application
                WHERE api_group = ? AND resource = ? AND key >= ? AND key < ? AND superseded > ? AND revision <= ?
                LIMIT ?
            ) AS known
            """;

    /** Selects the current versions in a key range. The index contains all selected columns. */
    private static final String VERSIONS = """
            SELECT state.latest, revision, key
            FROM %s LEFT JOIN application
                ON api_group = ? AND resource = ? AND key >= ? AND key < ? AND superseded IS NULL
            """.formatted(STATE);

    /**
     * Objects of a kind in one state, in the order of their keys.
     *
     * @param latest the last assigned revision
     * @param compacted the revision before which states are forgotten or might be lost
     */
    public record Page(long latest, long compacted, List<Row> rows) {}

    /**
     * Reads a page of a state.
     *
     * @param revision the revision of the state; {@link Long#MAX_VALUE} for the latest state
     */
    public Page page(ApplicationKind kind, KeyRange keys, long revision, long limit) throws SQLException {
        try (PreparedStatement page = session.prepare(PAGE)) {
            planAnew(page);
            StatementParameters parameters =
                    new StatementParameters(page).number(revision).number(revision);
            now(parameters, kind, keys, revision).number(limit);
            then(parameters, kind, keys, revision).number(limit).number(limit);
            try (ResultSet results = page.executeQuery()) {
                long latest = 0;
                long compacted = 0;
                List<Row> rows = new ArrayList<>();
                while (results.next()) {
                    latest = results.getLong(1);
                    compacted = results.getLong(2);
                    Row row = Row.read(results, 3);
                    if (row != null) {
                        rows.add(row);
                    }
                }
                return new Page(latest, compacted, rows);
            }
        }
    }

    /** Counts the objects of a state, up to {@code limit}. */
    public long count(ApplicationKind kind, KeyRange keys, long revision, long limit) throws SQLException {
        try (PreparedStatement count = session.prepare(COUNT)) {
            planAnew(count);
            StatementParameters parameters = now(new StatementParameters(count), kind, keys, revision);
            then(parameters, kind, keys, revision).number(limit);
            try (ResultSet results = count.executeQuery()) {
                return results.next() ? results.getLong(1) : 0;
            }
        }
    }

    /** Returns the current objects of a kind with their revisions. */
    public ObjectVersions versions(ApplicationKind kind, KeyRange keys) throws SQLException {
        try (PreparedStatement versions = session.prepare(VERSIONS)) {
            new StatementParameters(versions).resource(kind).text(keys.from()).text(keys.until());
            try (ResultSet results = versions.executeQuery()) {
                long latest = 0;
                List<ObjectVersion> objects = new ArrayList<>();
                while (results.next()) {
                    latest = results.getLong(1);
                    String revision = results.getString(2);
                    if (revision != null) {
                        String key = results.getString(3);
                        int slash = key.indexOf('/');
                        NamespacedName name = new NamespacedName(key.substring(0, slash), key.substring(slash + 1));
                        objects.add(new ObjectVersion(name, revision));
                    }
                }
                return new ObjectVersions(new ResourceVersion(latest), objects);
            }
        }
    }

    private static StatementParameters now(
            StatementParameters parameters, ApplicationKind kind, KeyRange keys, long revision) throws SQLException {
        return parameters.resource(kind).text(keys.from()).text(keys.until()).number(revision);
    }

    private static StatementParameters then(
            StatementParameters parameters, ApplicationKind kind, KeyRange keys, long revision) throws SQLException {
        return now(parameters, kind, keys, revision).number(revision);
    }

    /** Disables generic plans. A generic plan may scan a large table although an index finds the few rows. */
    private static void planAnew(PreparedStatement statement) throws SQLException {
        statement.unwrap(PgStatement.class).setPrepareThreshold(0);
    }
}
