package dev.chartroom.adapters.memory;

import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationTarget;
import dev.chartroom.ports.storage.ApplicationTargetContract;
import dev.chartroom.ports.storage.TextCodec;
import java.time.Clock;

class MemoryApplicationTargetTest extends ApplicationTargetContract {
    private final MemoryApplicationStore memory =
            new MemoryApplicationStore(new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC());

    @Override
    protected ApplicationStore store() {
        return memory;
    }

    @Override
    protected ApplicationTarget target() {
        return memory;
    }

    @Override
    protected String emptyNamespace() {
        return "ns";
    }
}
