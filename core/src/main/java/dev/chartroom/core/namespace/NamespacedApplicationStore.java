package dev.chartroom.core.namespace;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.admission.NamespaceLifecycle;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.application.NamespaceObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.NamespaceKind;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;

/**
 * A store with namespaces, around another store. Only this store and its follower write to the inner store. A creation
 * holds a shared lock, under which its namespace is checked again. A namespace is marked for deletion under the
 * exclusive lock. So when a namespace is marked, no creation in it is in progress, and no creation in it begins later.
 * There is one exception: the inner store may report that the outcome of a creation is unknown, and complete the
 * creation later.
 */
public final class NamespacedApplicationStore implements ApplicationStore {
    /** The namespace that always exists. */
    static final String DEFAULT = "default";

    private final ApplicationStore store;
    private final BiConsumer<ApplicationKind, NamespacedName> follower;
    private final NamespaceLifecycle lifecycle;
    private final Lock creating;
    private final Lock marking;

    /**
     * @param follower an action that receives each object that may have been changed or deleted, including namespaces;
     *     it must return quickly
     */
    public NamespacedApplicationStore(ApplicationStore store, BiConsumer<ApplicationKind, NamespacedName> follower) {
        this.store = store;
        this.follower = follower;
        this.lifecycle = new NamespaceLifecycle(new StoredNamespaces(store));
        ReadWriteLock lock = new ReentrantReadWriteLock();
        this.creating = lock.readLock();
        this.marking = lock.writeLock();
    }

    /**
     * Like {@link ApplicationStore#create}.
     *
     * @throws ApiException also NotFound if there is no such namespace, and Forbidden if the namespace is being deleted
     */
    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        if (NamespaceKind.is(kind)) {
            return store.create(kind, NamespaceObject.withServerFields(application), options);
        }
        creating.lock();
        try {
            lifecycle.check(kind, application.metadata().namespacedName());
            return store.create(kind, application, options);
        } finally {
            creating.unlock();
        }
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
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        try {
            return store.update(
                    kind,
                    current,
                    NamespaceKind.is(kind) ? NamespaceObject.updated(current.application(), next) : next,
                    options);
        } finally {
            // The follower is called even after a failure, because an unreachable store may have made the change.
            follower.accept(kind, current.metadata().namespacedName());
        }
    }

    /**
     * Like {@link ApplicationStore#delete}.
     *
     * @throws ApiException also Forbidden for the default namespace
     */
    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        try {
            return NamespaceKind.is(kind) ? deletedNamespace(kind, name, request) : store.delete(kind, name, request);
        } finally {
            follower.accept(kind, name);
        }
    }

    private DeleteOutcome deletedNamespace(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        if (name.name().equals(DEFAULT)) {
            throw new ApiException(new ApiError.Refused(
                    StatusReason.FORBIDDEN,
                    kind.groupResource(),
                    name.name(),
                    "namespaces \"" + name.name() + "\" is forbidden: this namespace may not be deleted",
                    List.of(),
                    0));
        }
        marking.lock();
        try {
            return store.delete(kind, name, request);
        } finally {
            marking.unlock();
        }
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        return store.watch(kind, request);
    }
}
