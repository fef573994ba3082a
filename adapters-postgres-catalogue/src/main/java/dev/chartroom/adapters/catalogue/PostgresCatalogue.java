package dev.chartroom.adapters.catalogue;

import static dev.chartroom.adapters.catalogue.CatalogueObject.completed;
import static dev.chartroom.adapters.catalogue.Sql.execute;

import dev.chartroom.adapters.catalogue.Boundary.RefusedException;
import dev.chartroom.adapters.catalogue.CatalogueReader.Snapshot;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.secret.SecretValues;
import dev.chartroom.ports.storage.BackingApi;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The catalogue of a Postgres server as a backing API. */
final class PostgresCatalogue implements BackingApi {
    private static final String NOTHING_NEW = "is not a separate grant in Postgres: an owner has its privileges by"
            + " ownership, and a grantor that may act as the owner grants as the owner";

    private final CatalogueTransactions transactions;
    private final Boundary boundary;
    private final Passwords passwords;
    private final CatalogueReader reader;
    private final ObjectTable table;

    private interface Work {
        void on(Connection connection, Snapshot snapshot) throws SQLException, RefusedException;
    }

    private interface Refusal {
        ApiException of(ApplicationKind kind, Application application, SQLException e);
    }

    /**
     * @param namespace the namespace of objects that were not made through Chartroom; null if these objects are not
     *     shown
     */
    PostgresCatalogue(
            CatalogueServer server,
            Boundary boundary,
            SecretValues secrets,
            JsonCodec codec,
            @Nullable String namespace) {
        this.transactions = new CatalogueTransactions(server);
        this.boundary = boundary;
        this.passwords = new Passwords(secrets);
        this.reader = new CatalogueReader(codec, namespace);
        this.table = new ObjectTable(codec);
    }

    @Override
    public State list(ApplicationKind kind) {
        try {
            return transactions.read(
                    kind, connection -> reader.read(connection, kind).state());
        } catch (SQLException e) {
            throw CatalogueErrors.of(e);
        }
    }

    @Override
    public void create(ApplicationKind kind, Application application) {
        JsonObject spec = prepared(kind, application, JsonObject.EMPTY);
        write(kind, application, CatalogueErrors::of, true, (connection, snapshot) -> {
            // Check the boundary first, so that no error reveals whether a grant exists.
            boundary.check(connection, application, snapshot.catalogue().names(JsonObject.EMPTY, spec));
            CatalogueObject object = createOrAdopt(connection, kind, application, snapshot, spec);
            table.created(connection, snapshot.catalogue(), object, application);
        });
    }

    @Override
    public void update(ApplicationKind kind, Application live, Application next) {
        JsonObject spec = prepared(kind, next, live.spec());
        write(kind, next, CatalogueErrors::of, false, (connection, snapshot) -> {
            CatalogueKind catalogue = snapshot.catalogue();
            CatalogueObject object = requireCurrent(kind, live, snapshot);
            if (object.isOf(next.metadata().namespace())) {
                requireSame(kind, next, catalogue, object.spec(), spec);
                alter(connection, kind, next, catalogue, object, spec);
            } else {
                requireUnchanged(kind, live, next);
            }
            table.updated(connection, catalogue, object, next);
        });
    }

    @Override
    public void delete(ApplicationKind kind, Application live) {
        boolean isRetained =
                completed(kind, live).stringOrEmpty("deletionPolicy").equals("Retain");
        String namespace = live.metadata().namespace();
        write(kind, live, CatalogueErrors::ofDeletion, false, (connection, snapshot) -> {
            CatalogueKind catalogue = snapshot.catalogue();
            CatalogueObject object = requireCurrent(kind, live, snapshot);
            if (isRetained || !object.isOf(namespace)) {
                table.retained(connection, catalogue, object, live);
            } else {
                checkExisting(connection, kind, live, catalogue, object);
                makeOrDrop(connection, catalogue, catalogue.drop(object.spec()));
                requireDone(!reader.read(connection, kind)
                        .objects()
                        .containsKey(live.metadata().uid()));
                ObjectTable.purge(connection, catalogue);
            }
        });
    }

    private CatalogueObject createOrAdopt(
            Connection connection, ApplicationKind kind, Application application, Snapshot snapshot, JsonObject spec)
            throws SQLException, RefusedException {
        CatalogueKind catalogue = snapshot.catalogue();
        CatalogueObject existing = snapshot.find(spec);
        if (existing == null) {
            return made(connection, kind, snapshot, spec);
        }
        if (!existing.isRetained() || !existing.isOf(application.metadata().namespace())) {
            throw new SQLException(existing.identifier(), "42710");
        }
        boundary.checkExisting(connection, catalogue, existing);
        requireSame(kind, application, catalogue, existing.spec(), spec);
        alter(connection, kind, application, catalogue, existing, spec);
        return existing;
    }

