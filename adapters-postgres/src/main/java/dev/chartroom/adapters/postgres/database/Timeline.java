package dev.chartroom.adapters.postgres.database;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Checks the timeline of each new connection. After a promotion or a recovery from a backup, the server is on a new
 * timeline and may have lost the last revisions. Then the first connection raises the latest revision far above the
 * lost revisions, before any write. So every replica recognizes a lost revision in a client's request. If a server's
 * timeline is earlier than the latest one seen, the server is an old primary that was not fenced. Its connections are
 * rejected.
 */
final class Timeline {
    /**
     * Makes each commit durable before it is acknowledged or visible. A stricter setting stays in effect. The update of
     * the table {@code state} does not wait for a standby. If the update is lost, the next connection repeats it. Skips
     * the update if the tables do not exist or are of an earlier version, or if a PostgreSQL-compatible server lacks
     * the functions.
     */
    static final String BEGIN = """
            DO $$
            DECLARE
                here text;
                millis bigint;
            BEGIN
                IF current_setting('synchronous_commit') = 'off' THEN
                    PERFORM set_config('synchronous_commit', 'on', false);
                END IF;
                BEGIN
                    here := (SELECT system_identifier FROM pg_control_system())
                        || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
                EXCEPTION
                    WHEN undefined_function OR feature_not_supported OR insufficient_privilege THEN
                        RETURN;
                END;
                PERFORM set_config('chartroom.timeline', here, false);
                BEGIN
                    IF to_regclass('state') IS NULL THEN
                        RETURN;
                    END IF;
                    IF (SELECT timeline FROM state) = here THEN
                        RETURN;
                    END IF;
                    PERFORM set_config('synchronous_commit', 'local', true);
                    UPDATE state SET timeline = here WHERE timeline IS NULL;
                    millis := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
                    UPDATE state SET timeline = here,
                        latest = greatest(latest + 1000000, millis),
                        lost_after = latest,
                        lost_until = greatest(latest + 1000000, millis),
                        -- If there are two such gaps, the earlier one and all revisions before it are forgotten.
                        compacted = greatest(compacted, lost_until)
                    WHERE timeline <> here;
                EXCEPTION
                    WHEN undefined_column THEN
                        RETURN;
                END;
            END $$
            """;

    private static final String HERE = "SELECT current_setting('chartroom.timeline', true)";

    /** SQLSTATE of a rejected connection. */
    private static final String REJECTED = "08004";

    private static final System.Logger LOG = System.getLogger(Timeline.class.getName());

    private final Set<PGConnection> checked =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    private @Nullable String newest;
    private boolean isLogged;

    /** Initializes and checks a connection that does not come from the pool. */
    Connection initialized(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(BEGIN);
            check(connection);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /**
     * Checks the timeline of an initialized connection, once per connection.
     *
     * @throws SQLTransientConnectionException if the server is an old primary
     */
    void check(Connection connection) throws SQLException {
        PGConnection known = connection.unwrap(PGConnection.class);
        if (checked.contains(known)) {
            return;
        }
        try (Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery(HERE)) {
            String here = results.next() ? results.getString(1) : null;
            if (here != null && !isCurrent(here)) {
                throw new SQLTransientConnectionException(
                        "the database server is an old primary: its timeline is not the latest one", REJECTED);
            }
        }
        checked.add(known);
    }

    /** Within one database system, a later timeline has a greater number. */
    private synchronized boolean isCurrent(String here) {
        String seen = newest;
        boolean isSame = seen != null && seen.startsWith(here.substring(0, here.indexOf('/') + 1));
        boolean isBehind = isSame && here.compareTo(seen) < 0;
        if (isBehind && !isLogged) {
            LOG.log(Level.ERROR, "A replaced primary of the database still accepts writes; Chartroom does not use it");
        }
        isLogged = isBehind;
        newest = isBehind ? seen : here;
        return !isBehind;
    }
}
