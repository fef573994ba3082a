package dev.chartroom.adapters.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What each connection begins with. Where the server is on another timeline than the one that gave the last revision,
 * because it was promoted or recovered from a backup, it may never have seen the last ones. So revisions go on far above
 * them, before anything is written: who comes with one that was lost is known by it, whatever replica is asked.
 */
final class Timeline {
    /**
     * What is acknowledged is on disk, and nothing is seen that is not; stricter settings stay. A connection need not wait
     * for a standby that is yet to be: what it writes is written again where it is lost. Tables of before may lack it all,
     * and servers that are not quite PostgreSQL lack the functions.
     */
    static final String BEGIN = """
            DO $$
            DECLARE
                here text;
            BEGIN
                IF current_setting('synchronous_commit') = 'off' THEN
                    PERFORM set_config('synchronous_commit', 'on', false);
                END IF;
                IF to_regclass('state') IS NULL THEN
                    RETURN;
                END IF;
                here := (SELECT system_identifier FROM pg_control_system())
                    || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
                IF (SELECT timeline FROM state) = here THEN
                    RETURN;
                END IF;
                PERFORM set_config('synchronous_commit', 'local', true);
                UPDATE state SET timeline = here WHERE timeline IS NULL;
                UPDATE state SET timeline = here,
                    latest = greatest(latest + 1000000, (extract(epoch FROM clock_timestamp()) * 1000)::bigint),
                    lost_after = latest,
                    lost_until = greatest(latest + 1000000, (extract(epoch FROM clock_timestamp()) * 1000)::bigint),
                    -- Of two such gaps, the earlier one is forgotten with all that was before it.
                    compacted = greatest(compacted, lost_until)
                WHERE timeline <> here;
            EXCEPTION
                WHEN undefined_column OR undefined_function OR feature_not_supported OR insufficient_privilege THEN
                    RETURN;
            END $$
            """;

    private Timeline() {}

    /** For connections that no pool has opened. */
    static Connection begun(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(BEGIN);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }
}
