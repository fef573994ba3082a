package dev.chartroom.adapters.postgres;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.ObjectVersions.ObjectVersion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgStatement;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/**
 * The statements about the tables. Each write is one statement that first takes the row of {@code state}, and holds it
 * until it commits: this is what makes the order of revisions the order of commits. Each read is one statement, and so
 * sees the revision that belongs to what it reads.
 */
final class ApplicationTable {
    /** Whom writes notify. */
    static final String CHANNEL = "chartroom_revision";

    private static final String NOW = "api_group = ? AND resource = ? AND key = ? AND superseded IS NULL";

    private static final String NOTIFY = "pg_notify('" + CHANNEL + "', next.latest::text)";

    private static final String INSERT = """
            WITH next AS (
                UPDATE state SET latest = latest + 1
                WHERE NOT EXISTS (SELECT FROM application WHERE %s)
                RETURNING latest
            ), stored AS (
                INSERT INTO application (revision, api_group, resource, namespace, name, object)
                SELECT latest, ?, ?, ?, ?, ?::json FROM next
                ON CONFLICT (api_group, resource, key) WHERE superseded IS NULL DO NOTHING
                RETURNING revision
            )
            SELECT stored.revision, %s FROM next LEFT JOIN stored ON true
            """.formatted(NOW, NOTIFY);

    private static final String SUPERSEDE = """
            WITH next AS (
                UPDATE state SET latest = latest + 1
                WHERE EXISTS (SELECT FROM application WHERE %s AND revision = ?)
                RETURNING latest
            ), gone AS (
                UPDATE application SET superseded = next.latest, superseded_at = clock_timestamp() FROM next
                WHERE %s AND revision = ?
                RETURNING application.*
            )
            """.formatted(NOW, NOW);

    private static final String REPLACE = SUPERSEDE.stripTrailing() + """
            , stored AS (
                INSERT INTO application (revision, api_group, resource, namespace, name, object)
                SELECT superseded, api_group, resource, namespace, name, ?::json FROM gone
                RETURNING revision
            )
            SELECT stored.revision, %s FROM next LEFT JOIN stored ON true
            """.formatted(NOTIFY);

    private static final String REMOVE =
            SUPERSEDE + "SELECT gone.superseded, " + NOTIFY + " FROM next LEFT JOIN gone ON true";

    private static final String FIND = "SELECT revision, object FROM application WHERE " + NOW;

    private static final String SUCCESSOR = """
            SELECT after.revision, after.object
            FROM application AS before JOIN application AS after ON after.revision = before.superseded
            WHERE before.revision = ?
            """;

    private static final String REMOVAL = """
            SELECT superseded FROM application AS gone
            WHERE revision = ? AND NOT EXISTS (SELECT FROM application WHERE revision = gone.superseded)
            """;

    private static final String LATEST = "SELECT latest FROM state";

    /** The one row, of which the planner knows in this way only that it is one. */
    private static final String STATE = "(SELECT * FROM state LIMIT 1) AS state";

    /**
     * Those of one kind between two keys at a revision; the superseded ones are few, and have an index of their own. Each side
     * has the limit, so that neither is read and sorted as a whole.
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

    /** Of all that there is now between two keys; the index alone has what is asked for. */
    private static final String VERSIONS = """
            SELECT state.latest, revision, key
            FROM %s LEFT JOIN application
                ON api_group = ? AND resource = ? AND key >= ? AND key < ? AND superseded IS NULL
            """.formatted(STATE);

    /**
     * Each revision is the beginning of one version, the end of one, or both of the same object. Where revisions were left
     * out, it is over them at once.
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
            """.formatted(STATE);

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

    private final Connection connection;
    private final Duration patience;

    /** @param patience how long a statement may take */
    ApplicationTable(Connection connection, Duration patience) {
        this.connection = connection;
        this.patience = patience;
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.unwrap(PgStatement.class).setQueryTimeoutMs(Math.max(1, patience.toMillis()));
        return statement;
    }

    /** A plan for whatever may be asked would read a large table as a whole where an index has the few rows. */
    private static void planAnew(PreparedStatement statement) throws SQLException {
        statement.unwrap(PgStatement.class).setPrepareThreshold(0);
    }

    /** Stores a new object, and gives its revision; empty where the name is taken. */
    OptionalLong insert(ApplicationKind kind, NamespacedName name, byte[] object) throws SQLException {
        try (PreparedStatement insert = prepare(INSERT)) {
            Parameters parameters = new Parameters(insert).object(kind, name);
            parameters.text(kind.group()).text(kind.names().plural());
            parameters.text(name.namespace()).text(name.name()).json(object);
            return revision(insert);
        }
    }

    /** Stores the next version of what is at a revision, and gives that of the version; empty where it is not any more. */
    OptionalLong replace(ApplicationKind kind, NamespacedName name, long revision, byte[] object) throws SQLException {
        try (PreparedStatement replace = prepare(REPLACE)) {
            superseded(replace, kind, name, revision).json(object);
            return revision(replace);
        }
    }

    /** Removes what is at a revision, and gives that of the removal; empty where it is not any more. */
    OptionalLong remove(ApplicationKind kind, NamespacedName name, long revision) throws SQLException {
        try (PreparedStatement remove = prepare(REMOVE)) {
            superseded(remove, kind, name, revision);
            return revision(remove);
        }
    }

    private static Parameters superseded(
            PreparedStatement statement, ApplicationKind kind, NamespacedName name, long revision) throws SQLException {
        return new Parameters(statement)
                .object(kind, name)
                .number(revision)
                .object(kind, name)
                .number(revision);
    }

