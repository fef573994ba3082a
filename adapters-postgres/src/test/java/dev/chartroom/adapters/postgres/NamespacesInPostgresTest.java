package dev.chartroom.adapters.postgres;

import dev.chartroom.core.namespace.NamespacesContract;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Runs the contract as in dev mode: namespaces are rows, with the watch cache in front. */
class NamespacesInPostgresTest extends NamespacesContract {
    private @Nullable PostgresStorage storage;
    private @Nullable WatchCachingApplicationStore cached;

    @Override
    protected ApplicationStore stored() {
        PostgresStorage opened = PostgresServer.open(PostgresServer.settings());
        WatchCachingApplicationStore started = WatchCachingApplicationStore.start(
                opened.store(),
                opened.feed(),
                List.of(NamespaceKind.KIND, Kinds.redis(), Kinds.postgres()),
                PendingChanges.ofHeap(),
                Clock.systemUTC(),
                new Random());
        storage = opened;
        cached = started;
        return started;
    }

    @AfterEach
    void close() {
        if (cached != null) {
            cached.close();
        }
        if (storage != null) {
            storage.close();
        }
    }
}
