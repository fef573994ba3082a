package dev.chartroom.core.store;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.watch.CacheWatcher;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.application.ObjectLifecycle;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.BackingApi;
import dev.chartroom.ports.storage.ContinueToken;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ResourceVersions;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store for the objects of a {@link BackingApi}. Every read polls the API, so the read sees all earlier writes by all
 * clients. Concurrent reads share a poll. While a kind is watched, the store also polls the kind's objects at regular
 * intervals. Several changes of an object between two polls are sent as one change. Changes made through this store are
 * sent one by one, because the store polls after each of them.
 *
 * <p>The store keeps the result of the latest poll, and the changes of the last hour (at most 10,000). Watches that
 * resume, and further pages of a list, need these changes. Thread-safe.
 */
public final class PollingApplicationStore implements ApplicationStore, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PollingApplicationStore.class.getName());
    /** The longest time for which a list or a write waits for a change to settle. */
    private static final Duration SETTLING = Duration.ofMillis(200);
    /** The longest time for which a write without a deadline waits for other writes. */
    private static final Duration WRITING = Duration.ofSeconds(30);

    private final BackingApi api;
    private final JsonCodec codec;
    private final PendingChanges pending;
    private final Clock clock;
    private final Duration versionTimeout;
    private final Map<GroupResource, PolledResource> resources = new ConcurrentHashMap<>();
    /**
     * Serializes writes, so that watches receive each write as a separate change. The lock is fair, so that no write
     * overtakes another write.
     */
    private final ReentrantLock writing = new ReentrantLock(true);
    /**
     * In each namespace, at most one write runs or waits to be the next. So slow writes of one namespace do not delay
     * the writes of other namespaces.
     */
    private final FairShares writers = new FairShares(2);

    private final ScheduledExecutorService poller = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("poller").factory());

    /**
     * @param pending the changes that wait for the readers of all watches, including those of this store
     * @param interval the interval between polls; a change that is made elsewhere reaches watches after this interval
     *     and the duration of a poll at the latest
     * @param versionTimeout how long a read waits for a future resource version
     */
    public PollingApplicationStore(
            BackingApi api,
            JsonCodec codec,
            PendingChanges pending,
            Clock clock,
            Duration interval,
            Duration versionTimeout) {
        this.api = api;
        this.codec = codec;
        this.pending = pending;
        this.clock = clock;
        this.versionTimeout = versionTimeout;
        var _ = poller.scheduleWithFixedDelay(this::poll, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        NamespacedName name = application.metadata().namespacedName();
        return writing(kind, name, resource -> {
            StoredApplication existing = current(resource, name);
            if (existing != null) {
                throw new ApiException(new ApiError.AlreadyExists(
                        kind.groupResource(),
                        name.name(),
                        existing.metadata().isTerminating(),
                        !application.metadata().generateName().isEmpty()));
            }
            Application created =
                    ObjectLifecycle.created(application, UUID.randomUUID().toString(), now());
            if (options.dryRun()) {
                return new StoredApplication(kind, created, codec);
            }
            api.create(kind, created);
            return written(resource, name);
        });
    }

    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        PolledResource resource = resource(kind);
        return resource.afterPoll(() -> {
            resource.awaitVersion(resourceVersion, versionTimeout);
            return existing(kind, name, resource.latest(name)).served();
        });
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return Optional.ofNullable(current(resource(kind), name));
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        ContinueToken token =
                request.continueToken().isEmpty() ? null : ContinueToken.read(request.continueToken(), codec);
        PolledResource resource = resource(kind);
        return resource.afterPoll(() -> {
            if (token != null && !token.isLatest()) {
                return exact(resource, request, token, token.version().toString(), token::expired);
            }
            if (token == null && request.isExact()) {
                return exact(resource, request, null, request.resourceVersion(), ResourceVersions::listExpired);
            }
            resource.awaitVersion(request.resourceVersion(), versionTimeout);
            // A list of a state that is not settled cannot be continued, so the whole list is returned.
            long limit = resource.pollUntil(resource::isSettled, SETTLING) ? request.limit() : 0;
            List<ServedApplication> objects =
                    resource.latest().stream().map(StoredApplication::served).toList();
            return ApplicationPage.cut(objects, request.withLimit(limit), token, resource.publishedVersion());
        });
    }

    private ApplicationPage exact(
            PolledResource resource,
            ListRequest request,
            @Nullable ContinueToken token,
            String resourceVersion,
            Supplier<ApiException> expired) {
        resource.awaitSettled(resourceVersion, versionTimeout);
        ResourceVersion version = ResourceVersions.requested(resourceVersion);
        if (resource.published().isForgotten(version)) {
            throw expired.get();
        }
        return ApplicationPage.cut(resource.published().at(version), request, token, version);
    }

    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        NamespacedName name = current.metadata().namespacedName();
        return writing(kind, name, resource -> {
            StoredApplication live = existing(kind, name, current(resource, name));
            if (!live.metadata().resourceVersion().equals(current.metadata().resourceVersion())) {
                throw new ApiException(
                        new ApiError.Conflict(kind.groupResource(), name.name(), ApiError.Conflict.MODIFIED));
            }
            Application before = live.application();
            boolean isSameSpec = completed(kind, before).equals(completed(kind, next));
            // The backing API determines the status.
            Application after =
                    ObjectLifecycle.updated(before, next, isSameSpec).withStatus(before.status());
            if (isSameSpec && after.metadata().equals(before.metadata())) {
                return live;
            }
            if (options.dryRun()) {
                return new StoredApplication(kind, after, codec);
            }
            if (ObjectLifecycle.isOver(after)) {
                api.delete(kind, before);
                settle(resource);
                return new StoredApplication(kind, after, codec);
            }
            api.update(kind, before, after);
            return written(resource, name);
        });
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        return writing(kind, name, resource -> {
            StoredApplication live = existing(kind, name, current(resource, name));
            request.check(kind, live);
            Application marked = ObjectLifecycle.terminating(live.application(), request.propagationPolicy(), now())
                    .orElse(null);
            if (marked == null) {
                if (!request.dryRun()) {
                    api.delete(kind, live.application());
                    settle(resource);
                }
                return new DeleteOutcome.Deleted(live);
            }
            if (request.dryRun() || marked.equals(live.application())) {
                return new DeleteOutcome.Terminating(new StoredApplication(kind, marked, codec));
            }
            api.update(kind, live.application(), marked);
            return new DeleteOutcome.Terminating(written(resource, name));
        });
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        ResourceVersion requested = ResourceVersions.requested(request.resourceVersion());
        PolledResource resource = resource(kind);
        return resource.afterPoll(() -> {
            resource.pollUntil(resource::isSettled, SETTLING);
            ResourceVersion published = resource.publishedVersion();
            boolean isInitial = request.hasInitialEvents();
            // Changes that are not settled are sent again, because the client may lack earlier changes.
            ResourceVersion after = requested.isAfter(resource.latestVersion()) || requested.isBefore(published)
                    ? requested
                    : published;
            ResourceVersion start = isInitial || request.isFromAnyState() ? published : after;
            CacheWatcher watch = new CacheWatcher(
                    request.selection(),
                    start,
                    pending,
                    clock,
                    request.timeout(),
                    drained -> request.bookmarks() ? publishedVersionIfDrained(resource, drained) : null,
                    closed -> resource.locked(() -> {
                        resource.published().remove(closed);
                        return null;
                    }));
            try {
                if (isInitial) {
                    resource.awaitVersion(request.resourceVersion(), versionTimeout);
                    resource.published().sendExisting(watch, request, published);
                } else {
                    resource.published().since(start).forEach(watch::offer);
                }
                resource.published().add(watch);
            } catch (ApiException e) {
                // The request was valid, so its response has begun (wire contract D42).
                watch.send(new WatchEvent.Failed<>(e.error()));
            }
            return watch;
        });
    }

    /** Ends all watches, and stops polling in intervals. */
    @Override
    public void close() {
        poller.shutdownNow();
        resources.values().forEach(PolledResource::endWatches);
    }

    private void poll() {
        for (PolledResource resource : resources.values()) {
            try {
                if (resource.isWatched()) {
                    resource.afterPoll(() -> null);
                }
            } catch (RuntimeException e) {
                // Reads report the error. Watches continue when polls succeed again.
                LOG.log(System.Logger.Level.WARNING, "Chartroom cannot poll {0}: {1}", resource.kind(), e.getMessage());
            }
        }
    }

    private interface Write<T> {
        T on(PolledResource resource);
    }

    private <T> T writing(ApplicationKind kind, NamespacedName name, Write<T> write) {
        long began = System.nanoTime();
        try (Permit _ = writers.take(name.namespace(), RequestDeadline.current().remainingUpTo(WRITING))) {
            // The write has used up some of its time while it waited for the turn of its namespace.
            Duration left = WRITING.minusNanos(System.nanoTime() - began);
            if (!writing.tryLock(RequestDeadline.current().remainingUpTo(left).toNanos(), TimeUnit.NANOSECONDS)) {
                throw new ApiException(ApiError.serverTimeout(kind.groupResource(), "write"));
            }
            try {
                return write.on(resource(kind));
            } finally {
                writing.unlock();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiError.serverTimeout(kind.groupResource(), "write"));
        }
    }

    /**
     * Returns the polled objects of a kind in its current declaration. If the declaration has changed, the old state is
     * dropped.
     */
    private PolledResource resource(ApplicationKind kind) {
        PolledResource known = resources.get(kind.groupResource());
        if (known != null && known.kind().equals(kind)) {
            return known;
        }
        PolledResource fresh = new PolledResource(kind, api, codec, clock);
        PolledResource old = resources.put(kind.groupResource(), fresh);
        if (old != null) {
            old.endWatches();
        }
        return fresh;
    }

    private static @Nullable StoredApplication current(PolledResource resource, NamespacedName name) {
        return resource.afterPoll(() -> resource.latest(name));
    }

    private static StoredApplication existing(
            ApplicationKind kind, NamespacedName name, @Nullable StoredApplication found) {
        if (found == null) {
            throw new ApiException(new ApiError.NotFound(kind.groupResource(), name.name()));
        }
        return found;
    }

    /** Returns an object after a write. Throws NotFound if another client has removed the object since the write. */
    private static StoredApplication written(PolledResource resource, NamespacedName name) {
        return resource.afterPoll(() -> {
            resource.pollUntil(resource::isSettled, SETTLING);
            return existing(resource.kind(), name, resource.latest(name));
        });
    }

    private static void settle(PolledResource resource) {
        resource.afterPoll(() -> resource.pollUntil(resource::isSettled, SETTLING));
    }

    private @Nullable ResourceVersion publishedVersionIfDrained(PolledResource resource, CacheWatcher watch) {
        return resource.locked(
                () -> watch.isDrained() && resource.publishedVersion().isAfter(watch.start())
                        ? resource.publishedVersion()
                        : null);
    }

    private static JsonObject completed(ApplicationKind kind, Application application) {
        JsonObject spec = application.spec();
        return SchemaDefaulter.withDefaults(kind.schema(), spec == null ? JsonObject.EMPTY : spec);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
}
