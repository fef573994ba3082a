package dev.chartroom.adapters.memory;

import dev.chartroom.core.namespace.NamespacesContract;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.TextCodec;
import java.time.Clock;

class NamespacesInMemoryTest extends NamespacesContract {
    @Override
    protected ApplicationStore stored() {
        return new MemoryApplicationStore(new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC());
    }
}
