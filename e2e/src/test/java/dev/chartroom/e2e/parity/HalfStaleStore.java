package dev.chartroom.e2e.parity;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A store that records what was written. {@link #recent} alternates between the last state and an older one, also for
 * deleted objects.
 */
final class HalfStaleStore implements ApplicationStore {
    private final ApplicationStore store;
    private final Map<Key, List<StoredApplication>> written = new ConcurrentHashMap<>();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger stale = new AtomicInteger();

    private record Key(GroupResource resource, NamespacedName name) {}

    HalfStaleStore(ApplicationStore store) {
        this.store = store;
    }

    /** Returns how often a recorded recent state was requested. */
    int asked() {
        return asked.get();
    }

    /** Returns how often this store returned an older state. */
    int stale() {
        return stale.get();
    }

    @Override
    public Optional<StoredApplication> recent(ApplicationKind kind, NamespacedName name) {
        List<StoredApplication> states = written.getOrDefault(new Key(kind.groupResource(), name), List.of());
        if (states.isEmpty()) {
            return Optional.empty();
        }
        if (asked.getAndIncrement() % 2 == 0) {
            return Optional.of(states.getLast());
        }
        stale.incrementAndGet();
        return Optional.of(states.size() > 1 ? states.get(states.size() - 2) : another(kind, states.getLast()));
    }

    /** Returns a possible state before the first recorded one. */
    private static StoredApplication another(ApplicationKind kind, StoredApplication first) {
        ObjectMeta metadata = first.metadata().toBuilder()
                .resourceVersion("1")
                .labels(Map.of("stale", "yes"))
                .build();
        Application before = first.application().withMetadata(metadata).withSpec(JsonObject.EMPTY);
        return new StoredApplication(kind, before, new JacksonCodec());
    }

    private StoredApplication noted(ApplicationKind kind, StoredApplication state, WriteOptions options) {
        if (!options.dryRun()) {
            Key key = new Key(kind.groupResource(), state.metadata().namespacedName());
            written.compute(key, (_, before) -> {
                List<StoredApplication> states = before == null ? new ArrayList<>() : new ArrayList<>(before);
                states.add(state);
                return List.copyOf(states);
            });
        }
        return state;
    }

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        return noted(kind, store.create(kind, application, options), options);
    }

    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        return noted(kind, store.update(kind, current, next, options), options);
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
