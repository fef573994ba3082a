package dev.chartroom.adapters.catalogue;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.catalogue.PostgresResources.Allowed;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.StoredApplication;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A tenant who may write all kinds in one namespace can reach no object that does not belong to that namespace. */
class PostgresBoundaryTest extends CatalogueTest {
    private static final String OTHER = "team-b";
    /**
     * Names of roles that a spec in {@link #NAMESPACE} may not use, although the configuration allows many of them.
     */
    private static final List<String> ROLES = List.of(
            "app-b",
            "theirs",
            "postgres",
            "dba",
            "deputy",
            "keeper",
            "pg_monitor",
            "pg_execute_server_program",
            "left",
            "gone",
            "APP-A",
            "app-a ",
            "public",
            "none",
            "nobody");

    private static final List<String> DATABASES =
            List.of("db-b", "template0", "template1", "postgres", "left", "gone", "DB-A", "nothing");
    private static final List<String> SCHEMAS =
            List.of("public", "secret", "chartroom", "pg_catalog", "pg_toast", "information_schema", "SHOP", "nothing");

    @Override
    Allowed allowed() {
        return allowed(
                Set.of("readers", "postgres", "dba", "deputy", "keeper", "pg_monitor"),
                Set.of("listed"),
                Set.of("shop", "chartroom", "pg_catalog", "information_schema"));
    }

    @BeforeEach
    void prepare() {
        server.psql(
                "CREATE ROLE theirs",
                "CREATE ROLE dba SUPERUSER",
                "CREATE ROLE deputy",
                "GRANT dba TO deputy",
                "CREATE ROLE keeper",
                "CREATE ROLE readers",
                "CREATE SCHEMA shop",
                "CREATE TABLE shop.items ()",
                "CREATE SCHEMA secret");
        create(roles, "app-a", object("{'login':true}"));
        create(roles, "helper-a", object("{}"));
        createIn(OTHER, roles, "app-b", object("{'login':true}"));
    }

    private void prepareDatabases() {
        create(databases, "db-a", object("{'owner':'app-a','deletionPolicy':'Delete'}"));
        createIn(OTHER, databases, "db-b", object("{'owner':'app-b'}"));
        for (String gone : List.of("left", "gone")) {
            String policy = gone.equals("left") ? "Retain" : "Delete";
            for (ApplicationKind kind : List.of(roles, databases)) {
                create(kind, gone, object("{'deletionPolicy':'" + policy + "'}"));
                store.delete(kind, in(NAMESPACE, gone), DELETE);
            }
        }
    }

    @Test
    void specMayNotNameForeignRolesDatabasesOrSchemas() {
        prepareDatabases();
        StoredApplication own = store.current(databases, in(NAMESPACE, "db-a"));
        @Nullable String before = state();

        for (String role : ROLES) {
            assertRefused("member", "role", role, "{'role':'app-a','member':'%s'}");
            assertRefused("role", "role", role, "{'role':'%s','member':'app-a'}");
            assertRefused("grantor", "role", role, "{'role':'app-a','member':'helper-a','grantor':'%s'}");
            assertRefused("role", "role", role, "{'role':'%s','database':'db-a','privileges':['CONNECT']}");
            assertRefused("role", "role", role, "{'role':'%s','schema':'shop','privileges':['USAGE']}");
            assertRefused(
                    "role", "role", role, "{'role':'%s','schema':'shop','table':'items','privileges':['SELECT']}");
            assertRefused(
                    "grantor",
                    "role",
                    role,
                    "{'role':'helper-a','database':'db-a','privileges':['CONNECT'],'grantor':'%s'}");
            assertRefused(
                    "owner",
                    "role",
                    role,
                    status(() -> create(databases, "tried", object("{'owner':'%s'}".formatted(role)))));
            assertRefused(
                    "owner",
                    "role",
                    role,
                    status(() -> store.update(
                            databases,
                            own,
                            own.application()
                                    .withSpec(object("{'owner':'%s','deletionPolicy':'Delete'}".formatted(role))),
                            OPTIONS)));
        }
        for (String database : DATABASES) {
            assertRefused(
                    "database",
                    "database",
                    database,
                    "{'role':'app-a','database':'%s','privileges':['CONNECT','CREATE']}");
        }
        for (String schema : SCHEMAS) {
            assertRefused("schema", "schema", schema, "{'role':'app-a','schema':'%s','privileges':['USAGE','CREATE']}");
            assertRefused(
                    "schema",
                    "schema",
                    schema,
                    "{'role':'app-a','schema':'%s','table':'object','privileges':['INSERT','TRIGGER']}");
        }

        assertThat(state()).isEqualTo(before);
    }

