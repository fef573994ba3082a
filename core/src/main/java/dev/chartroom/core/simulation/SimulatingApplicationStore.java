package dev.chartroom.core.simulation;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Notifies the simulation of each object that a client creates or changes.
 *
 * @param simulation must return quickly
 */
public record SimulatingApplicationStore(ApplicationStore store, BiConsumer<ApplicationKind, NamespacedName> simulation)
        implements ApplicationStore {

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        StoredApplication created = store.create(kind, application, options);
        if (!options.dryRun()) {
            simulation.accept(kind, created.metadata().namespacedName());
        }
        return created;
    }

    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        StoredApplication updated = store.update(kind, current, next, options);
        if (!options.dryRun()) {
            simulation.accept(kind, updated.metadata().namespacedName());
        }
        return updated;
    }

    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        return store.get(kind, name, resourceVersion);
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return store.find(kind, name);
    }

    @Override
    public Optional<StoredApplication> recent(ApplicationKind kind, NamespacedName name) {
        return store.recent(kind, name);
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        return store.list(kind, request);
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        return store.delete(kind, name, request);
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        return store.watch(kind, request);
    }
}
