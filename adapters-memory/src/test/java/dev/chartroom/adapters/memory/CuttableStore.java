package dev.chartroom.adapters.memory;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A store that supports only watches. A test can end them, or have the next one rejected. */
final class CuttableStore implements ApplicationStore {
    private final ApplicationStore store;
    private final List<WatchStream> watches = new ArrayList<>();
    private boolean isRefused;
    private int asked;

    CuttableStore(ApplicationStore store) {
        this.store = store;
    }

    /** Ends all watches, and then runs an action that they do not see. */
    synchronized void cut(Runnable happens) {
        watches.forEach(WatchStream::close);
        watches.clear();
        happens.run();
    }

    synchronized void refuseOnce() {
        isRefused = true;
    }

    /** Returns the number of requested watches. */
    synchronized int watches() {
        return asked;
    }

    @Override
    public synchronized WatchStream watch(ApplicationKind kind, WatchRequest request) {
        asked++;
        if (isRefused) {
            isRefused = false;
            throw new ApiException(ApiError.unavailable("down"));
        }
        WatchStream watch = store.watch(kind, request);
        watches.add(watch);
        return watch;
    }

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        throw new UnsupportedOperationException();
    }
}