    /** The message is the same for names that exist and names that do not. */
    private void assertRefused(String field, String sort, String name, String spec) {
        assertRefused(field, sort, name, status(() -> create(grants, "tried", object(spec.formatted(name)))));
    }

    private static void assertRefused(String field, String sort, String name, Status status) {
        assertThat(status.message())
                .as(name)
                .endsWith(
                        "spec.%s: Invalid value: \"%s\": %s \"%s\" is neither an object of this namespace nor allowed to it"
                                .formatted(field, name, sort, name));
        assertThat(status.code()).isEqualTo(422);
    }

    private @Nullable String state() {
        return server.psql("""
                SELECT concat_ws(' ', (SELECT string_agg(m::text, ',' ORDER BY oid) FROM pg_auth_members m),
                  (SELECT string_agg(concat(datname, datdba, datacl), ',' ORDER BY oid) FROM pg_database),
                  (SELECT string_agg(concat(nspname, nspacl), ',' ORDER BY oid) FROM pg_namespace),
                  (SELECT string_agg(concat(relname, relacl), ',' ORDER BY oid) FROM pg_class WHERE oid >= 16384))""");
    }

    @Test
    void specMayNameOwnAndAllowedObjects() {
        prepareDatabases();
        server.psql("CREATE DATABASE listed");
        create(roles, "giver-a", object("{}"));

        for (String spec : List.of(
                "{'role':'app-a','member':'helper-a','admin':true}",
                "{'role':'readers','member':'app-a'}",
                "{'role':'giver-a','member':'readers'}",
                "{'role':'helper-a','database':'db-a','privileges':['CONNECT'],'grantable':['CONNECT']}",
                "{'role':'helper-a','database':'listed','privileges':['CREATE']}",
                "{'role':'app-a','schema':'shop','privileges':['USAGE']}",
                "{'role':'readers','schema':'shop','table':'items','privileges':['SELECT']}")) {
            create(grants, CatalogueNames.escaped(spec), object(spec));
        }

        assertThat(server.psql("SELECT pg_has_role('app-a', 'readers', 'SET')")).isEqualTo("t");
    }

    @Test
    void allowedNamesApplyToTheirNamespaceOnly() {
        Status status = status(() -> createIn(OTHER, grants, "tried", object("{'role':'readers','member':'app-b'}")));

        assertThat(status.message()).contains("spec.role", "nor allowed to it");
    }

    @Test
    void adminOptionOnAnAllowedRoleIsRefused() {
        Status created =
                status(() -> create(grants, "chief", object("{'role':'readers','member':'app-a','admin':true}")));
        StoredApplication member = create(grants, "chief", object("{'role':'readers','member':'app-a'}"));
        Status updated = status(() -> store.update(
                grants,
                member,
                member.application().withSpec(object("{'role':'readers','member':'app-a','admin':true}")),
                OPTIONS));

        assertThat(List.of(created, updated))
                .allSatisfy(
                        status -> assertThat(status.message())
                                .endsWith(
                                        "spec.role: Invalid value: \"readers\": role \"readers\" is not an object of this namespace"));
    }

    /** Otherwise a tenant could find out the role memberships of others. */
    @Test
    void existenceOfAForeignGrantIsNotRevealed() {
        createIn(OTHER, roles, "helper-b", object("{}"));
        createIn(OTHER, grants, "theirs", object("{'role':'app-b','member':'helper-b'}"));

        assertThat(reason(() -> create(grants, "tried", object("{'role':'app-b','member':'helper-b'}"))))
                .isEqualTo("Invalid");
    }

