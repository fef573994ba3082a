package dev.chartroom.core.watchcache;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.watch.CacheWatcher;
import dev.chartroom.core.watch.Change;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The cached state of one group: a snapshot that each change replaces, the latest changes, and the watches. One thread
 * makes changes. Reads take no lock. Opening and closing a watch takes a lock, which is never held for long.
 */
final class GroupCache {
    /**
     * The maximum number of rounds in which a new watch catches up with the changes. Only the last round matches
     * changes under the lock, and few changes are left by then.
     */
    private static final int ROUNDS = 3;

    private final ChangeLog log;
    private final CacheLimits limits;
    private final PendingChanges pending;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Snapshot snapshot = Snapshot.NONE;
    /**
     * Every change up to this resource version has been offered to every open watch. A number instead of an object,
     * because each event changes it.
     */
    private volatile long offered;

    /** @param pending the changes that wait for the readers of all watches, including those of this cache */
    GroupCache(CacheLimits limits, PendingChanges pending, Clock clock) {
        this.limits = limits;
        this.pending = pending;
        this.clock = clock;
        this.log = new ChangeLog(limits.remembered());
    }

    /** Drops a kind, and ends its watches. */
    void drop(ApplicationKind kind) {
        lock.lock();
        try {
            log.endWatches(kind.groupResource());
            swap(snapshot.without(kind.groupResource()));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds kinds to the cache.
     *
     * @param objects all objects of these kinds at the resource version {@code revision}
     */
    void add(List<ApplicationKind> kinds, ResourceVersion revision, List<ServedApplication> objects) {
        List<Snapshot.OfKind> more = sorted(kinds, revision, objects);
        lock.lock();
        try {
            swap(snapshot.with(more));
        } finally {
            lock.unlock();
        }
    }

    private static List<Snapshot.OfKind> sorted(
            List<ApplicationKind> kinds, ResourceVersion revision, List<ServedApplication> objects) {
        Map<GroupResource, List<ServedApplication>> byKind = new HashMap<>();
        objects.forEach(stored -> byKind.computeIfAbsent(stored.kind().groupResource(), _ -> new ArrayList<>())
                .add(stored));
        return kinds.stream()
                .map(kind -> new Snapshot.OfKind(
                        kind, revision, SortedApplications.of(byKind.getOrDefault(kind.groupResource(), List.of()))))
                .toList();
    }

    /**
     * Returns whether the cache lacks changes of a kind after a resource version. It may have the changes of other
     * kinds after that version.
     */
    boolean lacksChangesAfter(ResourceVersion resourceVersion, ApplicationKind kind) {
        Snapshot.OfKind cached = snapshot.find(kind.groupResource());
        return cached == null || cached.since().isAfter(resourceVersion);
    }

    boolean isSynced() {
        return snapshot.revision().isAfter(ResourceVersion.ZERO);
    }

    Snapshot snapshot() {
        return snapshot;
    }

    int watches() {
        lock.lock();
        try {
            return log.watches();
        } finally {
            lock.unlock();
        }
    }

    /** Waits a short time for a snapshot that can answer a read; returns null if no such snapshot came. */
    @Nullable
    Snapshot await(Predicate<Snapshot> condition) {
        return await(condition, limits.versionTimeout());
    }

    /**
     * Waits longer than {@link #await}, for a snapshot of a resource version that the store has confirmed. Returns null
     * if no such snapshot came.
     */
    @Nullable
    Snapshot awaitConfirmed(Predicate<Snapshot> condition) {
        return await(condition, RequestDeadline.current().remainingUpTo(limits.confirmationTimeout()));
    }

    private @Nullable Snapshot await(Predicate<Snapshot> condition, Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            Snapshot now = snapshot;
            if (condition.test(now)) {
                return now;
            }
            if (!awaitAnother(now, end)) {
                return null;
            }
        }
    }

    private boolean awaitAnother(Snapshot known, long end) {
        lock.lock();
        try {
            long left = end - System.nanoTime();
            while (snapshot == known && left > 0) {
                left = changed.awaitNanos(left);
            }
            return snapshot != known;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Replaces everything with a new state. The changes that led to the new state are not known, so every watch ends.
     *
     * @param kinds the kinds to hold
     */
    void replace(List<ApplicationKind> kinds, ResourceVersion revision, List<ServedApplication> objects) {
        Snapshot next = Snapshot.of(revision, sorted(kinds, revision, objects));
        lock.lock();
        try {
            log.restart(revision.number());
            swap(next.replacing(snapshot.replaced() + snapshot.bytes()));
        } finally {
            lock.unlock();
        }
        offered = revision.number();
    }

    /** Applies the creation or change of an object. */
    void put(ServedApplication after) {
        Snapshot.OfKind ofKind = affected(after);
        if (ofKind == null) {
            advanceTo(version(after));
            return;
        }
        ServedApplication before = ofKind.objects().get(after.namespacedName());
        change(
                after,
                new Change(version(after), before, after),
                ofKind.with(ofKind.objects().with(after)));
    }

    /**
     * Applies a deletion.
     *
     * @param gone the object with the resource version of its deletion; the cache need not have the object
     */
    void remove(ServedApplication gone) {
        Snapshot.OfKind ofKind = affected(gone);
        ServedApplication before = ofKind == null ? null : ofKind.objects().get(gone.namespacedName());
        if (ofKind == null || before == null) {
            advanceTo(version(gone));
        } else {
            change(
                    before,
                    new Change(version(gone), before, null),
                    ofKind.with(ofKind.objects().without(gone.namespacedName())));
        }
    }

    /**
     * Returns the kind that an event changes, or null if the event changes no kind. A kind that was read later than the
     * others already contains the changes before that read.
     */
    private Snapshot.@Nullable OfKind affected(ServedApplication object) {
        Snapshot.OfKind known = snapshot.find(object.kind().groupResource());
        return known != null && version(object) > known.since().number() ? known : null;
    }

    /** Records that the cache has every change up to a resource version. */
    void advanceTo(long resourceVersion) {
        lock.lock();
        try {
            swap(snapshot.at(resourceVersion));
        } finally {
            lock.unlock();
        }
        offered = Math.max(offered, resourceVersion);
    }

    /**
     * Opens a watch.
     *
     * @param existing the objects that the watch sends first, in their state at the start; null if the watch sends only
     *     the changes after the start
     */
    WatchStream watch(
            ApplicationKind kind,
            WatchRequest request,
            ResourceVersion start,
            @Nullable Iterator<ServedApplication> existing) {
        CacheWatcher watch = queue(kind, request, start);
        if (existing != null) {
            watch.sendExisting(existing);
            if (request.bookmarks()) {
                watch.send(new WatchEvent.Bookmark<>(start.toString(), true));
            }
        }
        try {
            open(watch, ChangeLog.Watched.of(kind.groupResource(), request.selection()));
        } catch (ApiException e) {
            watch.send(new WatchEvent.Failed<>(e.error()));
        }
        return watch;
    }

    /**
     * Offers a watch the changes since its start, and registers the watch for later changes. Most changes since the
     * start are matched without the lock.
     */
    private void open(CacheWatcher watch, ChangeLog.Watched watched) {
        long reached = watch.start().number();
        for (int round = 1; ; round++) {
            List<Change> more;
            lock.lock();
            try {
                more = log.since(watched.resource(), reached);
                if (more.isEmpty() || round == ROUNDS) {
                    more.forEach(watch::offer);
                    log.add(watched, watch);
                    return;
                }
            } finally {
                lock.unlock();
            }
            more.forEach(watch::offer);
            reached = more.getLast().resourceVersion();
        }
    }

    /**
     * Returns a watch that only reports why it cannot begin. The request was valid, so the response has already begun
     * (wire contract D42).
     */
    WatchStream failed(ApplicationKind kind, WatchRequest request, ApiError why) {
        CacheWatcher watch = queue(kind, request, ResourceVersion.ZERO);
        watch.send(new WatchEvent.Failed<>(why));
        return watch;
    }

    void endWatches() {
        lock.lock();
        try {
            log.endWatches();
        } finally {
            lock.unlock();
        }
    }

    private CacheWatcher queue(ApplicationKind kind, WatchRequest request, ResourceVersion start) {
        return new CacheWatcher(
                request.selection(),
                start,
                pending,
                clock,
                request.timeout(),
                drained -> request.bookmarks() ? revisionIfDrained(drained) : null,
                closed -> forget(ChangeLog.Watched.of(kind.groupResource(), request.selection()), closed));
    }

    private void change(ServedApplication object, Change change, Snapshot.OfKind ofKind) {
        GroupResource resource = object.kind().groupResource();
        List<CacheWatcher> watching;
        lock.lock();
        try {
            // The snapshot is replaced first: after a client has received a change, its reads must include the change.
            swap(snapshot.with(List.of(ofKind)).at(change.resourceVersion()).replacing(change.size()));
            watching = log.add(resource, object.namespacedName(), change, clock.instant());
        } finally {
            lock.unlock();
        }
        // Selectors come from clients. They are matched without the lock, so that reads and new watches do not wait for
        // the matching.
        watching.forEach(watch -> watch.offer(change));
        offered = Math.max(offered, change.resourceVersion());
    }

    private void swap(Snapshot next) {
        snapshot = next;
        changed.signalAll();
    }

    private void forget(ChangeLog.Watched watched, CacheWatcher closed) {
        lock.lock();
        try {
            log.forget(watched, closed);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable ResourceVersion revisionIfDrained(CacheWatcher watch) {
        // This value must be read before the queue is checked. A change that is offered later is then after the
        // bookmark.
        ResourceVersion revision = new ResourceVersion(offered);
        return watch.isDrained() && revision.isAfter(watch.start()) ? revision : null;
    }

    private static long version(ServedApplication stored) {
        return ResourceVersion.numberOf(stored.resourceVersion());
    }
}
