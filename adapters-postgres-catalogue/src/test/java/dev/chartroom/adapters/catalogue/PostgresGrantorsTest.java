package dev.chartroom.adapters.catalogue;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.catalogue.PostgresResources.Allowed;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Privileges that owners and other grantors grant, and the effects of changes of owners and grantors. */
class PostgresGrantorsTest extends CatalogueTest {
    @Override
    Allowed allowed() {
        return allowed(Set.of("app", "alice", "bob"), Set.of("orders"), Set.of("shop"));
    }

    private static final String ON_ITEMS = "'role':'app','schema':'shop','table':'items'";

    @BeforeEach
    void prepare() {
        server.psql(
                "CREATE ROLE app",
                "CREATE ROLE alice",
                "CREATE ROLE bob",
                "CREATE SCHEMA shop AUTHORIZATION alice",
                "CREATE TABLE shop.items (id int)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "TABLE shop.items | 'schema':'shop','table':'items','privileges':['SELECT']"
                        + " | ALTER TABLE shop.items OWNER TO bob",
                "SCHEMA shop | 'schema':'shop','privileges':['USAGE'] | ALTER SCHEMA shop OWNER TO bob",
                "DATABASE orders | 'database':'orders','privileges':['CREATE'] | ALTER DATABASE orders OWNER TO bob",
                "TABLE shop.items | 'schema':'shop','table':'items','privileges':['SELECT']"
                        + " | REASSIGN OWNED BY alice TO bob",
            })
    void grantSurvivesAChangeOfTheOwner(String object, String on, String change) {
        server.psql(
                "CREATE ROLE reader",
                "CREATE DATABASE orders OWNER alice",
                "ALTER TABLE shop.items OWNER TO alice",
                "GRANT ALL ON " + object + " TO reader");
        JsonObject spec = object("{'role':'app'," + on + "}");
        create(grants, "app-may", spec);
        Map<NamespacedName, String> before = uids();

        server.psql(change);

        assertThat(uids()).isEqualTo(before).containsKey(in(NAMESPACE, "app-may"));
        assertThat(store.current(grants, in(NAMESPACE, "app-may")).application().spec())
                .isEqualTo(spec);
        assertThat(reason(() -> create(grants, "again", spec))).isEqualTo("AlreadyExists");
    }

    @Test
    void grantIsUpdatedBesideTheGrantOfAnotherGrantor() {
        create(grants, "app-reads", object("{" + ON_ITEMS + ",'privileges':['SELECT']}"));
        server.psql("GRANT USAGE ON SCHEMA shop TO bob", "GRANT INSERT, UPDATE ON shop.items TO bob WITH GRANT OPTION");
        StoredApplication byBob =
                create(grants, "by-bob", object("{" + ON_ITEMS + ",'grantor':'bob','privileges':['INSERT']}"));

        JsonObject spec = object("{" + ON_ITEMS + ",'grantor':'bob','privileges':['INSERT','UPDATE']}");
        StoredApplication updated =
                store.update(grants, byBob, byBob.application().withSpec(spec), OPTIONS);

        assertThat(updated.application().spec()).isEqualTo(spec);
        assertThat(updated.metadata().uid()).isEqualTo(byBob.metadata().uid());
        assertThat(privilegesOfApp()).isEqualTo("INSERT by bob, SELECT by postgres, UPDATE by bob");
    }

    @Test
    void grantByAnOwnerWithoutSchemaUsageCanBeChanged() {
        server.psql("ALTER TABLE shop.items OWNER TO bob");
        StoredApplication created = create(grants, "app-may", object("{" + ON_ITEMS + ",'privileges':['SELECT']}"));

        store.update(
                grants,
                created,
                created.application().withSpec(object("{" + ON_ITEMS + ",'privileges':['INSERT']}")),
                OPTIONS);

        assertThat(privilegesOfApp()).isEqualTo("INSERT by bob");
        store.delete(grants, created.metadata().namespacedName(), DELETE);
        assertThat(privilegesOfApp()).isNull();
    }