    @Test
    void grantWhoseNamesAreNoLongerAllowedCanOnlyBeDeleted() {
        JsonObject spec = object("{'role':'app-a','schema':'shop','privileges':['USAGE']}");
        create(grants, "app-may", spec);
        try (PostgresResources stricter = server.open()) {
            StoredApplication now = stricter.store().current(grants, in(NAMESPACE, "app-may"));

            Status update = status(() -> stricter.store()
                    .update(
                            grants,
                            now,
                            now.application()
                                    .withSpec(object("{'role':'app-a','schema':'shop','privileges':['CREATE']}")),
                            OPTIONS));
            stricter.store().delete(grants, in(NAMESPACE, "app-may"), DELETE);

            assertThat(update.message()).contains("spec.schema", "nor allowed to it");
            assertThat(server.psql("SELECT has_schema_privilege('app-a', 'shop', 'USAGE')"))
                    .isEqualTo("f");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"role", "database"})
    void retainedObjectIsAdoptedInItsNamespaceOnly(String kind) {
        ApplicationKind kept = kind.equals("role") ? roles : databases;
        createIn(OTHER, kept, "kept", object("{'deletionPolicy':'Retain'}"));
        store.delete(kept, in(OTHER, "kept"), DELETE);
        @Nullable String before = oid(kind, "kept");

        Status stolen = status(() -> create(kept, "kept", object("{'deletionPolicy':'Delete'}")));
        Status renamed = status(() -> create(kept, "mine", object("{'name':'kept','deletionPolicy':'Delete'}")));
        createIn(OTHER, kept, "again", object("{'name':'kept','deletionPolicy':'Delete'}"));

        assertThat(stolen.wireReason()).isEqualTo("AlreadyExists");
        assertThat(renamed.wireReason()).isEqualTo("AlreadyExists");
        assertThat(oid(kind, "kept")).isEqualTo(before);
        store.delete(kept, in(OTHER, "again"), DELETE);
        assertThat(oid(kind, "kept")).isNull();
    }

    private @Nullable String oid(String kind, String name) {
        return server.psql(
                kind.equals("role")
                        ? "SELECT oid FROM pg_roles WHERE rolname = '" + name + "'"
                        : "SELECT oid FROM pg_database WHERE datname = '" + name + "'");
    }

    @Test
    void foreignRoleIsNeitherChangedNorDroppedNorAdopted() {
        NamespacedName name = in(PostgresServer.NAMESPACE, "theirs");
        StoredApplication theirs = store.current(roles, name);

        for (String spec : List.of(
                "{'login':true}",
                "{'name':'theirs','deletionPolicy':'Delete'}",
                "{'deletionPolicy':'Retain','createRole':true}")) {
            Status status = status(
                    () -> store.update(roles, theirs, theirs.application().withSpec(object(spec)), OPTIONS));
            assertThat(status.message()).contains("spec: Invalid value", "it was not made through Chartroom");
            assertThat(status.code()).isEqualTo(422);
        }
        // Simulates a row that was written before there was a mark.
        server.psql("INSERT INTO chartroom.object SELECT 'pg_authid', oid, '" + PostgresServer.NAMESPACE
                + "', 'theirs', '{\"name\":\"theirs\",\"namespace\":\"" + PostgresServer.NAMESPACE
                + "\"}', '{\"deletionPolicy\":\"Delete\"}', false, 1 FROM pg_roles WHERE rolname = 'theirs'");
        store.delete(roles, name, DELETE);

        assertThat(oid("role", "theirs")).isNotNull();
        assertThat(reason(() ->
                        createIn(PostgresServer.NAMESPACE, roles, "theirs", object("{'deletionPolicy':'Delete'}"))))
                .isEqualTo("AlreadyExists");
        assertThat(reason(() -> createIn(
                        PostgresServer.NAMESPACE,
                        databases,
                        "tried",
                        object("{'owner':'theirs','deletionPolicy':'Delete'}"))))
                .isEqualTo("Invalid");
    }

