package dev.chartroom.adapters.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.ports.json.JsonCodec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table for data that the catalogue of Postgres cannot store: metadata such as labels, and the namespace of an
 * object. Rows are keyed by oid and are removed after their objects. The table must belong to Chartroom's role, because
 * its rows decide who may change an object.
 */
record ObjectTable(JsonCodec codec) {
    /**
     * Serializes the writes of all replicas until the end of the transaction. The writes use a table lock, which
     * tenants cannot hold because they have no right on the table. In contrast, any client of the server could hold an
     * advisory lock. The holder of the table lock can itself wait for a row that a tenant changed, so this timeout is
     * longer than the default.
     */
    private static final String LOCK = "SET LOCAL lock_timeout = '6s';"
            + " LOCK TABLE chartroom.object IN SHARE ROW EXCLUSIVE MODE; SET LOCAL lock_timeout TO DEFAULT";

    private static final String PREPARE = """
            DO $$ BEGIN
              IF to_regclass('chartroom.object') IS NULL THEN
                CREATE SCHEMA IF NOT EXISTS chartroom;
                CREATE TABLE chartroom.object (catalogue text, oid bigint, namespace text NOT NULL, name text NOT NULL,
                  metadata text NOT NULL, given text NOT NULL, retained boolean NOT NULL, incarnation bigint NOT NULL,
                  made boolean NOT NULL DEFAULT false, PRIMARY KEY (catalogue, oid));
                CREATE UNIQUE INDEX ON chartroom.object (catalogue, namespace, name) WHERE NOT retained;
              END IF;
              IF EXISTS (
                SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_roles s ON s.oid = n.nspowner
                WHERE c.oid = to_regclass('chartroom.object') AND (pg_get_userbyid(c.relowner) <> current_user
                  OR NOT (s.rolsuper OR s.rolname = current_user))
              ) THEN
                RAISE 'the schema chartroom and its tables must belong to the role %', current_user
                  USING ERRCODE = 'insufficient_privilege';
              END IF;
              IF NOT EXISTS (
                SELECT FROM pg_attribute
                WHERE attrelid = to_regclass('chartroom.object') AND attname = 'made' AND NOT attisdropped
              ) THEN
                -- It is unknown who made the recorded objects.
                ALTER TABLE chartroom.object ADD COLUMN IF NOT EXISTS made boolean NOT NULL DEFAULT false;
              END IF;
            END $$""";
    /** unique_violation, duplicate_schema, duplicate_table: another replica created the table at the same time. */
    private static final Set<String> MADE_MEANWHILE = Set.of("23505", "42P06", "42P07");

    private static final String PUT = """
            INSERT INTO chartroom.object (catalogue, oid, namespace, name, metadata, given, retained, incarnation, made)
            VALUES (?, ?, ?, ?, ?, ?, ?, coalesce(?, pg_current_xact_id()::text::bigint), ?)
            ON CONFLICT (catalogue, oid) DO UPDATE
              SET namespace = excluded.namespace, name = excluded.name, metadata = excluded.metadata,
              given = excluded.given, retained = excluded.retained, incarnation = excluded.incarnation,
              made = excluded.made""";

    /** Creates the table if it does not exist. Takes no lock if it exists. */
    static void prepare(Connection connection) throws SQLException {
        try {
            Sql.execute(connection, List.of(PREPARE));
        } catch (SQLException e) {
            if (!MADE_MEANWHILE.contains(e.getSQLState())) {
                throw e;
            }
            Sql.execute(connection, List.of(PREPARE));
        }
    }

    /** Blocks all other writers of Chartroom until the end of the transaction. */
    static void lock(Connection connection) throws SQLException {
        Sql.execute(connection, List.of(LOCK));
    }

    /** Records the client's data for a new object, with a new incarnation. */
    void created(Connection connection, CatalogueKind catalogue, CatalogueObject object, Application application)
            throws SQLException {
        put(connection, catalogue, object, application, null, false, true);
    }

    void updated(Connection connection, CatalogueKind catalogue, CatalogueObject object, Application application)
            throws SQLException {
        put(connection, catalogue, object, application, object.incarnation(), false, object.isMade());
    }

    /** Records that the object stays in the database but is no longer shown. */
    void retained(Connection connection, CatalogueKind catalogue, CatalogueObject object, Application application)
            throws SQLException {
        put(connection, catalogue, object, application, object.incarnation(), true, object.isMade());
    }

    private void put(
            Connection connection,
            CatalogueKind catalogue,
            CatalogueObject object,
            Application application,
            @Nullable Long incarnation,
            boolean isRetained,
            boolean isMade)
            throws SQLException {
        ObjectMeta metadata = application.metadata();
        JsonObject spec = application.spec() == null ? JsonObject.EMPTY : application.spec();
        ObjectMeta kept = metadata.toBuilder().uid("").resourceVersion("").build();
        try (PreparedStatement statement = connection.prepareStatement(PUT)) {
            statement.setString(1, catalogue.catalogue());
            statement.setLong(2, object.oid());
            statement.setString(3, metadata.namespace());
            statement.setString(4, metadata.name());
            statement.setString(5, text(kept.toJson()));
            statement.setString(6, text(CatalogueObject.given(spec, object.spec())));
            statement.setBoolean(7, isRetained);
            statement.setObject(8, incarnation, Types.BIGINT);
            statement.setBoolean(9, isMade);
            statement.executeUpdate();
        }
    }

    /** Removes the rows of objects that no longer exist. */
    static void purge(Connection connection, CatalogueKind catalogue) throws SQLException {
        String gone = """
            DELETE FROM chartroom.object WHERE catalogue = '%s' AND oid NOT IN (SELECT oid::bigint FROM (%s) AS o)""".formatted(catalogue.catalogue(), catalogue.query());
        Sql.execute(connection, List.of(gone));
    }

    private String text(JsonObject json) {
        return new String(codec.encode(json), UTF_8);
    }
}
