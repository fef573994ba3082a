package dev.chartroom.adapters.http.api;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.request.ServerCapacity;
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
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Wraps a store and counts its open watches. It also takes a turn for each watch, like a store that reads objects
 * before the watch begins.
 */
record WatchCountingStore(ApplicationStore store, AtomicInteger open) implements ApplicationStore {
    private static final int OBJECTS = 100_000;

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        return store.create(kind, application, options);
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return store.find(kind, name);
    }

    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        return store.get(kind, name, resourceVersion);
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        return store.list(kind, request);
    }

    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        return store.update(kind, current, next, options);
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        return store.delete(kind, name, request);
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        ServerCapacity.current().ifPresent(share -> share.take(OBJECTS));
        WatchStream stream = store.watch(kind, request);
        open.incrementAndGet();
        AtomicBoolean closed = new AtomicBoolean();
        return new WatchStream() {
            @Override
            public @Nullable WatchEvent<ServedApplication> next(Duration timeout) throws InterruptedException {
                return stream.next(timeout);
            }

            @Override
            public @Nullable Duration lag() {
                return stream.lag();
            }

            @Override
            public void close() {
                stream.close();
                if (closed.compareAndSet(false, true)) {
                    open.decrementAndGet();
                }
            }
        };
    }
}
