package dev.chartroom.adapters.catalogue;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.catalogue.PostgresResources.Allowed;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.SchemaValidator;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Memberships and privileges, granted through the store and by psql. */
class PostgresGrantsTest extends CatalogueTest {
    private static final List<String> ODD = List.of(
            "a\"; DROP ROLE app; --",
            "it's",
            "back\\slash\\",
            "Ünï \uD83D\uDC18",
            "a\nb",
            "a.b",
            "%I $1 ? :x",
            "PUBLIC");

    @Override
    Allowed allowed() {
        Set<String> names = new HashSet<>(ODD);
        names.addAll(List.of("app", "readers", "alice", "bob", "public", "nobody", "none", "shop", "store", "vault"));
        return new Allowed(Set.of(NAMESPACE), names, names, names);
    }

    @BeforeEach
    void prepare() {
        server.psql("CREATE ROLE app", "CREATE SCHEMA shop", "CREATE TABLE shop.items (id int)");
    }

    @Test
    void grantWithAMemberIsAMembership() {
        create(roles, "chiefs", object("{}"));
        server.psql("CREATE ROLE alice");
        JsonObject spec = object("{'role':'chiefs','member':'alice','admin':true}");

        StoredApplication created = create(grants, "alice-reads", spec);

        assertThat(server.psql("SELECT admin_option FROM pg_auth_members WHERE member = 'alice'::regrole"))
                .isEqualTo("t");
        assertThat(created.application().spec()).isEqualTo(spec);
        assertThat(reason(() -> create(grants, "again", spec))).isEqualTo("AlreadyExists");

        StoredApplication updated =
                store.update(grants, created, created.application().withSpec(spec.without("admin")), OPTIONS);
        assertThat(server.psql("SELECT admin_option FROM pg_auth_members WHERE member = 'alice'::regrole"))
                .isEqualTo("f");
        assertThat(updated.metadata().uid()).isEqualTo(created.metadata().uid());

        store.delete(grants, created.metadata().namespacedName(), DELETE);
        assertThat(server.psql("SELECT count(*) FROM pg_auth_members WHERE member = 'alice'::regrole"))
                .isEqualTo("0");
    }

