package dev.chartroom.adapters.memory;

import dev.chartroom.core.store.ConvertingApplicationStore;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.domain.kind.ApplicationKind;
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

/** Tests the store contract behind a watch cache, for another version of a kind than the stored one. */
class ConvertedMemoryApplicationStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private @Nullable WatchCachingApplicationStore cached;

    @Override
    protected ApplicationStore store() {
        MemoryApplicationStore behind = new MemoryApplicationStore(
                new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC(), Duration.ofMillis(50));
        WatchCachingApplicationStore started = WatchCachingApplicationStore.start(
                behind,
                behind,
                List.of(Kinds.convertedRedis().stored(), Kinds.postgres()),
                PendingChanges.ofHeap(),
                Clock.systemUTC(),
                new Random());
        cached = started;
        Awaitility.await().until(() -> started.problem().isEmpty());
        return new ConvertingApplicationStore(started);
    }

    @Override
    protected ApplicationKind kind() {
        return Kinds.convertedRedis();
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
