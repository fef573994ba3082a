package dev.chartroom.adapters.postgres.database;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.Optional;
import java.util.OptionalLong;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/**
 * The statements on single objects. Each write is one statement, which first locks the row of {@code state} until the
 * commit. So the order of revisions is the order of commits.
 */
public record ObjectStatements(Session session) {
    /** The channel on which each write sends a notification. */
    public static final String CHANNEL = "chartroom_revision";

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

    /** Stores a new object and returns its revision; empty if an object with this name exists. */
    public OptionalLong insert(ApplicationKind kind, NamespacedName name, byte[] object) throws SQLException {
        try (PreparedStatement insert = session.prepare(INSERT)) {
            StatementParameters parameters = new StatementParameters(insert).object(kind, name);
            parameters.text(kind.group()).text(kind.names().plural());
            parameters.text(name.namespace()).text(name.name()).json(object);
            return revision(insert);
        }
    }

    /**
     * Stores the next version of an object and returns its revision; empty if {@code revision} is no longer the current
     * one.
     */
    public OptionalLong replace(ApplicationKind kind, NamespacedName name, long revision, byte[] object)
            throws SQLException {
        try (PreparedStatement replace = session.prepare(REPLACE)) {
            superseded(replace, kind, name, revision).json(object);
            return revision(replace);
        }
    }

    /**
     * Removes an object and returns the revision of the removal; empty if {@code revision} is no longer the current
     * one.
     */
    public OptionalLong remove(ApplicationKind kind, NamespacedName name, long revision) throws SQLException {
        try (PreparedStatement remove = session.prepare(REMOVE)) {
            superseded(remove, kind, name, revision);
            return revision(remove);
        }
    }

    private static StatementParameters superseded(
            PreparedStatement statement, ApplicationKind kind, NamespacedName name, long revision) throws SQLException {
        return new StatementParameters(statement)
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

    /**
     * Throws an exception if no standby has acknowledged the write. If a commit stops waiting for its standby early,
     * PostgreSQL still commits, and only warns that the write might not be replicated.
     */
    private static void requireReplicated(PreparedStatement statement) throws SQLException {
        for (SQLWarning next = statement.getWarnings(); next != null; next = next.getNextWarning()) {
            ServerErrorMessage message = next instanceof PSQLWarning known ? known.getServerErrorMessage() : null;
            if (message != null && "SyncRepWaitForLSN".equals(message.getRoutine())) {
                throw new SQLException("no standby has acknowledged the write", PostgresErrors.UNKNOWN);
            }
        }
    }

    /** Returns the current version of an object. */
    public Optional<Row> find(ApplicationKind kind, NamespacedName name) throws SQLException {
        try (PreparedStatement find = session.prepare(FIND)) {
            new StatementParameters(find).object(kind, name);
            try (ResultSet results = find.executeQuery()) {
                return results.next() ? Optional.ofNullable(Row.read(results, 1)) : Optional.empty();
            }
        }
    }

    /** Returns the version that replaced the version with this revision. */
    public Optional<Row> successor(long revision) throws SQLException {
        try (PreparedStatement successor = session.prepare(SUCCESSOR)) {
            new StatementParameters(successor).number(revision);
            try (ResultSet results = successor.executeQuery()) {
                return results.next() ? Optional.ofNullable(Row.read(results, 1)) : Optional.empty();
            }
        }
    }

    /** Returns the revision at which a version was removed; empty if the version is current or was replaced. */
    public OptionalLong removal(long revision) throws SQLException {
        try (PreparedStatement removal = session.prepare(REMOVAL)) {
            new StatementParameters(removal).number(revision);
            return revision(removal);
        }
    }
}
