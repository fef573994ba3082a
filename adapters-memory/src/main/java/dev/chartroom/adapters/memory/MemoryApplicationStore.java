package dev.chartroom.adapters.memory;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps Applications in memory. Every operation holds one lock for as long as it looks at or changes the maps. */
public final class MemoryApplicationStore implements ApplicationStore {
    private final JsonCodec codec;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<GroupResource, Collection> collections = new HashMap<>();
    private final long start;
    private long revision;

    /** @param clock also the source of the first resource version, so that these grow across restarts */
    public MemoryApplicationStore(JsonCodec codec, Clock clock) {
        this.codec = codec;
        this.clock = clock;
        this.start = clock.millis();
        this.revision = start;
    }

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        return locked(() -> {
            NamespacedName name = application.metadata().namespacedName();
            Collection collection = collection(kind);
            StoredApplication existing = collection.objects.get(name);
            if (existing != null) {
                throw new ApiException(new ApiError.AlreadyExists(
                        kind.groupResource(), name.name(), existing.metadata().isTerminating()));
            }
            ObjectMeta metadata = application.metadata().toBuilder()
                    .uid(UUID.randomUUID().toString())
                    .creationTimestamp(clock.instant().truncatedTo(ChronoUnit.SECONDS))
                    .generation(1)
                    .resourceVersion("")
                    .build();
            return store(kind, collection, null, application.withMetadata(metadata), options.dryRun());
        });
    }

    @Override
    public StoredApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        return locked(() -> {
            reached(resourceVersion);
            return existing(kind, name);
        });
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        return locked(() -> {
            reached(request.resourceVersion());
            Predicate<StoredApplication> selection = selection(
                    request.namespace(),
                    stored -> request.labelSelector().matches(stored.metadata().labels())
                            && request.fieldSelector().matches(stored.metadata().namespacedName()));
            NamespacedName after = ContinueToken.read(request.continueToken());
            List<StoredApplication> rest = collection(kind).objects.values().stream()
                    .filter(selection)
                    .filter(stored -> after.compareTo(stored.metadata().namespacedName()) < 0)
                    .toList();
            boolean more = request.limit() > 0 && rest.size() > request.limit();
            List<StoredApplication> items = more ? rest.subList(0, (int) request.limit()) : rest;
            String token = more ? ContinueToken.of(items.getLast().metadata().namespacedName()) : "";
            return new ApplicationPage(Long.toString(revision), items, token, null);
        });
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
            boolean sameSpec = Objects.equals(before.spec(), next.spec());
            ObjectMeta metadata = owned(next.metadata(), live.metadata())
                    .generation(live.metadata().generation() + (sameSpec ? 0 : 1))
                    .build();
            Application after = next.withMetadata(metadata).withStatus(before.status());
            if (after.equals(before)) {
                return live;
            }
            if (metadata.isTerminating() && metadata.finalizers().isEmpty()) {
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
            precondition(kind, live, "UID", request.uid(), live.metadata().uid());
            precondition(
                    kind,
                    live,
                    "ResourceVersion",
                    request.resourceVersion(),
                    live.metadata().resourceVersion());
            if (live.metadata().finalizers().isEmpty()) {
                return new DeleteOutcome.Deleted(request.dryRun() ? live : remove(kind, live));
            }
            if (live.metadata().isTerminating()) {
                return new DeleteOutcome.Terminating(live);
            }
            ObjectMeta metadata = live.metadata().toBuilder()
                    .deletionTimestamp(clock.instant().truncatedTo(ChronoUnit.SECONDS))
                    .deletionGracePeriodSeconds(0L)
                    .generation(live.metadata().generation() + 1)
                    .build();
            return new DeleteOutcome.Terminating(
                    store(kind, collection(kind), live, live.application().withMetadata(metadata), request.dryRun()));
        });
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        return locked(() -> {
            Collection collection = collection(kind);
            Predicate<StoredApplication> selection = selection(
                    request.namespace(),
                    stored -> request.labelSelector().matches(stored.metadata().labels())
                            && request.fieldSelector().matches(stored.metadata().namespacedName()));
            MemoryWatch watch = new MemoryWatch(
                    selection,
                    clock,
                    drained -> request.bookmarks() ? revisionIfDrained(drained) : null,
                    closed -> locked(() -> collection.watches.remove(closed)));
            String from = request.resourceVersion();
            boolean fromAnyState = from.isEmpty() || from.equals("0");
            switch (request.initialEvents()) {
                case SEND -> {
                    reached(from);
                    tellExisting(collection, selection, watch);
                    if (request.bookmarks()) {
                        watch.tell(new WatchEvent.Bookmark<>(Long.toString(revision), true));
                    }
                }
                case SKIP -> {
                    if (!fromAnyState) {
                        tellSince(collection, from, watch);
                    }
                }
                case UNSET -> {
                    if (fromAnyState) {
                        tellExisting(collection, selection, watch);
                    } else {
                        tellSince(collection, from, watch);
                    }
                }
            }
            collection.watches.add(watch);
            return watch;
        });
    }

    private static void tellExisting(Collection collection, Predicate<StoredApplication> selection, MemoryWatch watch) {
        collection.objects.values().stream()
                .filter(selection)
                .forEach(stored -> watch.tell(new WatchEvent.Added<>(stored)));
    }

    private void tellSince(Collection collection, String resourceVersion, MemoryWatch watch) {
        reached(resourceVersion);
        collection.window.since(number(resourceVersion)).forEach(watch::offer);
    }

    private @Nullable String revisionIfDrained(MemoryWatch watch) {
        lock.lock();
        try {
            return watch.isDrained() ? Long.toString(revision) : null;
        } finally {
            lock.unlock();
        }
    }

    private StoredApplication store(
            ApplicationKind kind,
            Collection collection,
            @Nullable StoredApplication before,
            Application next,
            boolean dryRun) {
        long version = dryRun ? revision : ++revision;
        // A dry run of a create has no resource version, and one of an update shows the one that is stored.
        String shown = !dryRun
                ? Long.toString(version)
                : before == null ? "" : before.metadata().resourceVersion();
        StoredApplication after = new StoredApplication(
                kind,
                next.withMetadata(
                        next.metadata().toBuilder().resourceVersion(shown).build()),
                codec);
        if (!dryRun) {
            collection.apply(after.metadata().namespacedName(), Change.of(kind, codec, version, before, after));
        }
        return after;
    }

    private StoredApplication remove(ApplicationKind kind, StoredApplication live) {
        Change change = Change.of(kind, codec, ++revision, live, null);
        collection(kind).apply(live.metadata().namespacedName(), change);
        return live;
    }

    /** What only the server sets stays as it is. */
    private static ObjectMeta.Builder owned(ObjectMeta next, ObjectMeta live) {
        return next.toBuilder()
                .uid(live.uid())
                .resourceVersion(live.resourceVersion())
                .creationTimestamp(live.creationTimestamp())
                .deletionTimestamp(live.deletionTimestamp())
                .deletionGracePeriodSeconds(live.deletionGracePeriodSeconds());
    }

    private StoredApplication existing(ApplicationKind kind, NamespacedName name) {
        StoredApplication stored = collection(kind).objects.get(name);
        if (stored == null) {
            throw new ApiException(new ApiError.NotFound(kind.groupResource(), name.name()));
        }
        return stored;
    }

    private static void precondition(
            ApplicationKind kind, StoredApplication live, String what, String wanted, String actual) {
        if (!wanted.isEmpty() && !wanted.equals(actual)) {
            throw conflict(
                    kind,
                    live.metadata().namespacedName(),
                    "the " + what + " in the precondition (" + wanted + ") does not match the " + what + " in record ("
                            + actual + "). The object might have been deleted and then recreated");
        }
    }

    private static ApiException conflict(ApplicationKind kind, NamespacedName name, String message) {
        return new ApiException(new ApiError.Conflict(kind.groupResource(), name.name(), message));
    }

    private void reached(String resourceVersion) {
        if (!resourceVersion.isEmpty() && number(resourceVersion) > revision) {
            throw new ApiException(ApiError.resourceVersionTooLarge(resourceVersion, Long.toString(revision)));
        }
    }

    private static long number(String resourceVersion) {
        try {
            long number = Long.parseLong(resourceVersion);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Refused like a negative one.
        }
        throw ApiException.badRequest("invalid resource version \"" + resourceVersion + "\"");
    }

    private static Predicate<StoredApplication> selection(String namespace, Predicate<StoredApplication> selectors) {
        return namespace.isEmpty()
                ? selectors
                : selectors.and(stored -> stored.metadata().namespace().equals(namespace));
    }

    private Collection collection(ApplicationKind kind) {
        return collections.computeIfAbsent(kind.groupResource(), _ -> new Collection(start));
    }

    private <T> T locked(Supplier<T> operation) {
        lock.lock();
        try {
            return operation.get();
        } finally {
            lock.unlock();
        }
    }
}
