package dev.chartroom.adapters.memory;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.watch.CacheWatcher;
import dev.chartroom.core.watch.Change;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watch.WatchedResource;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.application.ObjectLifecycle;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationTarget;
import dev.chartroom.ports.storage.ContinueToken;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.ObjectVersions.ObjectVersion;
import dev.chartroom.ports.storage.ResourceVersions;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stores Applications in memory. Each operation holds the store's lock while the operation reads or changes the maps.
 * There is no garbage collector. So clients must remove the finalizers that a garbage collector would remove.
 */
public final class MemoryApplicationStore implements ApplicationStore, ApplicationListerWatcher, ApplicationTarget {
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final JsonCodec codec;
    private final PendingChanges pending;
    private final Clock clock;
    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<GroupResource, WatchedResource> collections = new HashMap<>();
    private final ResourceVersion start;
    private long revision;

    /**
     * @param pending the changes that the server's watches have not yet delivered, including the watches of this store
     * @param clock also determines the first resource version: resource versions must grow across restarts
     */
    public MemoryApplicationStore(JsonCodec codec, PendingChanges pending, Clock clock) {
        this(codec, pending, clock, PATIENCE);
    }

    /** @param patience how long a read waits for a resource version that the store has not reached */
    MemoryApplicationStore(JsonCodec codec, PendingChanges pending, Clock clock, Duration patience) {
        this.codec = codec;
        this.pending = pending;
        this.clock = clock;
        this.patience = patience;
        this.start = new ResourceVersion(clock.millis());
        this.revision = start.number();
    }

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        return locked(() -> {
            NamespacedName name = application.metadata().namespacedName();
            WatchedResource collection = collection(kind);
            StoredApplication existing = collection.get(name);
            if (existing != null) {
                throw new ApiException(new ApiError.AlreadyExists(
                        kind.groupResource(),
                        name.name(),
                        existing.metadata().isTerminating(),
                        !application.metadata().generateName().isEmpty()));
            }
            Application created =
                    ObjectLifecycle.created(application, UUID.randomUUID().toString(), clock.instant());
            return store(kind, collection, null, created, options.dryRun());
        });
    }

    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        return locked(() -> {
            awaitVersion(resourceVersion);
            return existing(kind, name).served();
        });
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return locked(() -> Optional.ofNullable(collection(kind).get(name)));
    }

    /** Returns the latest state. */
    @Override
    public Optional<StoredApplication> recent(ApplicationKind kind, NamespacedName name) {
        return find(kind, name);
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        return locked(() -> {
            String resourceVersion = request.resourceVersion();
            ContinueToken token =
                    request.continueToken().isEmpty() ? null : ContinueToken.read(request.continueToken(), codec);
            if (token != null && !token.isLatest()) {
                awaitVersion(token.version().toString());
                return page(kind, request, token, token.version(), token::expired);
            }
            if (token == null && request.isExact()) {
                awaitVersion(resourceVersion);
                return page(
                        kind,
                        request,
                        null,
                        ResourceVersions.requested(resourceVersion),
                        ResourceVersions::listExpired);
            }
            awaitVersion(resourceVersion);
            return page(kind, request, token, latestVersion(), ResourceVersions::listExpired);
        });
    }

    private ApplicationPage page(
            ApplicationKind kind,
            ListRequest request,
            @Nullable ContinueToken token,
            ResourceVersion version,
            Supplier<ApiException> expired) {
        WatchedResource collection = collection(kind);
        if (collection.isForgotten(version)) {
            throw expired.get();
        }
        return ApplicationPage.cut(collection.at(version), request, token, version);
    }

    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        return locked(() -> {
            NamespacedName name = current.metadata().namespacedName();
            StoredApplication live = existing(kind, name);
            if (!live.metadata().resourceVersion().equals(current.metadata().resourceVersion())) {
                throw conflict(kind, name, ApiError.Conflict.MODIFIED);
            }
            Application before = live.application();
            Application after = ObjectLifecycle.updated(before, next);
            if (after.equals(before)) {
                return live;
            }
            if (ObjectLifecycle.isOver(after)) {
                if (!options.dryRun()) {
                    remove(kind, live);
                }
                return new StoredApplication(kind, after, codec);
            }
            return store(kind, collection(kind), live, after, options.dryRun());
        });
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        return locked(() -> {
            StoredApplication live = existing(kind, name);
            request.check(kind, live);
            Application marked = ObjectLifecycle.terminating(
                            live.application(), request.propagationPolicy(), clock.instant())
                    .orElse(null);
            if (marked == null) {
                return new DeleteOutcome.Deleted(request.dryRun() ? live : remove(kind, live));
            }
            return new DeleteOutcome.Terminating(
                    marked.equals(live.application())
                            ? live
                            : store(kind, collection(kind), live, marked, request.dryRun()));
        });
    }

    @Override
    public StoredApplication put(ApplicationKind kind, Application application) {
        return locked(() -> {
            WatchedResource collection = collection(kind);
            StoredApplication existing = collection.get(application.metadata().namespacedName());
            if (existing != null
                    && !existing.metadata().uid().equals(application.metadata().uid())) {
                remove(kind, existing);
                existing = null;
            }
            Application copy = application.withGvk(kind.gvk());
            if (existing != null
                    && existing.application()
                            .equals(copy.withMetadata(copy.metadata().toBuilder()
                                    .resourceVersion(existing.metadata().resourceVersion())
                                    .build()))) {
                return existing;
            }
            return store(kind, collection, existing, copy, false);
        });
    }

    @Override
    public boolean ownsStatus() {
        return true;
    }

    @Override
    public void remove(ApplicationKind kind, NamespacedName name) {
        locked(() -> {
            StoredApplication existing = collection(kind).get(name);
            return existing == null ? null : remove(kind, existing);
        });
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        return locked(() -> {
            WatchedResource collection = collection(kind);
            ResourceVersion start =
                    request.isFromAnyState() ? latestVersion() : ResourceVersions.requested(request.resourceVersion());
            boolean withInitialEvents = request.hasInitialEvents();
            CacheWatcher watch = new CacheWatcher(
                    request.selection(),
                    withInitialEvents ? latestVersion() : start,
                    pending,
                    clock,
                    request.timeout(),
                    drained -> request.bookmarks() ? revisionIfDrained(drained) : null,
                    closed -> forget(closed, List.of(collection)));
            try {
                if (withInitialEvents) {
                    awaitVersion(request.resourceVersion());
                    collection.sendExisting(watch, request, latestVersion());
                } else {
                    collection.since(start).forEach(watch::offer);
                }
                collection.add(watch);
            } catch (ApiException e) {
                // The request is valid, so the response begins and the error is an event of the watch (wire contract
                // D42).
                watch.send(new WatchEvent.Failed<>(e.error()));
            }
            return watch;
        });
    }

    /** Returns all objects in one page. */
    @Override
    public ApplicationPage list(List<ApplicationKind> kinds, String continueToken) {
        return locked(() -> new ApplicationPage(
                latestVersion().toString(),
                kinds.stream()
                        .flatMap(kind -> collection(kind).objects().stream().map(StoredApplication::served))
                        .toList(),
                "",
                null));
    }

    /**
     * Throws Invalid, because the store has no watches with initial events over several kinds. Callers list and then
     * watch instead.
     */
    @Override
    public WatchStream watchList(List<ApplicationKind> kinds) {
        ApplicationKind first = kinds.getFirst();
        throw new ApiException(new ApiError.Invalid(first.gvk().groupKind(), "", List.of()));
    }

    @Override
    public ObjectVersions versions(ApplicationKind kind, Selection selection) {
        return locked(() -> new ObjectVersions(
                latestVersion(),
                collection(kind).objects().stream()
                        .map(StoredApplication::served)
                        .filter(selection)
                        .map(served -> new ObjectVersion(served.namespacedName(), served.resourceVersion()))
                        .toList()));
    }

    @Override
    public String continueToken(
            ApplicationKind kind, String namespace, ResourceVersion resourceVersion, NamespacedName last) {
        return ContinueToken.after(last, resourceVersion).text();
    }

    @Override
    public WatchStream watch(List<ApplicationKind> kinds, ResourceVersion start) {
        return locked(() -> {
            List<WatchedResource> collections =
                    kinds.stream().map(this::collection).toList();
            CacheWatcher watch = new CacheWatcher(
                    _ -> true,
                    start,
                    pending,
                    clock,
                    Duration.ZERO,
                    this::revisionIfDrained,
                    closed -> forget(closed, collections));
            collections.stream()
                    .flatMap(collection -> collection.since(start).stream())
                    .sorted(Comparator.comparingLong(Change::resourceVersion))
                    .forEach(watch::offer);
            collections.forEach(collection -> collection.add(watch));
            return watch;
        });
    }

    private void forget(CacheWatcher closed, List<WatchedResource> collections) {
        lock.lock();
        try {
            collections.forEach(collection -> collection.remove(closed));
        } finally {
            lock.unlock();
        }
    }

    private @Nullable ResourceVersion revisionIfDrained(CacheWatcher watch) {
        lock.lock();
        try {
            return watch.isDrained() && latestVersion().isAfter(watch.start()) ? latestVersion() : null;
        } finally {
            lock.unlock();
        }
    }

    private StoredApplication store(
            ApplicationKind kind,
            WatchedResource collection,
            @Nullable StoredApplication before,
            Application next,
            boolean dryRun) {
        long version = dryRun ? revision : ++revision;
        // The result of a dry run of a create has no resource version. The result of a dry run of an update has the
        // stored resource version.
        String shown = !dryRun
                ? Long.toString(version)
                : before == null ? "" : before.metadata().resourceVersion();
        StoredApplication after = new StoredApplication(
                kind,
                next.withMetadata(
                        next.metadata().toBuilder().resourceVersion(shown).build()),
                codec);
        if (!dryRun) {
            changed.signalAll();
            collection.apply(version, before, after, clock.instant());
        }
        return after;
    }

    private StoredApplication remove(ApplicationKind kind, StoredApplication live) {
        revision++;
        changed.signalAll();
        collection(kind).apply(revision, live, null, clock.instant());
        return live;
    }

    private StoredApplication existing(ApplicationKind kind, NamespacedName name) {
        StoredApplication stored = collection(kind).get(name);
        if (stored == null) {
            throw new ApiException(new ApiError.NotFound(kind.groupResource(), name.name()));
        }
        return stored;
    }

    private static ApiException conflict(ApplicationKind kind, NamespacedName name, String message) {
        return new ApiException(new ApiError.Conflict(kind.groupResource(), name.name(), message));
    }

    /** Waits until the store reaches a resource version (wire contract D19). */
    private void awaitVersion(String resourceVersion) {
        ResourceVersion wanted = ResourceVersions.requested(resourceVersion);
        long left = patience.toNanos();
        while (wanted.isAfter(latestVersion())) {
            if (left <= 0) {
                throw new ApiException(ApiError.resourceVersionTooLarge(
                        resourceVersion, latestVersion().toString()));
            }
            try {
                left = changed.awaitNanos(left);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                left = 0;
            }
        }
    }

    private ResourceVersion latestVersion() {
        return new ResourceVersion(revision);
    }

    private WatchedResource collection(ApplicationKind kind) {
        return collections.computeIfAbsent(kind.groupResource(), _ -> new WatchedResource(start));
    }

    private <T extends @Nullable Object> T locked(Supplier<T> operation) {
        lock.lock();
        try {
            return operation.get();
        } finally {
            lock.unlock();
        }
    }
}
