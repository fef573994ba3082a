package dev.chartroom.adapters.postgres;

import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;

class PostgresApplicationStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static @Nullable PostgresStorage storage;

    @Override
    protected synchronized ApplicationStore store() {
        PostgresStorage opened = storage;
        if (opened == null) {
            opened = PostgresServer.open(PostgresServer.settings());
            storage = opened;
        }
        return opened.store();
    }

    @Override
    protected String emptyNamespace() {
        return "ns-" + NAMESPACES.incrementAndGet();
    }

    @AfterAll
    static void close() {
        if (storage != null) {
            storage.close();
            storage = null;
        }
    }
}