    @ParameterizedTest
    @CsvSource({"readers", "keeper", "dba"})
    void reservedRoleNameIsRefused(String name) {
        server.psql("DROP ROLE " + name);

        Status status = status(() -> createIn(OTHER, roles, "first", JsonObject.of("name", text(name))));

        assertThat(status.message())
                .contains("spec.name", "is a name that the configuration reserves for the administrator");
        assertThat(oid("role", name)).isNull();
    }

    /** With SQL, the administrator of a role can rename it. */
    @Test
    void foreignRoleRenamedToAnAllowedNameIsRefused() {
        server.psql("DROP ROLE readers", "ALTER ROLE \"app-b\" RENAME TO readers");

        Status status = status(() -> create(grants, "tried", object("{'role':'app-a','member':'readers'}")));

        assertThat(status.message()).contains("spec.member", "nor allowed to it");
    }

    @Test
    void onlyTheOwnerMayConnectToANewDatabase() throws SQLException {
        prepareDatabases();
        server.psql("ALTER ROLE \"app-a\" PASSWORD 'a'", "ALTER ROLE \"app-b\" PASSWORD 'b'");
        create(databases, "nobodys", object("{'deletionPolicy':'Delete'}"));
        StoredApplication closed =
                create(databases, "closed", object("{'deletionPolicy':'Delete','allowConnections':false}"));

        try (Connection own = DriverManager.getConnection(server.url("db-a"), "app-a", "a")) {
            assertThat(own.isValid(5)).isTrue();
        }
        assertThat(server.psql("SELECT string_agg(datname, ' ') FROM pg_database"
                        + " WHERE oid >= 16384 AND has_database_privilege('app-b', oid, 'CONNECT')"))
                .isEqualTo("db-b");
        assertThat(server.psql("SELECT datacl FROM pg_database WHERE datname = 'nobodys'"))
                .isEqualTo("{postgres=CTc/postgres}");
        assertThat(server.psql("SELECT string_agg(datname, ' ' ORDER BY oid) FROM pg_database WHERE NOT datallowconn"))
                .isEqualTo("template0 closed");
        store.update(
                databases,
                closed,
                closed.application()
                        .withSpec(object("{'deletionPolicy':'Delete'}").with("allowConnections", JsonBoolean.of(true))),
                OPTIONS);
        assertThat(server.psql("SELECT datallowconn FROM pg_database WHERE datname = 'closed'"))
                .isEqualTo("t");
    }

    /** The creation of a database takes two transactions. Between them, no other replica may write. */
    @Test
    void databaseCreationLocksOutOtherReplicas() throws Exception {
        String granted = "SELECT count(*) FROM pg_locks WHERE mode = 'ShareRowExclusiveLock' AND granted"
                + " AND relation = 'chartroom.object'::regclass";
        try (Connection holding = server.connect();
                Statement lock = holding.createStatement();
                ExecutorService atOnce = Executors.newVirtualThreadPerTaskExecutor()) {
            holding.setAutoCommit(false);
            lock.execute("LOCK TABLE pg_database IN SHARE ROW EXCLUSIVE MODE");
            Future<StoredApplication> created =
                    atOnce.submit(() -> create(databases, "slow", object("{'deletionPolicy':'Delete'}")));
            Awaitility.await()
                    .until(() -> "1"
                            .equals(server.psql("SELECT count(*) FROM pg_stat_activity"
                                    + " WHERE wait_event_type = 'Lock' AND query LIKE 'CREATE DATABASE%'")));

            assertThat(server.psql(granted)).isEqualTo("1");

            holding.rollback();
            assertThat(created.get().metadata().uid()).isNotEmpty();
        }
        assertThat(server.psql(granted)).isEqualTo("0");
        assertThat(status(() -> create(databases, "slow", object("{'encoding':'none'}")))
                        .code())
                .isEqualTo(409);
        assertThat(status(() -> create(databases, "odd", object("{'encoding':'none'}")))
                        .code())
                .isEqualTo(422);
        assertThat(server.psql(granted)).isEqualTo("0");
    }

