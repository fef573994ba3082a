package dev.chartroom.adapters.catalogue;

import com.zaxxer.hikari.HikariDataSource;
import dev.chartroom.adapters.catalogue.PostgresResources.Allowed;
import dev.chartroom.adapters.catalogue.PostgresResources.Settings;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.core.store.PollingApplicationStore;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Runs the contract for privileges on tables. They encode a number: each privilege is a bit. */
class PostgresGrantStoreTest extends CatalogueContract {
    private static final List<String> BITS =
            List.of("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER");

    private @Nullable HikariDataSource connections;
    private @Nullable PollingApplicationStore polling;

    @Override
    protected ApplicationKind kind() {
        return kinds().get(2);
    }

    @Override
    protected ApplicationKind otherKind() {
        return kinds().get(1);
    }

    @Override
    protected ApplicationStore store() {
        server().clear();
        server().psql("CREATE ROLE " + TablePrivileges.ROLE);
        Settings settings = server().settings(
                        "postgres",
                        "postgres",
                        new Allowed(Set.of("*"), Set.of(TablePrivileges.ROLE), Set.of(), Set.of("public")));
        connections = new HikariDataSource();
        connections.setJdbcUrl(settings.url());
        connections.setUsername(settings.user());
        connections.setPassword(settings.password());
        PostgresCatalogue catalogue = new PostgresCatalogue(
                new CatalogueServer(connections),
                PostgresResources.boundary(settings),
                (_, _) -> Optional.empty(),
                PostgresServer.CODEC,
                settings.namespace());
        polling = new PollingApplicationStore(
                new TablePrivileges(catalogue, server()),
                PostgresServer.CODEC,
                PendingChanges.ofHeap(),
                Clock.systemUTC(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(3));
        return polling;
    }

    @AfterEach
    void closeStore() {
        if (polling != null && connections != null) {
            polling.close();
            connections.close();
        }
    }

    /** Each grant needs its own table here. The contract of roles tests long pages of the same store. */
    @Override
    protected int longPage() {
        return 10;
    }

    @Override
    protected JsonObject spec(long number) {
        List<String> privileges = new ArrayList<>();
        for (int bit = 0; bit < BITS.size(); bit++) {
            if ((number >> bit & 1) == 1) {
                privileges.add(BITS.get(bit));
            }
        }
        return JsonObject.of("privileges", JsonArray.ofStrings(privileges));
    }

    @Override
    protected long number(JsonObject spec) {
        return spec.arrayOrEmpty("privileges").strings().stream()
                .mapToLong(privilege -> 1L << BITS.indexOf(privilege))
                .sum();
    }

    @Override
    protected JsonObject sparseSpec() {
        return spec(5);
    }

    @Override
    protected JsonObject completedSpec() {
        return spec(5).toBuilder().put("deletionPolicy", "Delete").build();
    }
}
