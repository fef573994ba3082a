package dev.chartroom.adapters.catalogue;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.catalogue.PostgresResources.Allowed;
import dev.chartroom.adapters.catalogue.PostgresResources.Settings;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects of Postgres as resources, and the answers of Postgres to requests. */
class PostgresResourcesTest extends CatalogueTest {
    @Override
    Allowed allowed() {
        return allowed(Set.of("victim"), Set.of(), Set.of());
    }

    @Test
    void watchReportsDatabaseChangesByPsql() throws InterruptedException {
        try (WatchStream watch = store.watch(databases, WatchRequest.after("", latest(databases)))) {
            server.psql("CREATE DATABASE shop CONNECTION LIMIT 5");
            ServedApplication added = changed(watch, WatchEvent.Added.class);
            assertThat(added.namespacedName()).isEqualTo(new NamespacedName(PostgresServer.NAMESPACE, "shop"));
            assertThat(spec(added))
                    .isEqualTo(object("{'owner':'postgres','encoding':'UTF8','connectionLimit':5,"
                            + "'allowConnections':true,'deletionPolicy':'Retain'}"));

            server.psql("ALTER DATABASE shop CONNECTION LIMIT 7");
            ServedApplication modified = changed(watch, WatchEvent.Modified.class);
            assertThat(spec(modified).get("connectionLimit")).hasToString("7");
            assertThat(modified.metadata().uid()).isEqualTo(added.metadata().uid());

            server.psql("DROP DATABASE shop");
            ServedApplication deleted = changed(watch, WatchEvent.Deleted.class);
            assertThat(deleted.namespacedName()).isEqualTo(added.namespacedName());
            assertThat(Long.parseLong(deleted.resourceVersion()))
                    .isGreaterThan(Long.parseLong(modified.resourceVersion()));
        }
    }

    @Test
    void changeIsReportedAfterEarlierTransactionsEnd() throws Exception {
        String from = latest(roles);
        try (Connection open = server.connect();
                Statement statement = open.createStatement()) {
            open.setAutoCommit(false);
            statement.execute("CREATE ROLE first");
            server.psql("CREATE ROLE second");
            try (WatchStream watch = store.watch(roles, WatchRequest.after("", from))) {
                assertThat(watch.next(Duration.ofMillis(1500))).isNull();
                assertThat(store.get(roles, in(PostgresServer.NAMESPACE, "second"), ""))
                        .isNotNull();

                open.commit();

                assertThat(changed(watch, WatchEvent.Added.class)
                                .namespacedName()
                                .name())
                        .isEqualTo("first");
                assertThat(changed(watch, WatchEvent.Added.class)
                                .namespacedName()
                                .name())
                        .isEqualTo("second");
            }
        }
    }

    @Test
    void watchResumesBetweenTwoChangesOfOneTransaction() throws InterruptedException {
        server.psql("CREATE ROLE a", "CREATE ROLE b", "CREATE TABLE items ()");
        String from = latest(grants);
        server.psql("GRANT SELECT ON items TO a, b");

        List<String> told = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            try (WatchStream watch = store.watch(grants, WatchRequest.after("", from))) {
                ServedApplication added = changed(watch, WatchEvent.Added.class);
                told.add(spec(added).stringOrEmpty("role"));
                from = added.resourceVersion();
            }
        }

        assertThat(told).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void deletedForeignRoleIsHiddenAndNeitherDroppedNorAdopted() {
        server.psql("CREATE ROLE theirs");
        NamespacedName name = new NamespacedName(PostgresServer.NAMESPACE, "theirs");

        store.delete(roles, name, DELETE);

        assertThat(reason(() -> store.get(roles, name, ""))).isEqualTo("NotFound");
        assertThat(reason(() ->
                        createIn(PostgresServer.NAMESPACE, roles, "theirs", object("{'deletionPolicy':'Delete'}"))))
                .isEqualTo("AlreadyExists");
        assertThat(server.psql("SELECT count(*) FROM pg_roles WHERE rolname = 'theirs'"))
                .isEqualTo("1");
    }

