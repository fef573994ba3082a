package dev.chartroom.core.store;

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
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Several stores that are used as one store. The objects of each kind are in one of the stores. */
public final class RoutingApplicationStore implements ApplicationStore {
    private final Map<String, ApplicationStore> stores;
    private final Function<ApplicationKind, String> storeOf;

    /**
     * Routes each kind to the store that {@link ApplicationKind#store} names.
     *
     * @param stores the stores, by their names
     */
    public RoutingApplicationStore(Map<String, ? extends ApplicationStore> stores) {
        this(stores, ApplicationKind::store);
    }

    /** @param storeOf returns the name of the store that has a kind's objects; called for each request */
    public RoutingApplicationStore(
            Map<String, ? extends ApplicationStore> stores, Function<ApplicationKind, String> storeOf) {
        this.stores = Map.copyOf(stores);
        this.storeOf = storeOf;
    }

    private ApplicationStore of(ApplicationKind kind) {
        String name = storeOf.apply(kind);
        ApplicationStore store = stores.get(name);
        if (store == null) {
            throw new ApiException(ApiError.internal("there is no store \"" + name + "\""));
        }
        return store;
    }

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        return of(kind).create(kind, application, options);
    }

    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        return of(kind).get(kind, name, resourceVersion);
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return of(kind).find(kind, name);
    }

    @Override
    public Optional<StoredApplication> recent(ApplicationKind kind, NamespacedName name) {
        return of(kind).recent(kind, name);
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        return of(kind).list(kind, request);
    }

    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        return of(kind).update(kind, current, next, options);
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        return of(kind).delete(kind, name, request);
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        return of(kind).watch(kind, request);
    }
}
