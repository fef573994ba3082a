package dev.chartroom.bootstrap.dev;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.memory.MemoryApplicationStore;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.ports.storage.ApplicationStore;
import java.time.Clock;

/** The storage of all objects in dev mode. */
@FunctionalInterface
public interface DevObjects extends AutoCloseable {
    /** Stores them in memory. */
    DevObjects MEMORY = (_, pending, clock) -> new MemoryApplicationStore(new JacksonCodec(), pending, clock);

    /**
     * Opens one store for all kinds of a catalogue, even if their definitions name other stores.
     *
     * @param pending the changes that wait for readers of all watches
     */
    ApplicationStore open(KindCatalogue catalogue, PendingChanges pending, Clock clock);

    @Override
    default void close() {}
}
