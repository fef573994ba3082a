package dev.chartroom.adapters.memory;

import dev.chartroom.core.namespace.NamespacedApplicationStore;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.application.NamespaceObject;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import dev.chartroom.ports.storage.TextCodec;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Tests that a store with namespaces fulfils the store contract. */
class NamespacedMemoryApplicationStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    @Override
    protected ApplicationStore store() {
        return new NamespacedApplicationStore(
                new MemoryApplicationStore(
                        new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC(), Duration.ofMillis(50)),
                (_, _) -> {});
    }

    @Override
    protected boolean knowsRecentStates() {
        return true;
    }

    @Override
    protected String emptyNamespace() {
        String name = "ns-" + NAMESPACES.incrementAndGet();
        store.create(NamespaceKind.KIND, NamespaceObject.named(name), OPTIONS);
        return name;
    }
}