    @Test
    void membershipHasTheInheritOption() {
        server.psql("CREATE ROLE readers", "CREATE ROLE alice");

        create(grants, "alice-reads", object("{'role':'readers','member':'alice','inherit':false}"));

        assertThat(server.psql("SELECT inherit_option FROM pg_auth_members WHERE member = 'alice'::regrole"))
                .isEqualTo("f");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'role':'app','privileges':['CREATE'],'database':'vault'}"
                        + " | has_database_privilege('app', 'vault', 'CREATE')",
                "{'role':'app','privileges':['USAGE','CREATE'],'schema':'shop'}"
                        + " | has_schema_privilege('app', 'shop', 'USAGE')",
                "{'role':'app','privileges':['TRUNCATE','SELECT'],'schema':'shop','table':'items'}"
                        + " | has_table_privilege('app', 'shop.items', 'SELECT')",
                "{'role':'app','privileges':['SELECT'],'schema':'shop','table':'dear'}"
                        + " | has_table_privilege('app', 'shop.dear', 'SELECT')",
                "{'role':'public','privileges':['SELECT'],'schema':'shop','table':'items'}"
                        + " | has_table_privilege('app', 'shop.items', 'SELECT')",
                "{'role':'app','privileges':['SELECT'],'grantable':['SELECT'],'schema':'shop','table':'items'}"
                        + " | has_table_privilege('app', 'shop.items', 'SELECT WITH GRANT OPTION')",
            })
    void grantGivesPrivilegesUntilItIsDeleted(String text, String question) {
        server.psql("CREATE VIEW shop.dear AS SELECT 1", "CREATE DATABASE vault");
        JsonObject spec = object(text);

        StoredApplication created = create(grants, "app-may", spec);

        assertThat(created.application().spec()).isEqualTo(spec);
        assertThat(server.psql("SELECT " + question)).isEqualTo("t");
        assertThat(reason(() -> create(grants, "again", spec))).isEqualTo("AlreadyExists");

        store.delete(grants, created.metadata().namespacedName(), DELETE);
        assertThat(server.psql("SELECT " + question)).isEqualTo("f");
        assertThat(create(grants, "app-may", spec).metadata().uid())
                .isNotEqualTo(created.metadata().uid());
    }

    @Test
    void updateGrantsAddedAndRevokesRemovedPrivileges() {
        JsonObject spec = object("{'role':'app','schema':'shop','table':'items',"
                + "'privileges':['SELECT','INSERT','UPDATE'],'grantable':['SELECT','INSERT']}");
        StoredApplication created = create(grants, "app-may", spec);

        JsonObject other = object("{'role':'app','schema':'shop','table':'items',"
                + "'privileges':['UPDATE','SELECT','DELETE'],'grantable':['UPDATE','DELETE']}");
        StoredApplication updated =
                store.update(grants, created, created.application().withSpec(other), OPTIONS);

        assertThat(updated.application().spec()).isEqualTo(other);
        assertThat(updated.metadata().uid()).isEqualTo(created.metadata().uid());
        assertThat(server.psql("SELECT string_agg(privilege_type || ' ' || is_grantable, ', ' ORDER BY privilege_type)"
                        + " FROM information_schema.role_table_grants WHERE grantee = 'app'"))
                .isEqualTo("DELETE YES, SELECT NO, UPDATE YES");
    }

    @Test
    void watchReportsGrantsAndRevokesByPsql() throws InterruptedException {
        try (WatchStream watch = store.watch(grants, WatchRequest.after("", latest(grants)))) {
            server.psql("GRANT SELECT ON shop.items TO app");
            ServedApplication added = changed(watch, WatchEvent.Added.class);
            assertThat(added.namespacedName().namespace()).isEqualTo(PostgresServer.NAMESPACE);
            assertThat(added.namespacedName().name()).matches("app-on-table-shop-items-[0-9a-f]{8}");
            assertThat(spec(added))
                    .isEqualTo(object("{'role':'app','schema':'shop','table':'items','privileges':['SELECT'],"
                            + "'grantable':[],'grantor':'postgres','deletionPolicy':'Retain'}"));

            server.psql("GRANT INSERT ON shop.items TO app WITH GRANT OPTION");
            ServedApplication modified = changed(watch, WatchEvent.Modified.class);
            assertThat(spec(modified).arrayOrEmpty("privileges").strings()).containsExactly("INSERT", "SELECT");
            assertThat(spec(modified).arrayOrEmpty("grantable").strings()).containsExactly("INSERT");
            assertThat(modified.metadata().uid()).isEqualTo(added.metadata().uid());

            server.psql("REVOKE ALL ON shop.items FROM app");
            assertThat(changed(watch, WatchEvent.Deleted.class).namespacedName())
                    .isEqualTo(added.namespacedName());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'schema':'shop','table':'items','privileges':['SELECT'] | DROP TABLE shop.items",
                "'schema':'shop','privileges':['USAGE'] | DROP SCHEMA shop CASCADE",
                "'schema':'shop','privileges':['USAGE'] | DROP OWNED BY app; DROP ROLE app",
                "'database':'vault','privileges':['CONNECT'] | DROP DATABASE vault",
            })
    void dropOfTheObjectOrRoleDeletesTheGrant(String on, String drop) throws InterruptedException {
        server.psql("CREATE DATABASE vault");
        StoredApplication created = create(grants, "app-may", object("{'role':'app'," + on + "}"));

        try (WatchStream watch = store.watch(
                grants, WatchRequest.after(NAMESPACE, created.metadata().resourceVersion()))) {
            server.psql(drop.split("; "));

            assertThat(changed(watch, WatchEvent.Deleted.class).metadata().uid())
                    .isEqualTo(created.metadata().uid());
        }
    }

    @Test
    void watchReportsRenamedRolesAndSchemas() throws InterruptedException {
        server.psql("CREATE ROLE readers");
        create(grants, "app-may", object("{'role':'app','schema':'shop','table':'items','privileges':['SELECT']}"));
        create(grants, "app-reads", object("{'role':'readers','member':'app'}"));
        create(databases, "orders", object("{'owner':'app','deletionPolicy':'Delete'}"));

        try (WatchStream granted = store.watch(grants, WatchRequest.after(NAMESPACE, latest(grants)));
                WatchStream owned = store.watch(databases, WatchRequest.after(NAMESPACE, latest(databases)))) {
            server.psql("ALTER ROLE app RENAME TO shopper");

            List<JsonObject> specs = List.of(
                    spec(changed(granted, WatchEvent.Modified.class)),
                    spec(changed(granted, WatchEvent.Modified.class)));
            assertThat(specs)
                    .extracting(spec -> spec.string("member").orElse(spec.stringOrEmpty("role")))
                    .containsExactly("shopper", "shopper");
            assertThat(spec(changed(owned, WatchEvent.Modified.class)).stringOrEmpty("owner"))
                    .isEqualTo("shopper");

            server.psql("ALTER SCHEMA shop RENAME TO store");
            assertThat(spec(changed(granted, WatchEvent.Modified.class)).stringOrEmpty("schema"))
                    .isEqualTo("store");
        }
    }

    @Test
    void grantsOfDifferentGrantorsAreSeparate() {
        server.psql("CREATE ROLE bob", "GRANT USAGE ON SCHEMA shop TO bob", "GRANT INSERT ON shop.items TO app");
        JsonObject spec =
                object("{'role':'app','grantor':'bob','schema':'shop','table':'items','privileges':['SELECT']}");
        StoredApplication bobs = create(
                grants,
                "bob-may",
                object("{'role':'bob','schema':'shop','table':'items','privileges':['SELECT'],"
                        + "'grantable':['SELECT']}"));

        StoredApplication byBob = create(grants, "by-bob", spec);

        assertThat(byBob.application().spec()).isEqualTo(spec);
        assertThat(store.list(grants, ListRequest.all("")).items())
                .filteredOn(item -> spec(item).stringOrEmpty("role").equals("app"))
                .hasSize(2);
        StoredApplication now = store.current(grants, bobs.metadata().namespacedName());
        assertThat(status(() -> store.update(
                                grants,
                                now,
                                now.application()
                                        .withSpec(object("{'role':'bob','schema':'shop','table':'items',"
                                                + "'privileges':['SELECT']}")),
                                OPTIONS))
                        .message())
                .contains("Operation cannot be fulfilled", "dependent privileges exist");

        store.delete(grants, byBob.metadata().namespacedName(), DELETE);
        assertThat(server.psql("SELECT string_agg(privilege_type || ' by ' || grantor, ', ')"
                        + " FROM information_schema.role_table_grants WHERE grantee = 'app'"))
                .isEqualTo("INSERT by postgres");
    }

    /** Postgres reports no error: a role that may act as the owner grants and revokes as the owner. */
    @Test
    void grantThatPostgresLeavesUnchangedConflicts() {
        server.psql(
                "CREATE ROLE alice",
                "CREATE ROLE bob",
                "GRANT USAGE ON SCHEMA shop TO bob",
                "GRANT SELECT, INSERT ON shop.items TO bob WITH GRANT OPTION");
        JsonObject spec = object(
                "{'role':'app','grantor':'bob','schema':'shop','table':'items'," + "'privileges':['SELECT','INSERT']}");
        StoredApplication created = create(grants, "by-bob", spec);
        server.psql("ALTER TABLE shop.items OWNER TO alice", "GRANT alice TO bob");
        StoredApplication now = store.current(grants, created.metadata().namespacedName());

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> store.delete(grants, now.metadata().namespacedName(), DELETE),
                () -> store.update(
                        grants,
                        now,
                        now.application().withSpec(spec.with("privileges", words("SELECT", "UPDATE"))),
                        OPTIONS))) {
            Status status = status(call);
            assertThat(status.code()).isEqualTo(409);
            assertThat(status.message()).contains("Postgres did not change it");
        }
        assertThat(store.get(grants, now.metadata().namespacedName(), "")
                        .metadata()
                        .uid())
                .isEqualTo(created.metadata().uid());
    }

    @Test
    void privilegesOfPublicAreAnImmutableGrant() {
        server.psql("CREATE DATABASE orders");
        StoredApplication everybody = store.list(grants, ListRequest.all("")).items().stream()
                .filter(item -> spec(item).stringOrEmpty("database").equals("orders"))
                .map(item -> store.current(grants, item.namespacedName()))
                .findFirst()
                .orElseThrow();
        JsonObject spec = Objects.requireNonNull(everybody.application().spec());
        assertThat(spec.stringOrEmpty("role")).isEqualTo("public");
        assertThat(spec.arrayOrEmpty("privileges").strings()).containsExactly("CONNECT", "TEMPORARY");

        Status refused = status(() -> store.update(
                grants,
                everybody,
                everybody.application().withSpec(spec.with("privileges", words("TEMPORARY"))),
                OPTIONS));

        assertThat(refused.message()).contains("spec: Invalid value", "it was not made through Chartroom");
        assertThat(server.psql("SELECT has_database_privilege('app', 'orders', 'CONNECT')"))
                .isEqualTo("t");
    }

    @Test
    void retainedGrantStaysGrantedAndIsAdoptedAgain() {
        JsonObject spec = object("{'role':'app','schema':'shop','privileges':['USAGE'],'deletionPolicy':'Retain'}");
        StoredApplication first = create(grants, "app-may", spec);

        store.delete(grants, first.metadata().namespacedName(), DELETE);

        assertThat(reason(() -> store.get(grants, in(NAMESPACE, "app-may"), "")))
                .isEqualTo("NotFound");
        assertThat(server.psql("SELECT has_schema_privilege('app', 'shop', 'USAGE')"))
                .isEqualTo("t");
        StoredApplication second = create(grants, "app-may", spec.with("privileges", words("CREATE")));
        assertThat(second.metadata().uid()).isNotEqualTo(first.metadata().uid());
        assertThat(server.psql("SELECT has_schema_privilege('app', 'shop', 'USAGE')"))
                .isEqualTo("f");
        assertThat(server.psql("SELECT has_schema_privilege('app', 'shop', 'CREATE')"))
                .isEqualTo("t");
    }

    @Test
    void updateOfAGrantThatPsqlChangedConflicts() {
        JsonObject spec = object("{'role':'app','schema':'shop','table':'items','privileges':['SELECT']}");
        StoredApplication created = create(grants, "app-may", spec);
        server.psql("REVOKE SELECT ON shop.items FROM app", "GRANT DELETE ON shop.items TO app");

        Status status = status(() -> store.update(
                grants, created, created.application().withSpec(spec.with("privileges", words("INSERT"))), OPTIONS));

        assertThat(status.code()).isEqualTo(409);
        assertThat(server.psql("SELECT has_table_privilege('app', 'shop.items', 'INSERT')"))
                .isEqualTo("f");
        assertThat(server.psql("SELECT has_table_privilege('app', 'shop.items', 'DELETE')"))
                .isEqualTo("t");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'role':'nobody','schema':'shop','privileges':['USAGE']"
                        + " | spec.role: Invalid value: \"nobody\": role \"nobody\" does not exist",
                "'role':'app','database':'none','privileges':['CONNECT']"
                        + " | spec.database: Invalid value: \"none\": database \"none\" does not exist",
                "'role':'app','schema':'none','privileges':['USAGE']"
                        + " | spec.schema: Invalid value: \"none\": schema \"none\" does not exist",
                "'role':'app','schema':'none','table':'items','privileges':['SELECT']"
                        + " | spec.schema: Invalid value: \"none\": schema \"none\" does not exist",
                "'role':'app','schema':'shop','table':'none','privileges':['SELECT']"
                        + " | spec.table: Invalid value: \"none\": relation \"shop.none\" does not exist",
                "'role':'app','schema':'shop','table':'items','privileges':['FLY']"
                        + " | spec.privileges: Invalid value: [\"FLY\"]: unrecognized privilege type \"fly\"",
                "'role':'app','schema':'shop','privileges':['SELECT'] | invalid privilege type SELECT for schema",
                "'role':'app','schema':'shop','privileges':['USAGE, CREATE'] | \"USAGE, CREATE\" is not a privilege",
                "'role':'app','schema':'shop','privileges':['USAGE'],'grantor':'nobody'"
                        + " | spec.grantor: Invalid value: \"nobody\": role \"nobody\" does not exist",
                "'role':'bob','schema':'store','privileges':['USAGE'] | an owner has its privileges by ownership",
                "'role':'public','schema':'shop','privileges':['USAGE'],'grantable':['USAGE']"
                        + " | grant options can only be granted to roles",
            })
    void refusedPrivilegesReturnThePostgresMessage(String spec, String message) {
        server.psql("CREATE ROLE bob", "CREATE SCHEMA store AUTHORIZATION bob");
        @Nullable String before = server.psql("SELECT nspacl FROM pg_namespace WHERE nspname = 'shop'");

        Status status = status(() -> create(grants, "app-may", object("{" + spec + "}")));

        assertThat(status.message()).contains(message);
        assertThat(status.code()).isEqualTo(422);
        assertThat(server.psql("SELECT nspacl FROM pg_namespace WHERE nspname = 'shop'"))
                .isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"role, other", "schema, other", "table, other", "table, ''", "grantor, other"})
    void identityFieldsOfAGrantAreImmutable(String field, String value) {
        JsonObject spec = object("{'role':'app','schema':'shop','table':'items','privileges':['SELECT']}");
        StoredApplication created = create(grants, "app-may", spec);
        JsonObject next = value.isEmpty() ? spec.without(field) : spec.with(field, text(value));

        Status status =
                status(() -> store.update(grants, created, created.application().withSpec(next), OPTIONS));

        assertThat(status.code()).isEqualTo(422);
        assertThat(status.message()).contains("spec." + field, "cannot be changed");
    }

    @ParameterizedTest
    @FieldSource("dev.chartroom.adapters.catalogue.PostgresGrantsTest#ODD")
    void anyTextIsQuotedAsOneIdentifier(String identifier) {
        String quoted = '"' + identifier.replace("\"", "\"\"") + '"';
        server.psql(
                "CREATE ROLE " + quoted,
                "CREATE SCHEMA " + quoted,
                "CREATE TABLE " + quoted + "." + quoted + " ()",
                "CREATE DATABASE " + quoted);
        JsonObject role = JsonObject.ofStrings(Map.of("role", identifier));
        JsonObject schema = role.with("schema", text(identifier));
        Map<String, JsonObject> specs = Map.of(
                "database", role.with("database", text(identifier)).with("privileges", words("CONNECT")),
                "schema", schema.with("privileges", words("USAGE")),
                "table", schema.with("table", text(identifier)).with("privileges", words("SELECT")));

        specs.forEach((name, spec) ->
                assertThat(create(grants, name, spec).application().spec()).isEqualTo(spec));

        specs.keySet().forEach(name -> store.delete(grants, in(NAMESPACE, name), DELETE));
        assertThat(server.psql("SELECT count(*) FROM pg_shdepend WHERE refobjid = (SELECT oid FROM pg_roles"
                        + " WHERE rolname = " + Sql.literal(identifier) + ")"))
                .isEqualTo("0");
        assertThat(server.psql("SELECT count(*) FROM pg_roles WHERE oid > 16000"))
                .isEqualTo("2");
    }

    /** Postgres only warns if it grants a part of the privileges. */
    @Test
    void partlyGrantablePrivilegesAreNotGranted() {
        server.psql(
                "CREATE ROLE chartroom LOGIN PASSWORD 'x'",
                "GRANT CREATE ON DATABASE postgres TO chartroom",
                "GRANT SELECT (oid, xmin, rolname) ON pg_authid TO chartroom",
                "GRANT USAGE ON SCHEMA shop TO chartroom",
                "GRANT SELECT ON shop.items TO chartroom WITH GRANT OPTION");
        try (PostgresResources humble = PostgresResources.open(
                server.settings("chartroom", "x", allowed()),
                (_, _) -> Optional.empty(),
                PostgresServer.CODEC,
                PendingChanges.ofHeap(),
                Clock.systemUTC())) {
            JsonObject spec = object("{'role':'app','schema':'shop','table':'items','privileges':['SELECT','INSERT']}");

            Status status = status(() -> humble.store().create(grants, application(grants, "app-may", spec), OPTIONS));

            assertThat(status.code()).isEqualTo(500);
            assertThat(status.message())
                    .contains("Postgres rejected the change: not all privileges were granted for \"items\"");
            assertThat(server.psql("SELECT has_table_privilege('app', 'shop.items', 'SELECT')"))
                    .isEqualTo("f");
            humble.store()
                    .create(grants, application(grants, "app-may", spec.with("privileges", words("SELECT"))), OPTIONS);
            assertThat(server.psql("SELECT has_table_privilege('app', 'shop.items', 'SELECT')"))
                    .isEqualTo("t");
        } finally {
            server.psql("DROP OWNED BY chartroom CASCADE");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "'member':'b' | -",
                "'member':'b','admin':true,'inherit':false,'set':true | -",
                "'privileges':['CONNECT'],'database':'d' | -",
                "'privileges':['USAGE','CREATE'],'schema':'s','grantable':['USAGE'] | -",
                "'privileges':['SELECT','MAINTAIN'],'schema':'s','table':'t' | -",
                "'deletionPolicy':'Delete' | spec: Invalid value: must have either a member or privileges",
                "'member':'b','privileges':['USAGE'],'schema':'s'"
                        + " | spec: Invalid value: must have either a member or privileges",
                "'member':'b','database':'d'"
                        + " | spec: Invalid value: a membership has no database, schema, table or grantable",
                "'member':'b','grantable':['USAGE']"
                        + " | spec: Invalid value: a membership has no database, schema, table or grantable",
                "'privileges':['USAGE'],'schema':'s','set':false"
                        + " | spec: Invalid value: only a membership has admin, inherit and set",
                "'privileges':['CREATE']"
                        + " | spec: Invalid value: privileges are on a database, or else on a schema or table",
                "'privileges':['CREATE'],'database':'d','schema':'s'"
                        + " | spec: Invalid value: privileges are on a database, or else on a schema or table",
                "'privileges':['SELECT'],'database':'d','table':'t' | spec: Invalid value: the table needs its schema",
                "'privileges':['SELECT'],'schema':'pg_catalog','table':'t'"
                        + " | spec.schema: Invalid value: is one of Postgres' own",
                "'privileges':['USAGE'],'schema':'information_schema'"
                        + " | spec.schema: Invalid value: is one of Postgres' own",
                "'privileges':['USAGE'],'database':'d'"
                        + " | spec.privileges: Invalid value: those on a database are CONNECT",
                "'privileges':['SELECT'],'schema':'s'"
                        + " | spec.privileges: Invalid value: those on a schema are USAGE and CREATE",
                "'privileges':['USAGE'],'schema':'s','table':'t'"
                        + " | spec.privileges: Invalid value: those on a table are SELECT",
                "'privileges':['SELECT'],'schema':'s','table':'t','grantable':['INSERT']"
                        + " | spec.grantable: Invalid value: must be among the privileges",
                "'privileges':['ALL'],'schema':'s' | spec.privileges[0]: Unsupported value",
                "'privileges':['USAGE','USAGE'],'schema':'s' | spec.privileges[1]: Duplicate value",
                "'privileges':[],'schema':'s' | spec.privileges: Invalid value: 0",
            })
    void schemaRejectsInvalidFieldCombinations(String spec, @Nullable String expected) {
        JsonObject given = object("{'role':'a'," + spec + "}");
        List<String> errors = SchemaValidator.validate(grants.schema(), "spec", given, null).stream()
                .map(error -> error.field() + ": " + error.message())
                .toList();

        if (expected == null) {
            assertThat(errors).isEmpty();
        } else {
            assertThat(errors).anySatisfy(error -> assertThat(error).startsWith(expected));
        }
    }

    private static JsonArray words(String... words) {
        return JsonArray.ofStrings(List.of(words));
    }
}