    /** Makes a new object. */
    private CatalogueObject made(Connection connection, ApplicationKind kind, Snapshot snapshot, JsonObject spec)
            throws SQLException, RefusedException {
        CatalogueKind catalogue = snapshot.catalogue();
        Optional<NamedObject> name = catalogue.made(spec);
        if (name.isPresent()) {
            boundary.checkFree(name.get());
        }
        makeOrDrop(connection, catalogue, catalogue.create(spec));
        execute(connection, catalogue.complete(spec));
        CatalogueObject made = reader.read(connection, kind).find(spec);
        ObjectTable.purge(connection, catalogue);
        if (made == null || snapshot.find(made.oid()) != null) {
            throw new SQLFeatureNotSupportedException(NOTHING_NEW, "0A000");
        }
        return made;
    }

    private void alter(
            Connection connection,
            ApplicationKind kind,
            Application application,
            CatalogueKind catalogue,
            CatalogueObject object,
            JsonObject spec)
            throws SQLException, RefusedException {
        List<String> statements = catalogue.alter(object.spec(), spec);
        if (!statements.isEmpty()) {
            boundary.checkExisting(connection, catalogue, object);
            boundary.check(connection, application, catalogue.names(object.spec(), spec));
            execute(connection, statements);
        }
        CatalogueObject now = reader.read(connection, kind).find(object.oid());
        requireDone(now != null
                && catalogue.alter(now.spec(), spec.without(Options.VERIFIER)).isEmpty());
    }

    private void write(ApplicationKind kind, Application application, Refusal refusal, boolean isMaking, Work work) {
        try {
            transactions.write(kind, isMaking, connection -> work.on(connection, reader.read(connection, kind)));
        } catch (SQLException e) {
            throw refusal.of(kind, application, e);
        } catch (RefusedException e) {
            throw CatalogueErrors.invalid(kind, application, e.field(), String.valueOf(e.getMessage()));
        }
    }

    /** Returns the current object if the client's version is the current one. */
    private static CatalogueObject requireCurrent(ApplicationKind kind, Application live, Snapshot snapshot) {
        String name = live.metadata().name();
        CatalogueObject object = snapshot.objects().get(live.metadata().uid());
        if (object == null || object.isRetained()) {
            throw new ApiException(new ApiError.NotFound(kind.groupResource(), name));
        }
        if (!Long.toString(object.version()).equals(live.metadata().resourceVersion())) {
            throw new ApiException(new ApiError.Conflict(kind.groupResource(), name, ApiError.Conflict.MODIFIED));
        }
        return object;
    }

    private void checkExisting(
            Connection connection,
            ApplicationKind kind,
            Application live,
            CatalogueKind catalogue,
            CatalogueObject object)
            throws SQLException {
        try {
            boundary.checkExisting(connection, catalogue, object);
        } catch (RefusedException e) {
            throw CatalogueErrors.ofDeletion(kind, live, e);
        }
    }

    /** Returns the validated spec with its defaults and with the verifier of a password. */
    private JsonObject prepared(ApplicationKind kind, Application application, @Nullable JsonObject live) {
        JsonObject spec = JsonObject.builder()
                .put("name", application.metadata().name())
                .putAll(completed(kind, application))
                .build();
        spec.members().forEach((field, value) -> {
            if (value instanceof JsonString(String text) && !Sql.isIdentifier(text)) {
                throw CatalogueErrors.invalid(kind, application, field, "must have 1 to 63 bytes, none of them zero");
            }
        });
        return passwords.in(kind, application, spec, live);
    }

    private static void requireSame(
            ApplicationKind kind, Application next, CatalogueKind catalogue, JsonObject live, JsonObject spec) {
        JsonObject given = next.spec() == null ? JsonObject.EMPTY : next.spec();
        Stream.concat(catalogue.identity().stream(), catalogue.fixed().stream().filter(given::has))
                .filter(field -> !Objects.equals(spec.get(field), live.get(field)))
                .forEach(field -> {
                    throw CatalogueErrors.invalid(kind, next, field, "cannot be changed");
                });
    }

    /** If others made an object, only its metadata can be changed through Chartroom. */
    private static void requireUnchanged(ApplicationKind kind, Application live, Application next) {
        if (!completed(kind, live).equals(completed(kind, next))) {
            throw CatalogueErrors.invalid(kind, next, "", "cannot be changed: it was not made through Chartroom");
        }
    }

    /** A REVOKE by another grantor than the grant's has no effect, and Postgres reports no error. */
    private static void requireDone(boolean isDone) throws SQLException {
        if (!isDone) {
            throw new SQLFeatureNotSupportedException(
                    "Postgres did not change it: check which role is its grantor", "55006");
        }
    }

    /** Postgres makes and drops databases only outside of transactions. */
    private void makeOrDrop(Connection connection, CatalogueKind catalogue, List<String> statements)
            throws SQLException {
        if (catalogue.isTransactional()) {
            execute(connection, statements);
        } else {
            transactions.executeOutside(statements);
        }
    }
}