    @Test
    void foreignObjectsAreHiddenIfNoNamespaceIsConfigured() {
        server.psql("CREATE ROLE theirs");
        Settings settings = server.settings("postgres", "postgres");
        try (PostgresResources hiding = PostgresResources.open(
                new Settings(
                        settings.url(),
                        settings.user(),
                        settings.password(),
                        null,
                        null,
                        settings.allowed(),
                        settings.reserved()),
                (_, _) -> Optional.empty(),
                PostgresServer.CODEC,
                PendingChanges.ofHeap(),
                Clock.systemUTC())) {
            StoredApplication ours = hiding.store().create(roles, application(roles, "ours", object("{}")), OPTIONS);

            assertThat(hiding.store().list(roles, ListRequest.all("")).items())
                    .extracting(ServedApplication::namespacedName)
                    .containsExactly(ours.metadata().namespacedName());
            assertThat(hiding.store().list(databases, ListRequest.all("")).items())
                    .isEmpty();
            assertThat(hiding.store().list(grants, ListRequest.all("")).items()).isEmpty();
        }
    }

    @Test
    void retainedDatabaseStaysAndIsAdoptedAgain() {
        StoredApplication first = create(databases, "orders", object("{'connectionLimit':3}"));
        NamespacedName name = first.metadata().namespacedName();

        store.delete(databases, name, DELETE);

        assertThat(reason(() -> store.get(databases, name, ""))).isEqualTo("NotFound");
        assertThat(server.psql("SELECT datconnlimit FROM pg_database WHERE datname = 'orders'"))
                .isEqualTo("3");

        StoredApplication second = create(databases, "orders", object("{'connectionLimit':4}"));
        assertThat(second.metadata().uid()).isNotEqualTo(first.metadata().uid());
        assertThat(second.application().spec()).isEqualTo(object("{'connectionLimit':4}"));
        assertThat(second.application().status().get("oid"))
                .isEqualTo(first.application().status().get("oid"));
    }

