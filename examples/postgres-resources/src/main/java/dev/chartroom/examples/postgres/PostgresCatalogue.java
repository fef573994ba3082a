package dev.chartroom.examples.postgres;

import static dev.chartroom.examples.postgres.CatalogueObject.completed;
import static dev.chartroom.examples.postgres.Sql.execute;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.examples.postgres.Boundary.RefusedException;
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
        void on(Connection connection, Look look) throws SQLException, RefusedException;
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
    public State look(ApplicationKind kind) {
        try {
            return transactions.look(
                    kind, connection -> reader.look(connection, kind).state());
        } catch (SQLException e) {
            throw CatalogueErrors.of(e);
        }
    }

    @Override
    public void create(ApplicationKind kind, Application application) {
        JsonObject spec = prepared(kind, application, JsonObject.EMPTY);
        write(kind, application, CatalogueErrors::of, true, (connection, look) -> {
            // Check the boundary first, so that no error reveals whether a grant exists.
            boundary.check(connection, application, look.catalogue().names(JsonObject.EMPTY, spec));
            CatalogueObject object = madeOrTakenUp(connection, kind, application, look, spec);
            table.created(connection, look.catalogue(), object, application);
        });
    }

    @Override
    public void update(ApplicationKind kind, Application live, Application next) {
        JsonObject spec = prepared(kind, next, live.spec());
        write(kind, next, CatalogueErrors::of, false, (connection, look) -> {
            CatalogueKind catalogue = look.catalogue();
            CatalogueObject object = same(kind, live, look);
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
        write(kind, live, CatalogueErrors::ofDeletion, false, (connection, look) -> {
            CatalogueKind catalogue = look.catalogue();
            CatalogueObject object = same(kind, live, look);
            if (isRetained || !object.isOf(namespace)) {
                table.retained(connection, catalogue, object, live);
            } else {
                checkKept(connection, kind, live, catalogue, object);
                makeOrDrop(connection, catalogue, catalogue.drop(object.spec()));
                requireDone(!reader.look(connection, kind)
                        .objects()
                        .containsKey(live.metadata().uid()));
                ObjectTable.purge(connection, catalogue);
            }
        });
    }

    private CatalogueObject madeOrTakenUp(
            Connection connection, ApplicationKind kind, Application application, Look look, JsonObject spec)
            throws SQLException, RefusedException {
        CatalogueKind catalogue = look.catalogue();
        CatalogueObject existing = look.find(spec);
        if (existing == null) {
            return made(connection, kind, look, spec);
        }
        if (!existing.isRetained() || !existing.isOf(application.metadata().namespace())) {
            throw new SQLException(existing.identifier(), "42710");
        }
        boundary.checkKept(connection, catalogue, existing);
        requireSame(kind, application, catalogue, existing.spec(), spec);
        alter(connection, kind, application, catalogue, existing, spec);
        return existing;
    }

    /** Makes a new object. */
    private CatalogueObject made(Connection connection, ApplicationKind kind, Look look, JsonObject spec)
            throws SQLException, RefusedException {
        CatalogueKind catalogue = look.catalogue();
        Optional<NamedObject> name = catalogue.made(spec);
        if (name.isPresent()) {
            boundary.checkFree(name.get());
        }
        makeOrDrop(connection, catalogue, catalogue.create(spec));
        execute(connection, catalogue.complete(spec));
        CatalogueObject made = reader.look(connection, kind).find(spec);
        ObjectTable.purge(connection, catalogue);
        if (made == null || look.find(made.oid()) != null) {
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
            boundary.checkKept(connection, catalogue, object);
            boundary.check(connection, application, catalogue.names(object.spec(), spec));
            execute(connection, statements);
        }
        CatalogueObject now = reader.look(connection, kind).find(object.oid());
        requireDone(now != null
                && catalogue.alter(now.spec(), spec.without(Options.VERIFIER)).isEmpty());
    }

    private void write(ApplicationKind kind, Application application, Refusal refusal, boolean isMaking, Work work) {
        try {
            transactions.write(kind, isMaking, connection -> work.on(connection, reader.look(connection, kind)));
        } catch (SQLException e) {
            throw refusal.of(kind, application, e);
        } catch (RefusedException e) {
            throw CatalogueErrors.invalid(kind, application, e.field(), String.valueOf(e.getMessage()));
        }
    }

    /** Returns the current object if the client's version is the current one. */
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

    private void checkKept(
            Connection connection,
            ApplicationKind kind,
            Application live,
            CatalogueKind catalogue,
            CatalogueObject object)
            throws SQLException {
        try {
            boundary.checkKept(connection, catalogue, object);
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

    /** Postgres does not report an error if a REVOKE has no effect because another role would now be its grantor. */
    private static void requireDone(boolean isDone) throws SQLException {
        if (!isDone) {
            throw new SQLFeatureNotSupportedException(
                    "Postgres has left it as it was: check which role is its grantor", "55006");
        }
    }

    /** Postgres makes and drops databases outside of transactions only. */
    private void makeOrDrop(Connection connection, CatalogueKind catalogue, List<String> statements)
            throws SQLException {
        if (catalogue.isTransactional()) {
            execute(connection, statements);
        } else {
            transactions.executeOutside(statements);
        }
    }
}
