package dev.chartroom.examples.postgres;

import static dev.chartroom.examples.postgres.CatalogueObject.completed;
import static dev.chartroom.examples.postgres.Sql.execute;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.FieldError;
import dev.chartroom.examples.postgres.CatalogueReader.Look;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.polling.BackingApi;
import dev.chartroom.ports.secret.SecretValues;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The catalogue of a Postgres server, as an API whose objects are kinds. */
final class PostgresCatalogue implements BackingApi {
    private static final String PASSWORD = "passwordSecretRef";
    private static final String NOTHING_NEW = "is nothing of its own in Postgres: what an owner has comes with owning,"
            + " and a grantor who may act as the owner grants as the owner";

    private final DataSource server;
    private final SecretValues secrets;
    private final CatalogueReader reader;
    private final ObjectTable table;
    /** Nobody looks while an object is made: a database takes two transactions. */
    private final ReadWriteLock making = new ReentrantReadWriteLock();

    private volatile boolean isPrepared;

    private interface Work {
        void on(Connection connection, Look look) throws SQLException;
    }

    private interface Refusal {
        ApiException of(ApplicationKind kind, Application application, SQLException e);
    }

    /** @param namespace where objects are that were not made through Chartroom */
    PostgresCatalogue(DataSource server, SecretValues secrets, JsonCodec codec, String namespace) {
        this.server = server;
        this.secrets = secrets;
        this.reader = new CatalogueReader(codec, namespace);
        this.table = new ObjectTable(codec);
    }

    @Override
    public State look(ApplicationKind kind) {
        making.readLock().lock();
        try (Connection connection = connection()) {
            return reader.look(connection, kind).state();
        } catch (SQLException e) {
            throw PostgresErrors.of(e);
        } finally {
            making.readLock().unlock();
        }
    }

    @Override
    public void create(ApplicationKind kind, Application application) {
        JsonObject spec = prepared(kind, application, JsonObject.EMPTY);
        making.writeLock().lock();
        try {
            write(kind, application, PostgresErrors::of, (connection, look) -> {
                CatalogueKind catalogue = look.catalogue();
                CatalogueObject existing = look.find(spec);
                if (existing == null) {
                    makeOrDrop(connection, catalogue, catalogue.create(spec));
                    existing = reader.look(connection, kind).find(spec);
                    ObjectTable.purge(connection, catalogue);
                    if (existing == null) {
                        throw new SQLFeatureNotSupportedException(NOTHING_NEW, "0A000");
                    }
                } else if (existing.isRetained()) {
                    requireSame(kind, application, catalogue, existing.spec(), spec);
                    alter(connection, kind, catalogue, existing, spec);
                } else {
                    throw new SQLException(existing.identifier(), "42710");
                }
                table.created(connection, catalogue, existing, application);
            });
        } finally {
            making.writeLock().unlock();
        }
    }

    @Override
    public void update(ApplicationKind kind, Application live, Application next) {
        JsonObject spec = prepared(kind, next, live.spec());
        write(kind, next, PostgresErrors::of, (connection, look) -> {
            CatalogueKind catalogue = look.catalogue();
            CatalogueObject object = same(kind, live, look);
            requireSame(kind, next, catalogue, object.spec(), spec);
            alter(connection, kind, catalogue, object, spec);
            table.updated(connection, catalogue, object, next);
        });
    }

    @Override
    public void delete(ApplicationKind kind, Application live) {
        boolean isRetained =
                completed(kind, live).stringOrEmpty("deletionPolicy").equals("Retain");
        write(kind, live, PostgresErrors::ofDeletion, (connection, look) -> {
            CatalogueKind catalogue = look.catalogue();
            CatalogueObject object = same(kind, live, look);
            if (isRetained) {
                table.retained(connection, catalogue, object, live);
            } else {
                makeOrDrop(connection, catalogue, catalogue.drop(object.spec()));
                requireDone(!reader.look(connection, kind)
                        .objects()
                        .containsKey(live.metadata().uid()));
                ObjectTable.purge(connection, catalogue);
            }
        });
    }

    private void alter(
            Connection connection,
            ApplicationKind kind,
            CatalogueKind catalogue,
            CatalogueObject object,
            JsonObject spec)
            throws SQLException {
        execute(connection, catalogue.alter(object.spec(), spec));
        CatalogueObject now = reader.look(connection, kind).find(object.oid());
        requireDone(now != null
                && catalogue.alter(now.spec(), spec.without(Options.VERIFIER)).isEmpty());
    }

    private void write(ApplicationKind kind, Application application, Refusal refusal, Work work) {
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            // Of Chartroom's writers one at a time; of a psql's, only the same row's.
            execute(connection, List.of(ObjectTable.LOCK));
            work.on(connection, reader.look(connection, kind));
            connection.commit();
        } catch (SQLException e) {
            throw refusal.of(kind, application, e);
        }
    }

    private Connection connection() throws SQLException {
        Connection connection = server.getConnection();
        if (!isPrepared) {
            try {
                ObjectTable.prepare(connection);
                isPrepared = true;
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        }
        return connection;
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
        JsonObject spec = JsonObject.builder()
                .put("name", application.metadata().name())
                .putAll(completed(kind, application))
                .build();
        spec.members().forEach((field, value) -> {
            if (value instanceof JsonString(String text) && !Sql.isIdentifier(text)) {
                throw invalid(kind, application, "spec." + field, "must have 1 to 63 bytes, none of them zero");
            }
        });
        JsonObject ref = spec.objectOrEmpty(PASSWORD);
        if (ref.isEmpty()) {
            return live != null && live.has(PASSWORD) ? spec.with(Options.VERIFIER, JsonNull.NULL) : spec;
        }
        NamespacedName secret = new NamespacedName(application.metadata().namespace(), ref.stringOrEmpty("name"));
        Optional<byte[]> password = secrets.value(secret, ref.stringOrEmpty("key"));
        if (password.isEmpty() && live != null && ref.equals(live.get(PASSWORD))) {
            // The Secret may go first, where a namespace is deleted.
            return spec;
        }
        return spec.with(
                Options.VERIFIER,
                new JsonString(Sql.verifier(password.orElseThrow(
                        () -> invalid(kind, application, "spec." + PASSWORD, "there is no such key of a Secret")))));
    }

    private static void requireSame(
            ApplicationKind kind, Application next, CatalogueKind catalogue, JsonObject live, JsonObject spec) {
        JsonObject given = next.spec() == null ? JsonObject.EMPTY : next.spec();
        Stream.concat(catalogue.identity().stream(), catalogue.fixed().stream().filter(given::has))
                .filter(field -> !Objects.equals(spec.get(field), live.get(field)))
                .forEach(field -> {
                    throw invalid(kind, next, "spec." + field, "cannot be changed");
                });
    }

    /** Postgres is silent when it revokes nothing, because the grantor would grant as the owner now. */
    private static void requireDone(boolean isDone) throws SQLException {
        if (!isDone) {
            throw new SQLFeatureNotSupportedException(
                    "Postgres has left it as it was: see who the grantor is", "55006");
        }
    }

    /** A database is made and dropped outside of transactions. */
    private static void makeOrDrop(Connection connection, CatalogueKind catalogue, List<String> statements)
            throws SQLException {
        if (catalogue.isTransactional()) {
            execute(connection, statements);
        } else {
            connection.commit();
            connection.setAutoCommit(true);
            execute(connection, statements);
            connection.setAutoCommit(false);
        }
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