    @Test
    void retainedRoleIsAdoptedWithOtherOptionsAndAPassword() {
        secrets.put(NAMESPACE + "/alice:password", "p4ss");
        StoredApplication first = create(roles, "alice", object("{'deletionPolicy':'Retain'}"));
        store.delete(roles, first.metadata().namespacedName(), DELETE);
        JsonObject spec = object("{'login':true,'passwordSecretRef':{'name':'alice','key':'password'}}");

        StoredApplication second = create(roles, "alice", spec);

        assertThat(second.application().spec()).isEqualTo(spec);
        assertThat(second.metadata().uid()).isNotEqualTo(first.metadata().uid());
        assertThat(second.application().status()).isEqualTo(first.application().status());
        assertThat(server.psql("SELECT rolcanlogin AND rolpassword LIKE 'SCRAM-SHA-256$%' FROM pg_authid"
                        + " WHERE rolname = 'alice'"))
                .isEqualTo("t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\"; DROP ROLE victim; --",
                "it's",
                "back\\slash\\",
                "\\'; DROP ROLE victim; --",
                "Ünï \uD83D\uDC18",
                "$$; DROP ROLE victim; $$",
                "a\nb",
                "%s ? :x {0}",
                "_"
            })
    void anyTextIsQuotedAsOneIdentifier(String identifier) {
        server.psql("CREATE ROLE victim");
        JsonObject named = JsonObject.ofStrings(Map.of("name", identifier));

        StoredApplication role = create(roles, "odd", named);
        create(databases, "odd", named.with("owner", text(identifier)).with("deletionPolicy", text("Delete")));
        create(grants, "odd", JsonObject.ofStrings(Map.of("role", identifier, "member", "victim")));
        StoredApplication altered = store.update(
                roles, role, role.application().withSpec(named.with("login", JsonBoolean.of(true))), OPTIONS);

        assertThat(role.application().status().stringOrEmpty("identifier")).isEqualTo(identifier);
        assertThat(altered.application().spec()).isEqualTo(named.with("login", JsonBoolean.of(true)));
        assertThat(server.psql("SELECT pg_get_userbyid(datdba) FROM pg_database WHERE oid > 16000"))
                .isEqualTo(identifier);
        assertThat(server.psql("SELECT count(*) FROM pg_roles WHERE oid > 16000"))
                .isEqualTo("2");

        store.delete(grants, in(NAMESPACE, "odd"), DELETE);
        store.delete(databases, in(NAMESPACE, "odd"), DELETE);
        store.delete(roles, in(NAMESPACE, "odd"), DELETE);
        assertThat(server.psql("SELECT string_agg(rolname, ',') FROM pg_roles WHERE oid > 16000"))
                .isEqualTo("victim");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'; DROP ROLE victim; --", "UTF8' OWNER victim --", "\\'; DROP ROLE victim; --"})
    void encodingIsQuotedAsOneLiteral(String encoding) {
        server.psql("CREATE ROLE victim");

        Status status = status(() -> create(databases, "a", JsonObject.ofStrings(Map.of("encoding", encoding))));

        assertThat(status.code()).isEqualTo(422);
        assertThat(server.psql("SELECT count(*) FROM pg_roles WHERE rolname = 'victim'"))
                .isEqualTo("1");
        assertThat(server.psql("SELECT count(*) FROM pg_database WHERE datname = 'a'"))
                .isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"My_Shop", "shop.example.com", "1st", "Ünï", "-", "a\"b", "\uD83D\uDC18"})
    void objectWithAnInvalidNameIsServedUnderAValidOne(String identifier) {
        server.psql("CREATE ROLE \"" + identifier.replace("\"", "\"\"") + "\"");

        List<ServedApplication> found = store.list(roles, ListRequest.all(PostgresServer.NAMESPACE)).items().stream()
                .filter(item -> spec(item).stringOrEmpty("name").equals(identifier))
                .toList();

        assertThat(found).singleElement().satisfies(role -> {
            assertThat(role.namespacedName().name())
                    .matches("[a-z][-a-z0-9]{0,52}")
                    .doesNotEndWith("-");
            assertThat(store.get(roles, role.namespacedName(), "").metadata().uid())
                    .isEqualTo(role.metadata().uid());
        });
    }

    @Test
    void everyObjectOfTheCatalogueIsListed() {
        server.psql("CREATE ROLE \"My Role\"", "CREATE ROLE \"my-role\"");

        assertThat(store.list(roles, ListRequest.all("")).items())
                .hasSize(Integer.parseInt(String.valueOf(server.psql("SELECT count(*) FROM pg_authid"))));
        assertThat(store.list(databases, ListRequest.all("")).items()).hasSize(3);
        assertThat(store.list(grants, ListRequest.all("")).items())
                .filteredOn(grant -> spec(grant).has("member"))
                .hasSize(Integer.parseInt(String.valueOf(server.psql("SELECT count(*) FROM pg_auth_members"))));
        assertThat(store.list(grants, ListRequest.all("")).items())
                .filteredOn(grant -> spec(grant).has("privileges"))
                .extracting(grant -> spec(grant).stringOrEmpty("role") + " "
                        + spec(grant).stringOrEmpty("database") + spec(grant).stringOrEmpty("schema"))
                .containsExactlyInAnyOrder("public postgres", "public template0", "public template1", "public public");
    }

    @Test
    void labelsOfAnObjectThatPsqlMadeAreKept() {
        server.psql("CREATE ROLE bob CONNECTION LIMIT 4");
        StoredApplication bob = store.current(roles, in(PostgresServer.NAMESPACE, "bob"));

        ObjectMeta labelled =
                bob.metadata().toBuilder().labels(Map.of("team", "a")).build();
        StoredApplication kept = store.update(roles, bob, bob.application().withMetadata(labelled), OPTIONS);
        server.psql("ALTER ROLE bob CONNECTION LIMIT 6");

        StoredApplication now = store.current(roles, kept.metadata().namespacedName());
        assertThat(now.metadata().labels()).isEqualTo(Map.of("team", "a"));
        assertThat(now.application().spec()).isNotNull();
        assertThat(String.valueOf(now.application().spec())).contains("\"connectionLimit\":6");
        assertThat(reason(() -> store.update(roles, kept, kept.application().withMetadata(bob.metadata()), OPTIONS)))
                .isEqualTo("Conflict");
    }

