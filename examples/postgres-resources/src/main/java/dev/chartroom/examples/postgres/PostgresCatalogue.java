package dev.chartroom.examples.postgres;

import static dev.chartroom.examples.postgres.CatalogueObject.completed;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.FieldError;
import dev.chartroom.examples.postgres.CatalogueObject.Kept;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.polling.BackingApi;
import dev.chartroom.ports.secret.SecretValues;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of a Postgres server. Resource versions are transaction ids: an object's is the one that changed its rows
 * last, and what is settled are those before the oldest that is under way.
 */
final class PostgresCatalogue implements BackingApi {
    /** Resource versions from one transaction to the next. */
    private static final long ROOM = 1 << 16;
    /** Those before it stand for what was there from the start. */
    private static final long FIRST_NORMAL = 3;

    private static final String PASSWORD = "passwordSecretRef";
    private static final String LOCK = "SELECT pg_advisory_xact_lock(7241550813)";

    private static final String PREPARE = LOCK + """
            ;
            CREATE SCHEMA IF NOT EXISTS chartroom;
            CREATE TABLE IF NOT EXISTS chartroom.object (catalogue text, oid oid, namespace text NOT NULL,
              name text NOT NULL, metadata text NOT NULL, given text NOT NULL, retained boolean NOT NULL,
              incarnation bigint NOT NULL, PRIMARY KEY (catalogue, oid));
            CREATE UNIQUE INDEX IF NOT EXISTS object_name ON chartroom.object (catalogue, namespace, name)
              WHERE NOT retained""";
    private static final String RECORD = """
            INSERT INTO chartroom.object (catalogue, oid, namespace, name, metadata, given, retained, incarnation)
            VALUES (?, ?::bigint::oid, ?, ?, ?, ?, ?, ?) ON CONFLICT (catalogue, oid)
              DO UPDATE SET namespace = excluded.namespace, name = excluded.name, metadata = excluded.metadata, given = excluded.given,
              retained = excluded.retained, incarnation = excluded.incarnation""";
    private static final String FORGET =
            "DELETE FROM chartroom.object WHERE catalogue = '%1$s' AND oid NOT IN (SELECT oid FROM %1$s)";

    private final DataSource server;
    private final SecretValues secrets;
    private final JsonCodec codec;
    private final String namespace;
    /** Nobody looks while an object is made: a database takes two transactions. */
    private final ReadWriteLock making = new ReentrantReadWriteLock();

    private volatile boolean isPrepared;

    /** @param objects all of them, by their uids */
    private record Look(State state, Map<String, CatalogueObject> objects) {}

    private interface Work {
        void on(Connection connection, Look look) throws SQLException;
    }

    /** @param namespace where objects are that were not made through Chartroom */
    PostgresCatalogue(DataSource server, SecretValues secrets, JsonCodec codec, String namespace) {
        this.server = server;
        this.secrets = secrets;
        this.codec = codec;
        this.namespace = namespace;
    }

    @Override
    public State look(ApplicationKind kind) {
        making.readLock().lock();
        try (Connection connection = connection()) {
            return look(connection, kind).state();
        } catch (SQLException e) {
            throw PostgresErrors.of(e);
        } finally {
            making.readLock().unlock();
        }
    }

    @Override
    public void create(ApplicationKind kind, Application application) {
        CatalogueKind catalogue = CatalogueKind.of(kind);
        JsonObject spec = prepared(kind, application, JsonObject.EMPTY);
        String identifier = catalogue.identifierOf(application.metadata().name(), spec);
        making.writeLock().lock();
        try {
            write(kind, application, (connection, look) -> {
                CatalogueObject existing = named(identifier, look);
                if (existing == null) {
                    execute(connection, catalogue, catalogue.create(identifier, spec));
                    existing = named(identifier, look(connection, kind));
                    execute(connection, FORGET.formatted(catalogue.catalogue));
                } else if (existing.isRetained()) {
                    requireSame(kind, application, existing.spec(), catalogue.fixed());
                    for (String statement : catalogue.alter(identifier, existing.spec(), spec)) {
                        execute(connection, statement);
                    }
                } else {
                    throw new SQLException(identifier, "42710");
                }
                record(connection, catalogue, Objects.requireNonNull(existing), application, false);
            });
        } finally {
            making.writeLock().unlock();
        }
    }

    @Override
    public void update(ApplicationKind kind, Application live, Application next) {
        CatalogueKind catalogue = CatalogueKind.of(kind);
        JsonObject spec = prepared(kind, next, live.spec());
        write(kind, next, (connection, look) -> {
            CatalogueObject object = same(kind, live, look);
            requireSame(kind, next, object.spec(), catalogue.fixed());
            if (!catalogue.identifierOf(next.metadata().name(), spec).equals(object.identifier())) {
                throw invalid(kind, next, "spec.name", "cannot be changed");
            }
            for (String statement : catalogue.alter(object.identifier(), object.spec(), spec)) {
                execute(connection, statement);
            }
            record(connection, catalogue, object, next, false);
        });
    }