    /** Postgres reports no error: a role that may act as the owner revokes as the owner. */
    @Test
    void retainedGrantThatPostgresLeavesUnchangedIsNotAdopted() {
        bobMayGrant("SELECT, INSERT");
        String start = "{" + ON_ITEMS + ",'grantor':'bob','deletionPolicy':'Retain','privileges':";
        StoredApplication created = create(grants, "by-bob", object(start + "['SELECT','INSERT']}"));
        store.delete(grants, created.metadata().namespacedName(), DELETE);
        server.psql("ALTER TABLE shop.items OWNER TO alice", "GRANT alice TO bob");

        Status status = status(() -> create(grants, "by-bob", object(start + "['SELECT','UPDATE']}")));

        assertThat(status.code()).isEqualTo(409);
        assertThat(status.message()).contains("Postgres did not change it");
        assertThat(reason(() -> store.get(grants, in(NAMESPACE, "by-bob"), ""))).isEqualTo("NotFound");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GRANT CREATE ON SCHEMA shop TO bob | permission denied for schema shop",
                "GRANT USAGE ON SCHEMA shop TO bob | permission denied for table items",
                "GRANT USAGE ON SCHEMA shop TO bob; GRANT SELECT ON shop.items TO bob | no privileges were granted",
                "GRANT USAGE ON SCHEMA shop TO bob; GRANT INSERT ON shop.items TO bob WITH GRANT OPTION"
                        + " | not all privileges were granted",
            })
    void grantorWithoutTheRightsIsAnErrorOfTheGrantorField(String rights, String message) {
        server.psql(rights.split("; "));

        Status status = status(() -> create(
                grants, "by-bob", object("{" + ON_ITEMS + ",'grantor':'bob','privileges':['SELECT','INSERT']}")));

        assertThat(status.message()).contains("spec.grantor: Invalid value: \"bob\": " + message);
        assertThat(status.code()).isEqualTo(422);
        assertThat(privilegesOfApp()).isNull();
    }

    @Test
    void grantIsUnchangedIfTheGrantorLacksTheRights() {
        bobMayGrant("SELECT");
        String start = "{" + ON_ITEMS + ",'grantor':'bob','privileges':";
        StoredApplication created = create(grants, "by-bob", object(start + "['SELECT']}"));

        Status more = status(() -> store.update(
                grants, created, created.application().withSpec(object(start + "['SELECT','INSERT']}")), OPTIONS));
        server.psql("REVOKE USAGE ON SCHEMA shop FROM bob");
        Status none = status(() -> store.delete(grants, created.metadata().namespacedName(), DELETE));

        assertThat(more.message()).contains("spec.grantor: Invalid value: \"bob\": no privileges were granted");
        assertThat(more.code()).isEqualTo(422);
        assertThat(none.message()).contains("Operation cannot be fulfilled", "permission denied for schema shop");
        assertThat(none.code()).isEqualTo(409);
        assertThat(privilegesOfApp()).isEqualTo("SELECT by bob");
    }

    /** Postgres revokes column privileges together with the privileges on the table. */
    @Test
    void changeThatWouldRevokeColumnPrivilegesConflicts() {
        StoredApplication created =
                create(grants, "app-may", object("{" + ON_ITEMS + ",'privileges':['SELECT','INSERT']}"));
        server.psql("GRANT SELECT (id) ON shop.items TO app", "GRANT INSERT (id) ON shop.items TO bob");

        Status update = status(() -> store.update(
                grants,
                created,
                created.application().withSpec(object("{" + ON_ITEMS + ",'privileges':['INSERT']}")),
                OPTIONS));
        Status delete = status(() -> store.delete(grants, created.metadata().namespacedName(), DELETE));
        StoredApplication updated = store.update(
                grants,
                created,
                created.application().withSpec(object("{" + ON_ITEMS + ",'privileges':['SELECT']}")),
                OPTIONS);

        assertThat(update.message()).contains("Operation cannot be fulfilled", "single columns", "SELECT");
        assertThat(update.code()).isEqualTo(409);
        assertThat(delete.code()).isEqualTo(409);
        assertThat(privilegesOfApp()).isEqualTo("SELECT by postgres");
        server.psql("REVOKE SELECT (id) ON shop.items FROM app");
        store.delete(grants, updated.metadata().namespacedName(), DELETE);
        assertThat(privilegesOfApp()).isNull();
    }

    private Map<NamespacedName, String> uids() {
        return store.list(grants, ListRequest.all("")).items().stream()
                .collect(Collectors.toMap(
                        ServedApplication::namespacedName,
                        item -> item.metadata().uid()));
    }

    private @Nullable String privilegesOfApp() {
        return server.psql("SELECT string_agg(privilege_type || ' by ' || grantor, ', ' ORDER BY privilege_type)"
                + " FROM information_schema.role_table_grants WHERE grantee = 'app'");
    }

    private void bobMayGrant(String privileges) {
        server.psql(
                "GRANT USAGE ON SCHEMA shop TO bob", "GRANT " + privileges + " ON shop.items TO bob WITH GRANT OPTION");
    }
}