    @Test
    void passwordComesFromTheSecretAndAppearsNowhere() throws SQLException {
        secrets.put(NAMESPACE + "/alice:password", "p4ss'w\\örd");
        JsonObject spec = object("{'login':true,'passwordSecretRef':{'name':'alice','key':'password'}}");

        StoredApplication alice = create(roles, "alice", spec);

        assertThat(alice.application().spec()).isEqualTo(spec);
        assertThat(server.psql("SELECT rolpassword FROM pg_authid WHERE rolname = 'alice'"))
                .startsWith("SCRAM-SHA-256$")
                .doesNotContain("p4ss");
        assertThat(new String(alice.served().json(), StandardCharsets.UTF_8)).doesNotContain("p4ss", "SCRAM");
        assertThat(server.psql("SELECT string_agg(metadata || given, '') FROM chartroom.object"))
                .doesNotContain("p4ss", "SCRAM");

        // The log contains every statement.
        assertThat(server.psql("SELECT pg_read_file(pg_current_logfile())"))
                .contains("CREATE ROLE \"alice\"", "SCRAM-SHA-256$")
                .doesNotContain("p4ss");

        StoredApplication forgotten =
                store.update(roles, alice, alice.application().withSpec(spec.without("passwordSecretRef")), OPTIONS);
        assertThat(forgotten.application().spec()).isEqualTo(object("{'login':true}"));
        assertThat(server.psql("SELECT rolpassword FROM pg_authid WHERE rolname = 'alice'"))
                .isNull();
    }

    @Test
    void missingPasswordSecretIsInvalid() {
        Status status = status(() ->
                create(roles, "alice", object("{'login':true,'passwordSecretRef':{'name':'alice','key':'password'}}")));

        assertThat(status.code()).isEqualTo(422);
        assertThat(status.message()).contains("spec.passwordSecretRef", "no Secret that is offered");
        assertThat(server.psql("SELECT count(*) FROM pg_roles WHERE rolname = 'alice'"))
                .isEqualTo("0");
    }

