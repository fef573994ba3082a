package dev.chartroom.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.store.RoutingApplicationStore;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.TextCodec;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that several stores together fulfil the store contract. */
class RoutingApplicationStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private final ApplicationStore usual = memory();
    private final ApplicationStore second = memory();

    @Override
    protected ApplicationStore store() {
        return new RoutingApplicationStore(Map.of(StoreNames.HELM_RELEASE, usual, "second", second));
    }

    @Override
    protected boolean knowsRecentStates() {
        return true;
    }

    @Override
    protected String emptyNamespace() {
        return "ns-" + NAMESPACES.incrementAndGet();
    }

    @Test
    void objectsAreInTheStoreNamedByTheirKind() {
        create("a", Kinds.replicas(1));
        NamespacedName name = new NamespacedName(namespace, "a");

        assertThat(usual.get(redis, name, "").namespacedName()).isEqualTo(name);
        assertThat(errorOf(() -> second.get(redis, name, ""))).isInstanceOf(ApiError.NotFound.class);
        assertThat(errorOf(() -> store.get(in("second"), name, ""))).isInstanceOf(ApiError.NotFound.class);
        assertThatThrownBy(() -> store.get(in("nowhere"), name, "")).isInstanceOf(ApiException.class);
    }

    private ApplicationKind in(String name) {
        return Kinds.builder(redis).store(name).build();
    }

    private static ApplicationStore memory() {
        return new MemoryApplicationStore(
                new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC(), Duration.ofMillis(50));
    }
}
