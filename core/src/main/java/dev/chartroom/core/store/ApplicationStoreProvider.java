package dev.chartroom.core.store;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationStore;
import java.time.Clock;

/**
 * Opens a store that is not part of Chartroom. {@link java.util.ServiceLoader} finds the provider in a jar on the class
 * path. The configuration names the store under {@code stores.provided}.
 */
public interface ApplicationStoreProvider {
    /** Returns the name of the store, as in the configuration and in definitions. */
    String name();

    /**
     * Opens the store. If the store is {@link AutoCloseable}, the server closes the store when the server ends.
     *
     * @param settings the settings of the store in the configuration
     * @return a store that serves its watches itself, such as a {@link PollingApplicationStore}
     * @throws IllegalArgumentException if the settings are invalid; the message names the field
     */
    ApplicationStore open(JsonObject settings, Context context);

    /**
     * The parts of a server that its stores share.
     *
     * @param codec reads and writes stored objects
     * @param pending the changes that wait for the readers of all watches
     */
    record Context(JsonCodec codec, PendingChanges pending, Clock clock) {}
}
