package dev.chartroom.examples.postgres;

import static dev.chartroom.examples.postgres.CatalogueObject.completed;
import static dev.chartroom.examples.postgres.ObjectTable.execute;

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
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The catalogue of a Postgres server, as an API whose objects are kinds. */
final class PostgresCatalogue implements BackingApi {
    private static final String PASSWORD = "passwordSecretRef";

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
            write(kind, application, (connection, look) -> {
                CatalogueKind catalogue = look.catalogue();
                String identifier = catalogue.identifierOf(application.metadata().name(), spec);
                CatalogueObject existing = look.named(identifier);
                if (existing == null) {
                    makeOrDrop(connection, catalogue, catalogue.create(identifier, spec));
                    existing = reader.look(connection, kind).named(identifier);
                    ObjectTable.purge(connection, catalogue);
                } else if (existing.isRetained()) {
                    requireSame(kind, application, existing.spec(), catalogue.fixed());
                    for (String statement : catalogue.alter(identifier, existing.spec(), spec)) {
                        execute(connection, statement);
                    }
                } else {
                    throw new SQLException(identifier, "42710");
                }
                table.put(connection, catalogue, Objects.requireNonNull(existing), application, false);
            });
        } finally {
            making.writeLock().unlock();
        }
    }

    @Override
    public void update(ApplicationKind kind, Application live, Application next) {
        JsonObject spec = prepared(kind, next, live.spec());
        write(kind, next, (connection, look) -> {
            CatalogueKind catalogue = look.catalogue();
            CatalogueObject object = same(kind, live, look);
            requireSame(kind, next, object.spec(), catalogue.fixed());
            if (!catalogue.identifierOf(next.metadata().name(), spec).equals(object.identifier())) {
                throw invalid(kind, next, "spec.name", "cannot be changed");
            }
            for (String statement : catalogue.alter(object.identifier(), object.spec(), spec)) {
                execute(connection, statement);
            }
            table.put(connection, catalogue, object, next, false);
        });
    }

    @Override
    public void delete(ApplicationKind kind, Application live) {
        boolean isRetained = completed(kind, live).stringOrEmpty("deletionPolicy").equals("Retain");
        write(kind, live, (connection, look) -> {
            CatalogueKind catalogue = look.catalogue();
            CatalogueObject object = same(kind, live, look);
            if (isRetained) {
                table.put(connection, catalogue, object, live, true);
            } else {
                makeOrDrop(connection, catalogue, catalogue.drop(object.identifier(), object.spec()));
                ObjectTable.purge(connection, catalogue);
            }
        });
    }

    private void write(ApplicationKind kind, Application application, Work work) {
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            // Of Chartroom's writers one at a time; of a psql's, only the same row's.
            execute(connection, ObjectTable.LOCK);
            work.on(connection, reader.look(connection, kind));
            connection.commit();
        } catch (SQLException e) {
            throw PostgresErrors.of(kind, application, e);
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
        Optional<byte[]> password = secrets.value(secret, ref.stringOrEmpty("key"));
        if (password.isEmpty() && live != null && ref.equals(live.get(PASSWORD))) {
            // The Secret may go first, where a namespace is deleted.
            return spec;
        }
        return spec.with(
                CatalogueKind.VERIFIER,
                new JsonString(Sql.verifier(password.orElseThrow(() ->
                        invalid(kind, application, "spec." + PASSWORD, "there is no such key of a Secret")))));
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

    /** A database is made and dropped outside of transactions. */
    private static void makeOrDrop(Connection connection, CatalogueKind catalogue, String statement) throws SQLException {
        if (catalogue == CatalogueKind.DATABASE) {
            connection.commit();
            connection.setAutoCommit(true);
            execute(connection, statement);
            connection.setAutoCommit(false);
        } else {
            execute(connection, statement);
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
