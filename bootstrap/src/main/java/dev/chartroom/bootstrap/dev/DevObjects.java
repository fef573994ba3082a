package dev.chartroom.bootstrap.dev;

import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.adapters.memory.MemoryApplicationStore;
import dev.chartroom.ports.service.KindCatalogue;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.watch.PendingChanges;
import java.time.Clock;

/** Where dev mode keeps all objects. */
@FunctionalInterface
public interface DevObjects extends AutoCloseable {
    /** Keeps them in memory. */
    DevObjects MEMORY = (_, pending, clock) -> new MemoryApplicationStore(new JacksonCodec(), pending, clock);

    /**
     * The store of all kinds of a catalogue, whichever store they name.
     *
     * @param pending the changes that wait for its watches and others
     */
    ApplicationStore open(KindCatalogue catalogue, PendingChanges pending, Clock clock);

    @Override
    default void close() {}
}
