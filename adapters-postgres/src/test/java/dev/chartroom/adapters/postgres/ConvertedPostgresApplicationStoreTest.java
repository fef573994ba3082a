package dev.chartroom.adapters.postgres;

import dev.chartroom.core.store.ConvertingApplicationStore;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import dev.chartroom.ports.storage.Kinds;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The database passes the store contract for every version of a kind. */
class ConvertedPostgresApplicationStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static @Nullable PostgresStorage storage;

    @BeforeAll
    static void open() {
        storage = PostgresServer.open(PostgresServer.settings());
    }

    @Override
    protected ApplicationStore store() {
        if (storage == null) {
            throw new IllegalStateException("the store is made before all tests");
        }
        return new ConvertingApplicationStore(storage.store());
    }

    @Override
    protected ApplicationKind kind() {
        return Kinds.convertedRedis();
    }

    @Override
    protected String emptyNamespace() {
        return "ns-" + NAMESPACES.incrementAndGet();
    }

    @AfterAll
    static void close() {
        if (storage != null) {
            storage.close();
        }
    }
}