    /** Any login role may take advisory locks, and hold them while it is connected. */
    @Test
    void advisoryLockOfATenantBlocksNoWriteAndNoFirstRead() throws SQLException {
        StoredApplication app = store.current(roles, in(NAMESPACE, "app-a"));
        server.psql("ALTER ROLE \"app-a\" PASSWORD 'a'");
        try (Connection tenant = DriverManager.getConnection(server.url("postgres"), "app-a", "a");
                Statement statement = tenant.createStatement();
                PostgresResources fresh = server.open(allowed())) {
            statement.execute("SELECT pg_advisory_lock(7241550813)");

            assertThat(fresh.store().get(roles, in(NAMESPACE, "app-a"), "")).isNotNull();
            create(databases, "made", object("{'deletionPolicy':'Delete'}"));
            StoredApplication now = store.current(roles, app.metadata().namespacedName());
            store.update(roles, now, now.application().withSpec(object("{'login':false}")), OPTIONS);
            store.delete(databases, in(NAMESPACE, "made"), DELETE);

            tenant.setAutoCommit(false);
            assertThatThrownBy(() -> statement.execute("LOCK TABLE chartroom.object IN ACCESS SHARE MODE"))
                    .hasMessageContaining("permission denied");
        }
    }

    @Test
    void openTransactionOfATenantBlocksOnlyWritesToItsRole() throws Exception {
        server.psql("ALTER ROLE \"app-a\" PASSWORD 'a'");
        StoredApplication now = store.current(roles, in(NAMESPACE, "app-a"));
        try (Connection tenant = DriverManager.getConnection(server.url("postgres"), "app-a", "a");
                Statement statement = tenant.createStatement();
                PostgresResources replica = server.open(allowed());
                ExecutorService atOnce = Executors.newVirtualThreadPerTaskExecutor()) {
            tenant.setAutoCommit(false);
            statement.execute("ALTER ROLE \"app-a\" PASSWORD 'b'");
            Future<Status> own = atOnce.submit(() -> status(
                    () -> store.update(roles, now, now.application().withSpec(object("{'login':false}")), OPTIONS)));
            Awaitility.await()
                    .until(() -> own.isDone()
                            || !"0".equals(server.psql("SELECT count(*) FROM pg_locks WHERE NOT granted")));

            assertThat(replica.store()
                            .create(roles, application(roles, "other", object("{}")), OPTIONS)
                            .metadata()
                            .uid())
                    .isNotEmpty();
            assertThat(own.get().code()).isEqualTo(429);
        }
    }

