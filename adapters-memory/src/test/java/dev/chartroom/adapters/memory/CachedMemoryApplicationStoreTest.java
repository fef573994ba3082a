package dev.chartroom.adapters.memory;

import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.TextCodec;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Tests that the watch cache in front of a store fulfils the store contract. */
class CachedMemoryApplicationStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private @Nullable WatchCachingApplicationStore cached;

    @Override
    protected ApplicationStore store() {
        MemoryApplicationStore behind = new MemoryApplicationStore(
                new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC(), Duration.ofMillis(50));
        WatchCachingApplicationStore started = WatchCachingApplicationStore.start(
                behind,
                behind,
                List.of(Kinds.redis(), Kinds.postgres()),
                PendingChanges.ofHeap(),
                Clock.systemUTC(),
                new Random());
        cached = started;
        Awaitility.await().until(() -> started.problem().isEmpty());
        return started;
    }

    @Override
    protected boolean knowsRecentStates() {
        return true;
    }

    @Override
    protected String emptyNamespace() {
        return "ns-" + NAMESPACES.incrementAndGet();
    }

    @AfterEach
    void stop() {
        if (cached != null) {
            cached.close();
        }
    }
}
