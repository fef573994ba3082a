package dev.chartroom.bootstrap.metrics;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.bootstrap.metrics.StoreMetrics.Operation;
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

/** Measures the requests to a store. Watches are not measured, because they last until the client ends them. */
record MeasuredApplicationStore(ApplicationStore store, StoreMetrics.OfStore metrics) implements ApplicationStore {

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        return metrics.measured(Operation.CREATE, () -> store.create(kind, application, options));
    }

    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        return metrics.measured(Operation.GET, () -> store.get(kind, name, resourceVersion));
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return metrics.measured(Operation.FIND, () -> store.find(kind, name));
    }

    @Override
    public StoredApplication current(ApplicationKind kind, NamespacedName name) {
        return metrics.measured(Operation.FIND, () -> store.current(kind, name));
    }

    @Override
    public Optional<StoredApplication> recent(ApplicationKind kind, NamespacedName name) {
        return store.recent(kind, name);
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        return metrics.measured(Operation.LIST, () -> store.list(kind, request));
    }

    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        return metrics.measured(Operation.UPDATE, () -> store.update(kind, current, next, options));
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        return metrics.measured(Operation.DELETE, () -> store.delete(kind, name, request));
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        return store.watch(kind, request);
    }
}
