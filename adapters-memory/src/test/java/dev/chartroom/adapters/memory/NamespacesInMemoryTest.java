package dev.chartroom.adapters.memory;

import dev.chartroom.ports.namespace.NamespacesContract;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.watch.PendingChanges;
import java.time.Clock;

class NamespacesInMemoryTest extends NamespacesContract {
    @Override
    protected ApplicationStore stored() {
        return new MemoryApplicationStore(new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC());
    }
}