    private static OptionalLong revision(PreparedStatement statement) throws SQLException {
        try (ResultSet results = statement.executeQuery()) {
            requireReplicated(statement);
            if (results.next()) {
                long revision = results.getLong(1);
                return results.wasNull() ? OptionalLong.empty() : OptionalLong.of(revision);
            }
            return OptionalLong.empty();
        }
    }

    /** A commit whose waiting for a standby is over too soon was made, with a warning that no standby may have it. */
    private static void requireReplicated(PreparedStatement statement) throws SQLException {
        for (SQLWarning next = statement.getWarnings(); next != null; next = next.getNextWarning()) {
            ServerErrorMessage said = next instanceof PSQLWarning known ? known.getServerErrorMessage() : null;
            if (said != null && "SyncRepWaitForLSN".equals(said.getRoutine())) {
                throw new SQLException("no standby has acknowledged it", PostgresErrors.UNKNOWN);
            }
        }
    }

    /** An object as it is now. */
    Optional<Row> find(ApplicationKind kind, NamespacedName name) throws SQLException {
        try (PreparedStatement find = prepare(FIND)) {
            new Parameters(find).object(kind, name);
            try (ResultSet results = find.executeQuery()) {
                return results.next() ? Optional.ofNullable(Row.read(results, 1)) : Optional.empty();
            }
        }
    }

    /** The version that took the place of one. */
    Optional<Row> successor(long revision) throws SQLException {
        try (PreparedStatement successor = prepare(SUCCESSOR)) {
            new Parameters(successor).number(revision);
            try (ResultSet results = successor.executeQuery()) {
                return results.next() ? Optional.ofNullable(Row.read(results, 1)) : Optional.empty();
            }
        }
    }

    /** When a version was removed; empty where it was not. */
    OptionalLong removal(long revision) throws SQLException {
        try (PreparedStatement removal = prepare(REMOVAL)) {
            new Parameters(removal).number(revision);
            return revision(removal);
        }
    }

    /** The last revision that was given. */
    long latest() throws SQLException {
        try (PreparedStatement latest = prepare(LATEST);
                ResultSet results = latest.executeQuery()) {
            return results.next() ? results.getLong(1) : 0;
        }
    }

    /**
     * Objects of a kind as they were, ordered.
     *
     * @param latest the last revision that there is
     * @param compacted states before it are forgotten, or may be lost
     */
    record Page(long latest, long compacted, List<Row> rows) {}

    /**
     * Reads a page of a state.
     *
     * @param revision of the state; {@link Long#MAX_VALUE} for what is now
     */
    Page page(ApplicationKind kind, KeyRange keys, long revision, long limit) throws SQLException {
        try (PreparedStatement page = prepare(PAGE)) {
            planAnew(page);
            Parameters parameters = new Parameters(page).number(revision).number(revision);
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

    /** How many objects there were; no more than a limit. */
    long count(ApplicationKind kind, KeyRange keys, long revision, long limit) throws SQLException {
        try (PreparedStatement count = prepare(COUNT)) {
            planAnew(count);
            Parameters parameters = now(new Parameters(count), kind, keys, revision);
            then(parameters, kind, keys, revision).number(limit);
            try (ResultSet results = count.executeQuery()) {
                return results.next() ? results.getLong(1) : 0;
            }
        }
    }

    /** Which objects of a kind there are, and at which revisions. */
    ObjectVersions versions(ApplicationKind kind, KeyRange keys) throws SQLException {
        try (PreparedStatement versions = prepare(VERSIONS)) {
            new Parameters(versions).resource(kind).text(keys.from()).text(keys.until());
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
                return new ObjectVersions(Long.toString(latest), objects);
            }
        }
    }

    private static Parameters now(Parameters parameters, ApplicationKind kind, KeyRange keys, long revision)
            throws SQLException {
        return parameters.resource(kind).text(keys.from()).text(keys.until()).number(revision);
    }

    private static Parameters then(Parameters parameters, ApplicationKind kind, KeyRange keys, long revision)
            throws SQLException {
        return now(parameters, kind, keys, revision).number(revision);
    }

    /**
     * What happened at a revision.
     *
     * @param before null where an object was created
     * @param after null where one was deleted
     */
    record ChangeRow(
            long revision,
            String resource,
            @Nullable Row before,
            @Nullable Row after) {}

    /**
     * As {@link Page}, of changes.
     *
     * @param reached the revision up to which these are all
     */
    record Changes(long latest, long compacted, long reached, List<ChangeRow> rows) {}

    /**
     * The changes of some resources of a group, in their order.
     *
     * @param after the revision before the first one
     * @param until the revision of the last one
     */
    Changes changes(String group, List<String> resources, long after, long until) throws SQLException {
        try (PreparedStatement changes = prepare(CHANGES)) {
            Parameters parameters = new Parameters(changes).number(after).number(after);
            parameters.number(until).number(until).number(until);
            for (int side = 0; side < 2; side++) {
                parameters.number(after).number(until).text(group).texts(connection, resources);
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

    /** Forgets the states that are older than this. */
    void forget(Duration age) throws SQLException {
        try (PreparedStatement forget = prepare(FORGET)) {
            new Parameters(forget).number(age.toMillis());
            forget.executeUpdate();
        }
    }

    /** Removes versions of forgotten states, and says how many; no more than a limit. */
    int sweep(int limit) throws SQLException {
        try (PreparedStatement sweep = prepare(SWEEP)) {
            new Parameters(sweep).number(limit);
            return sweep.executeUpdate();
        }
    }
}