    @Override
    public void delete(ApplicationKind kind, Application live) {
        CatalogueKind catalogue = CatalogueKind.of(kind);
        boolean isRetained = completed(kind, live).stringOrEmpty("deletionPolicy").equals("Retain");
        write(kind, live, (connection, look) -> {
            CatalogueObject object = same(kind, live, look);
            if (isRetained) {
                record(connection, catalogue, object, live, true);
            } else {
                execute(connection, catalogue, catalogue.drop(object.identifier(), object.spec()));
                execute(connection, FORGET.formatted(catalogue.catalogue));
            }
        });
    }

    private void write(ApplicationKind kind, Application application, Work work) {
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            // Of Chartroom's writers one at a time; of a psql's, only the same row's.
            execute(connection, LOCK);
            work.on(connection, look(connection, kind));
            connection.commit();
        } catch (SQLException e) {
            throw PostgresErrors.of(kind, application, e);
        }
    }

    private Connection connection() throws SQLException {
        Connection connection = server.getConnection();
        if (!isPrepared) {
            try {
                execute(connection, PREPARE);
                isPrepared = true;
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        }
        return connection;
    }

    private Look look(Connection connection, ApplicationKind kind) throws SQLException {
        CatalogueKind catalogue = CatalogueKind.of(kind);
        Map<String, CatalogueObject> objects = new HashMap<>();
        Map<NamespacedName, Application> shown = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(lookAt(catalogue))) {
            long oldest = 0;
            long next = 0;
            while (row.next()) {
                oldest = row.getLong("oldest");
                next = row.getLong("next");
                if (row.getString("identifier") == null) {
                    continue;
                }
                CatalogueObject object = object(row, next);
                String uid = CatalogueNames.uuid(String.join(
                        "/",
                        row.getString("server"),
                        catalogue.catalogue,
                        Long.toString(object.oid()),
                        Long.toString(object.incarnation())));
                objects.put(uid, object);
                if (!object.isRetained()) {
                    ObjectMeta metadata = metadata(object, shown.keySet()).toBuilder()
                            .uid(uid)
                            .resourceVersion(Long.toString(object.version()))
                            .build();
                    shown.put(metadata.namespacedName(), object.application(kind, metadata));
                }
            }
            State state = new State(oldest * ROOM - 1, next * ROOM - 1, List.copyOf(shown.values()));
            return new Look(state, objects);
        }
    }

    /** At least one row, also where there is no object. */
    private static String lookAt(CatalogueKind catalogue) {
        return """
            SELECT pg_snapshot_xmin(now)::text::bigint AS oldest, pg_snapshot_xmax(now)::text::bigint AS next,
              (SELECT system_identifier FROM pg_control_system()) AS server, o.oid::bigint AS id,
              o.xmin::text::bigint AS xid, o.identifier, o.spec::text AS spec, o.implied::text AS implied,
              r.xmin::text::bigint AS record_xid, r.metadata, r.given, r.retained, r.incarnation
            FROM pg_current_snapshot() AS now LEFT JOIN (%s) AS o ON true
            LEFT JOIN chartroom.object AS r ON r.catalogue = '%s' AND r.oid = o.oid
            ORDER BY r.name IS NULL, o.oid"""
                .formatted(catalogue.query, catalogue.catalogue);
    }

    private CatalogueObject object(ResultSet row, long next) throws SQLException {
        @Nullable Kept kept = null;
        if (row.getString("metadata") != null) {
            kept = new Kept(
                    ObjectMeta.fromJson(json(row, "metadata")),
                    json(row, "given"),
                    row.getBoolean("retained"),
                    row.getLong("incarnation"));
        }
        return new CatalogueObject(
                row.getLong("id"),
                ROOM * Math.max(widened(row.getLong("xid"), next), widened(row.getLong("record_xid"), next)),
                row.getString("identifier"),
                json(row, "spec"),
                json(row, "implied"),
                kept);
    }

    /** The latest transaction that has this xmin, which is 32 bits of its id. */
    static long widened(long xid, long next) {
        long id = (next & ~0xffff_ffffL) | xid;
        return xid < FIRST_NORMAL ? FIRST_NORMAL : id >= next ? id - (1L << 32) : id;
    }

    private ObjectMeta metadata(CatalogueObject object, Set<NamespacedName> taken) {
        if (object.kept() != null) {
            return object.kept().metadata();
        }
        String name = CatalogueNames.of(object.identifier());
        boolean isTaken = taken.contains(new NamespacedName(namespace, name));
        return ObjectMeta.of(namespace, isTaken ? CatalogueNames.escaped(object.identifier()) : name).toBuilder()
                .generation(1)
                .build();
    }

    private static @Nullable CatalogueObject named(String identifier, Look look) {
        return look.objects().values().stream()
                .filter(object -> object.identifier().equals(identifier))
                .findFirst()
                .orElse(null);
    }

    /** The object as it is, if that is how the client knows it. */
    private static CatalogueObject same(ApplicationKind kind, Application live, Look look) {
        String name = live.metadata().name();
        CatalogueObject object = look.objects().get(live.metadata().uid());
        if (object == null || object.isRetained()) {
            throw new ApiException(new ApiError.NotFound(kind.groupResource(), name));
        }
        if (!Long.toString(object.version()).equals(live.metadata().resourceVersion())) {
            throw new ApiException(new ApiError.Conflict(kind.groupResource(), name, ApiError.Conflict.MODIFIED));
        }
        return object;
    }

    /** The spec with its defaults, checked, and with what Postgres is to keep of a password. */
    private JsonObject prepared(ApplicationKind kind, Application application, @Nullable JsonObject live) {
        JsonObject spec = completed(kind, application);
        spec.members().forEach((field, value) -> {
            if (value instanceof JsonString(String text) && !Sql.isIdentifier(text)) {
                throw invalid(kind, application, "spec." + field, "must have 1 to 63 bytes, none of them zero");
            }
        });
        JsonObject ref = spec.objectOrEmpty(PASSWORD);
        if (ref.isEmpty()) {
            return live != null && live.has(PASSWORD) ? spec.with(CatalogueKind.VERIFIER, JsonNull.NULL) : spec;
        }
        NamespacedName secret = new NamespacedName(application.metadata().namespace(), ref.stringOrEmpty("name"));
        byte[] password = secrets.value(secret, ref.stringOrEmpty("key"))
                .orElseThrow(() -> invalid(kind, application, "spec." + PASSWORD, "there is no such key of a Secret"));
        return spec.with(CatalogueKind.VERIFIER, new JsonString(Sql.verifier(password)));
    }

    private static void requireSame(
            ApplicationKind kind, Application next, JsonObject live, List<String> fields) {
        JsonObject spec = next.spec() == null ? JsonObject.EMPTY : next.spec();
        for (String field : fields) {
            if (spec.has(field) && !Objects.equals(spec.get(field), live.get(field))) {
                throw invalid(kind, next, "spec." + field, "cannot be changed");
            }
        }
    }

    private void record(
            Connection connection,
            CatalogueKind catalogue,
            CatalogueObject object,
            Application application,
            boolean isRetained)
            throws SQLException {
        ObjectMeta metadata = application.metadata();
        JsonObject spec = application.spec() == null ? JsonObject.EMPTY : application.spec();
        ObjectMeta kept = metadata.toBuilder().uid("").resourceVersion("").build();
        try (PreparedStatement statement = connection.prepareStatement(RECORD)) {
            statement.setString(1, catalogue.catalogue);
            statement.setLong(2, object.oid());
            statement.setString(3, metadata.namespace());
            statement.setString(4, metadata.name());
            statement.setString(5, text(kept.toJson()));
            statement.setString(6, text(CatalogueObject.given(spec, object.spec())));
            statement.setBoolean(7, isRetained);
            statement.setLong(8, object.incarnation() + (object.isRetained() ? 1 : 0));
            statement.executeUpdate();
        }
    }

    /** A database is made and dropped outside of transactions. */
    private static void execute(Connection connection, CatalogueKind catalogue, String statement) throws SQLException {
        if (catalogue == CatalogueKind.DATABASE) {
            connection.commit();
            connection.setAutoCommit(true);
            execute(connection, statement);
            connection.setAutoCommit(false);
        } else {
            execute(connection, statement);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private JsonObject json(ResultSet row, String column) throws SQLException {
        return codec.parse(row.getString(column).getBytes(UTF_8)) instanceof JsonObject object
                ? object
                : JsonObject.EMPTY;
    }

    private String text(JsonObject json) {
        return new String(codec.encode(json), UTF_8);
    }

    private static ApiException invalid(ApplicationKind kind, Application application, String field, String problem) {
        JsonObject spec = application.spec() == null ? JsonObject.EMPTY : application.spec();
        JsonValue value = spec.get(field.substring("spec.".length()));
        return new ApiException(new ApiError.Invalid(
                kind.gvk().groupKind(),
                application.metadata().name(),
                List.of(FieldError.invalid(field, value == null ? JsonNull.NULL : value, problem))));
    }
}