    /** A Secret that the user may not read gives the same result. */
    @Test
    void passwordIsKeptIfItsSecretCannotBeReadAgain() {
        secrets.put(NAMESPACE + "/alice:password", "first");
        secrets.put(NAMESPACE + "/other:password", "other");
        JsonObject spec = object("{'login':true,'passwordSecretRef':{'name':'alice','key':'password'}}");
        StoredApplication alice = create(roles, "alice", spec);
        String verifier = "SELECT rolpassword FROM pg_authid WHERE rolname = 'alice'";
        String before = String.valueOf(server.psql(verifier));
        secrets.clear();

        StoredApplication labelled = store.update(
                roles,
                alice,
                alice.application()
                        .withMetadata(alice.metadata().toBuilder()
                                .labels(Map.of("team", "a"))
                                .build()),
                OPTIONS);
        Status other = status(() -> store.update(
                roles,
                labelled,
                labelled.application()
                        .withSpec(object("{'login':true,'passwordSecretRef':{'name':'other','key':'password'}}")),
                OPTIONS));

        assertThat(other.message()).contains("spec.passwordSecretRef", "no Secret that is offered");
        assertThat(server.psql(verifier)).isEqualTo(before).startsWith("SCRAM-SHA-256$");
        store.delete(roles, labelled.metadata().namespacedName(), DELETE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'name':'pg_mine'} | 422 | spec.name: Invalid value: \"pg_mine\": role name \"pg_mine\" is reserved",
                "{'name':''} | 422 | spec.name: Invalid value: \"\": must have 1 to 63 bytes",
                "{'name':'none'} | 422 | role name \"none\" is reserved",
                "{'connectionLimit':-5} | 422 | spec: Invalid value",
                "{'name':'postgres'} | 409 | already exists",
            })
    void refusedRoleReturnsThePostgresMessage(String spec, int code, String message) {
        Status status = status(() -> create(roles, "a", object(spec)));

        assertThat(status.message()).contains(message);
        assertThat(status.code()).isEqualTo(code);
    }

    @Test
    void ownerThatDoesNotExistIsInvalid() {
        Status status = status(() -> create(databases, "a", object("{'owner':'nobody'}")));

        assertThat(status.code()).isEqualTo(422);
        assertThat(status.message())
                .isEqualTo("PostgresDatabase.postgres.chartroom.dev \"a\" is invalid: spec.owner: Invalid value:"
                        + " \"nobody\": role \"nobody\" is neither an object of this namespace nor allowed to it");
    }

    @Test
    void changeOfNameOrEncodingIsInvalid() {
        StoredApplication shop = create(databases, "shop", object("{'name':'my_shop'}"));

        assertThat(status(() -> store.update(
                                databases, shop, shop.application().withSpec(object("{'name':'other'}")), OPTIONS))
                        .message())
                .contains("spec.name: Invalid value: \"other\": cannot be changed");
        assertThat(status(() -> store.update(
                                databases,
                                shop,
                                shop.application().withSpec(object("{'name':'my_shop','encoding':'LATIN1'}")),
                                OPTIONS))
                        .message())
                .contains("spec.encoding: Invalid value: \"LATIN1\": cannot be changed");
    }

    @Test
    void deletingARoleThatOwnsObjectsConflictsWithoutNamingThem() {
        create(roles, "owner", object("{}"));
        create(databases, "owned", object("{'owner':'owner','deletionPolicy':'Delete'}"));

        Status status = status(() -> store.delete(roles, in(NAMESPACE, "owner"), DELETE));

        assertThat(status.code()).isEqualTo(409);
        assertThat(status.message())
                .contains("role \"owner\" cannot be dropped because some objects depend on it")
                .doesNotContain("owned");
        assertThat(store.get(roles, in(NAMESPACE, "owner"), "")).isNotNull();
    }

    @Test
    void deletingADatabaseInUseConflicts() throws SQLException {
        create(databases, "busy", object("{'deletionPolicy':'Delete'}"));
        try (Connection _ = DriverManager.getConnection(server.url("busy"), "postgres", "postgres")) {
            Status status = status(() -> store.delete(databases, in(NAMESPACE, "busy"), DELETE));

            assertThat(status.code()).isEqualTo(409);
            assertThat(status.message()).contains("database \"busy\" is being accessed by other users");
        }
    }

    @Test
    void createWithTheNameOfAForeignRole_returnsAlreadyExists() {
        server.psql("CREATE ROLE bob");

        assertThat(reason(() -> create(roles, "bob", object("{}")))).isEqualTo("AlreadyExists");
        assertThat(reason(() -> create(roles, "robert", object("{'name':'bob'}"))))
                .isEqualTo("AlreadyExists");
    }

    @Test
    void rolesAreManagedWithoutSuperuser() {
        server.psql(
                "CREATE ROLE chartroom LOGIN CREATEROLE CREATEDB PASSWORD 'x'",
                "GRANT CREATE ON DATABASE postgres TO chartroom",
                "GRANT SELECT (oid, xmin, rolname, rolcanlogin, rolinherit, rolcreatedb, rolcreaterole, rolconnlimit)"
                        + " ON pg_authid TO chartroom");
        try (PostgresResources humble = PostgresResources.open(
                server.settings("chartroom", "x"),
                (_, _) -> Optional.empty(),
                PostgresServer.CODEC,
                PendingChanges.ofHeap(),
                Clock.systemUTC())) {
            StoredApplication carol = humble.store().create(roles, application(roles, "carol", object("{}")), OPTIONS);
            StoredApplication dave = humble.store().create(roles, application(roles, "dave", object("{}")), OPTIONS);
            server.psql("REVOKE dave FROM chartroom");

            Status refused =
                    status(() -> humble.store().delete(roles, dave.metadata().namespacedName(), DELETE));

            assertThat(refused.code()).isEqualTo(500);
            assertThat(refused.message()).contains("Postgres rejected the change: permission denied to drop role");
            humble.store().delete(roles, carol.metadata().namespacedName(), DELETE);
        } finally {
            server.psql("DROP OWNED BY chartroom CASCADE");
        }
    }

    @Test
    void databaseWithAnOwnerIsManagedWithoutSuperuser() {
        server.psql(
                "CREATE ROLE chartroom LOGIN CREATEROLE CREATEDB PASSWORD 'x'",
                "ALTER ROLE chartroom SET createrole_self_grant = 'set, inherit'",
                "GRANT CREATE ON DATABASE postgres TO chartroom",
                "GRANT SELECT (oid, xmin, rolname, rolcanlogin, rolinherit, rolcreatedb, rolcreaterole, rolconnlimit)"
                        + " ON pg_authid TO chartroom");
        try (PostgresResources humble = PostgresResources.open(
                server.settings("chartroom", "x"),
                (_, _) -> Optional.empty(),
                PostgresServer.CODEC,
                PendingChanges.ofHeap(),
                Clock.systemUTC())) {
            humble.store().create(roles, application(roles, "carol", object("{}")), OPTIONS);
            JsonObject spec = object("{'owner':'carol','deletionPolicy':'Delete'}");

            StoredApplication orders =
                    humble.store().create(databases, application(databases, "orders", spec), OPTIONS);
            Status own = status(() -> humble.store()
                    .create(
                            databases,
                            application(databases, "tried", spec.with("owner", text("chartroom"))),
                            OPTIONS));

            assertThat(orders.application().spec()).isEqualTo(spec);
            assertThat(server.psql("SELECT datacl FROM pg_database WHERE datname = 'orders' AND datallowconn"))
                    .isEqualTo("{carol=CTc/carol}");
            assertThat(own.message()).contains("spec.owner", "nor allowed to it");
            humble.store().delete(databases, orders.metadata().namespacedName(), DELETE);
            humble.store().delete(roles, in(NAMESPACE, "carol"), DELETE);
        } finally {
            server.psql("DROP OWNED BY chartroom CASCADE");
        }
    }

    @Test
    void stoppedServerMakesEveryRequestUnavailable() throws Exception {
        try (PostgresServer brief = new PostgresServer();
                PostgresResources there = brief.open();
                ExecutorService atOnce = Executors.newVirtualThreadPerTaskExecutor()) {
            StoredApplication role = there.store().create(roles, application(roles, "a", object("{}")), OPTIONS);
            brief.stop();

            List<Future<Status>> answers = Stream.<ThrowingCallable>of(
                            () -> there.store().get(roles, role.metadata().namespacedName(), ""),
                            () -> there.store().list(roles, ListRequest.all("")),
                            () -> there.store().watch(roles, WatchRequest.after("", "")),
                            () -> there.store().create(roles, application(roles, "b", object("{}")), OPTIONS),
                            () -> there.store().delete(roles, role.metadata().namespacedName(), DELETE))
                    .map(call -> atOnce.submit(() -> status(call)))
                    .toList();
            for (Future<Status> answer : answers) {
                Status status = answer.get();
                assertThat(status.code()).isEqualTo(503);
                assertThat(status.retryAfterSeconds()).isPositive();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"5, 100, 5", "99, 100, 99", "4294967295, 8589934692, 8589934591", "1, 50, 3"})
    void xidIsWidenedToTheLatestTransactionId(long xid, long next, long expected) {
        assertThat(CatalogueReader.widened(xid, next)).isEqualTo(expected);
    }
}
