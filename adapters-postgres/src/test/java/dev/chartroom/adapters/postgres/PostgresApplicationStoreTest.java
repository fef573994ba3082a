package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class PostgresApplicationStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static @Nullable PostgresStorage storage;

    @Override
    protected synchronized ApplicationStore store() {
        PostgresStorage opened = storage;
        if (opened == null) {
            opened = PostgresServer.open(settings());
            storage = opened;
        }
        return opened.store();
    }

    /** Returns the settings of a schema without tables. */
    PostgresSettings settings() {
        return PostgresServer.settings();
    }

    @Override
    protected String emptyNamespace() {
        return "ns-" + NAMESPACES.incrementAndGet();
    }

    @Test
    void listWithTheMaximumLimitReturnsAllObjects() {
        create("a", Kinds.replicas(1));
        create("b", Kinds.replicas(1));

        ApplicationPage page = store.list(redis, ListRequest.all(namespace).withLimit(Long.MAX_VALUE));

        assertThat(names(page)).containsExactly("a", "b");
        assertThat(page.continueToken()).isEmpty();
    }

    @Test
    void updateOfAnObjectFromAnotherStoreConflicts() {
        StoredApplication stored = create("moved", Kinds.replicas(1));
        StoredApplication elsewhere = new StoredApplication(redis, stored.application(), new TextCodec());

        assertThat(errorOf(() -> update(elsewhere, Kinds.replicas(2)))).isInstanceOf(ApiError.Conflict.class);
        assertThat(errorOf(() -> update(elsewhere, Kinds.replicas(1)))).isInstanceOf(ApiError.Conflict.class);

        assertThat(get("moved").metadata().resourceVersion())
                .isEqualTo(stored.metadata().resourceVersion());
    }

    @AfterAll
    static void close() {
        if (storage != null) {
            storage.close();
            storage = null;
        }
    }
}