    @Test
    void readsAreAnsweredWhileAWriteWaitsForAnotherReplica() throws Exception {
        try (Connection other = server.connect();
                Statement lock = other.createStatement();
                ExecutorService atOnce = Executors.newVirtualThreadPerTaskExecutor()) {
            other.setAutoCommit(false);
            lock.execute("LOCK TABLE chartroom.object IN SHARE ROW EXCLUSIVE MODE");
            // The write waits only for a limited time.
            Awaitility.await().until(() -> {
                Future<Status> refused = atOnce.submit(() -> status(() -> create(roles, "late", object("{}"))));
                Awaitility.await()
                        .until(() -> refused.isDone()
                                || !"0".equals(server.psql("SELECT count(*) FROM pg_locks WHERE NOT granted")));
                try (PostgresResources fresh = server.open(allowed())) {
                    fresh.store().get(roles, in(NAMESPACE, "app-a"), "");
                    store.get(roles, in(NAMESPACE, "app-a"), "");
                }
                boolean isAnsweredFirst = !refused.isDone();
                assertThat(refused.get().code()).isEqualTo(429);
                assertThat(refused.get().retryAfterSeconds()).isPositive();
                return isAnsweredFirst;
            });
        }
        create(roles, "late", object("{}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ALTER ROLE \"app-a\" SUPERUSER", "GRANT dba TO \"app-a\"", "GRANT postgres TO \"app-a\""})
    void superuserRoleIsNeitherChangedNorDroppedNorAdopted(String raise) {
        server.psql(raise);
        StoredApplication app = store.current(roles, in(NAMESPACE, "app-a"));
        secrets.put(NAMESPACE + "/app:password", "new");

        Status changed = status(() -> store.update(
                roles,
                app,
                app.application()
                        .withSpec(object("{'login':true,'passwordSecretRef':{'name':'app','key':'password'}}")),
                OPTIONS));
        Status dropped = status(() -> store.delete(roles, in(NAMESPACE, "app-a"), DELETE));
        server.psql("UPDATE chartroom.object SET retained = true WHERE name = 'app-a'");
        Status takenUp = status(() -> create(roles, "app-a", object("{'login':true}")));

        assertThat(changed.code()).isEqualTo(422);
        assertThat(dropped.code()).isEqualTo(409);
        assertThat(takenUp.code()).isEqualTo(422);
        assertThat(List.of(changed, dropped, takenUp))
                .allSatisfy(status ->
                        assertThat(status.message()).contains("role \"app-a\" now belongs to the administrator"));
        assertThat(server.psql("SELECT rolcanlogin AND rolpassword IS NULL FROM pg_authid WHERE rolname = 'app-a'"))
                .isEqualTo("t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE SCHEMA chartroom AUTHORIZATION theirs",
                "CREATE SCHEMA chartroom; CREATE TABLE chartroom.object (made boolean);"
                        + " ALTER TABLE chartroom.object OWNER TO theirs",
                "CREATE SCHEMA chartroom; CREATE VIEW chartroom.object AS SELECT true AS made;"
                        + " ALTER VIEW chartroom.object OWNER TO theirs"
            })
    void schemaOrTableOfAnotherOwnerIsRefused(String forgery) {
        server.psql("DROP SCHEMA chartroom CASCADE");
        server.psql(forgery.split("; *"));
        try (PostgresResources fresh = server.open(allowed())) {
            Status status = status(() -> fresh.store().current(roles, in(NAMESPACE, "app-a")));

            assertThat(status.message())
                    .contains("the schema chartroom and its tables must belong to the role postgres");
            assertThat(fresh.problem())
                    .hasValueSatisfying(why -> assertThat(why).contains("must belong"));
        }
    }

    /** An object from before there was a mark may have been created by Chartroom or by others. */
    @Test
    void recordedObjectIsForeignUntilItIsMarkedAsMade() {
        server.psql("ALTER TABLE chartroom.object DROP COLUMN made");
        try (PostgresResources fresh = server.open(allowed())) {
            JsonObject spec = object("{'role':'app-a','member':'helper-a'}");
            assertThat(reason(() -> fresh.store().create(grants, application(grants, "tried", spec), OPTIONS)))
                    .isEqualTo("Invalid");

            server.psql("UPDATE chartroom.object SET made = true WHERE namespace = '" + NAMESPACE + "'");

            fresh.store().create(grants, application(grants, "tried", spec), OPTIONS);
        }
    }

    /** The search path of Chartroom's connection has no schema in which a tenant may create functions. */
    @Test
    void functionOfATenantIsNotCalled() {
        server.psql(
                "CREATE FUNCTION public.concat_ws(text, oid, oid, oid, oid, oid) RETURNS text LANGUAGE plpgsql AS"
                        + " 'BEGIN RAISE EXCEPTION ''called''; END'",
                "CREATE FUNCTION public.age(xid) RETURNS int LANGUAGE plpgsql AS"
                        + " 'BEGIN RAISE EXCEPTION ''called''; END'",
                "ALTER DATABASE postgres SET search_path = public, pg_catalog");
        try (PostgresResources fresh = server.open(allowed())) {
            assertThat(fresh.store()
                            .current(roles, in(NAMESPACE, "app-a"))
                            .metadata()
                            .uid())
                    .isNotEmpty();
            fresh.store()
                    .create(
                            grants,
                            application(grants, "a", object("{'role':'app-a','schema':'shop','privileges':['USAGE']}")),
                            OPTIONS);
        } finally {
            server.psql(
                    "ALTER DATABASE postgres RESET search_path",
                    "DROP FUNCTION public.concat_ws(text, oid, oid, oid, oid, oid)",
                    "DROP FUNCTION public.age(xid)");
        }
    }
}
