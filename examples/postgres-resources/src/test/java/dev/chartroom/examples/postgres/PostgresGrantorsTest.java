package dev.chartroom.examples.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Privileges that owners grant and that others do, and what becomes of them when that changes. */
class PostgresGrantorsTest extends CatalogueTest {
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
    void grantIsTheSameWhoeverOwnsWhatItIsOn(String object, String on, String change) {
        server.psql(
                "CREATE ROLE reader",
                "CREATE DATABASE orders OWNER alice",
                "ALTER TABLE shop.items OWNER TO alice",
                "GRANT ALL ON " + object + " TO reader");
        JsonObject spec = json("{'role':'app'," + on + "}");
        create(grants, "app-may", spec);
        Map<NamespacedName, String> before = uids();

        server.psql(change);

        assertThat(uids()).isEqualTo(before).containsKey(in(NAMESPACE, "app-may"));
        assertThat(store.current(grants, in(NAMESPACE, "app-may")).application().spec())
                .isEqualTo(spec);
        assertThat(reason(() -> create(grants, "again", spec))).isEqualTo("AlreadyExists");
    }

    private Map<NamespacedName, String> uids() {
        return store.list(grants, ListRequest.all("")).items().stream()
                .collect(Collectors.toMap(
                        ServedApplication::namespacedName, item -> item.metadata().uid()));
    }
}
