package dev.chartroom.adapters.postgres;

import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import dev.chartroom.ports.storage.Kinds;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The watch cache in front of the database passes the store contract. */
class CachedPostgresApplicationStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static @Nullable PostgresStorage storage;
    private static @Nullable WatchCachingApplicationStore shared;

    @BeforeAll
    static void open() {
        PostgresStorage opened = PostgresServer.open(PostgresServer.settings());
        storage = opened;
        WatchCachingApplicationStore cached = WatchCachingApplicationStore.start(
                opened.store(),
                opened.feed(),
                List.of(Kinds.redis(), Kinds.postgres()),
                PendingChanges.ofHeap(),
                Clock.systemUTC(),
                new Random());
        shared = cached;
        Awaitility.await().until(() -> cached.problem().isEmpty());
    }

    @Override
    protected ApplicationStore store() {
        if (shared == null) {
            throw new IllegalStateException("the store is made before all tests");
        }
        return shared;
    }

    @Override
    protected String emptyNamespace() {
        return "ns-" + NAMESPACES.incrementAndGet();
    }

    @AfterAll
    static void close() {
        if (shared != null) {
            shared.close();
        }
        if (storage != null) {
            storage.close();
        }
    }
}
