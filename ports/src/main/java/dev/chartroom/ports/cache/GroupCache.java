package dev.chartroom.ports.cache;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.watch.Change;
import dev.chartroom.ports.watch.QueuedWatch;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one group: a snapshot that is swapped with each change, the latest changes, and who watches. One
 * thread makes changes. Reading takes no lock; opening and closing watches takes one that is never held for long.
 */
final class GroupCache {
    private final Map<GroupResource, ApplicationKind> kinds = new HashMap<>();
    private final ChangeLog log;
    private final CacheLimits limits;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Snapshot snapshot = Snapshot.NONE;

    GroupCache(List<ApplicationKind> kinds, CacheLimits limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
        this.log = new ChangeLog(limits.remembered());
        kinds.forEach(kind -> this.kinds.put(kind.groupResource(), kind));
    }

    List<ApplicationKind> kinds() {
        return List.copyOf(kinds.values());
    }

    /** True where this very kind is held, as one that was declared anew is another. */
    boolean holds(ApplicationKind kind) {
        return kind.equals(kinds.get(kind.groupResource()));
    }

    boolean isSynced() {
        return snapshot.revision() > 0;
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

    /** Waits, not for long, for a snapshot with which a read can be answered; null where none came. */
    @Nullable
    Snapshot await(Predicate<Snapshot> enough) {
        long end = System.nanoTime() + limits.patience().toNanos();
        while (true) {
            Snapshot now = snapshot;
            if (enough.test(now)) {
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

    /** Begins anew with everything there is. What was between is not known, so every watch ends. */
    void replace(long revision, List<ServedApplication> objects) {
        Map<GroupResource, List<ServedApplication>> byKind = new HashMap<>();
        objects.forEach(stored -> byKind.computeIfAbsent(stored.kind().groupResource(), _ -> new ArrayList<>())
                .add(stored));
        Map<GroupResource, SortedApplications> sorted = new HashMap<>();
        byKind.forEach((resource, ofKind) -> sorted.put(resource, SortedApplications.of(ofKind)));
        lock.lock();
        try {
            log.restart(revision);
            swap(new Snapshot(revision, sorted));
        } finally {
            lock.unlock();
        }
    }

    /** Takes note of an object that was created or changed. */
    void put(ServedApplication after) {
        GroupResource resource = after.kind().groupResource();
        SortedApplications objects = snapshot.of(resource);
        ServedApplication before = objects.get(after.namespacedName());
        change(after, new Change(version(after), before, after), objects.with(after));
    }

    /**
     * Takes note of a deletion.
     *
     * @param gone with the resource version of its deletion; it need not be known
     */
    void remove(ServedApplication gone) {
        GroupResource resource = gone.kind().groupResource();
        NamespacedName name = gone.namespacedName();
        SortedApplications objects = snapshot.of(resource);
        ServedApplication before = objects.get(name);
        if (before == null) {
            reach(version(gone));
        } else {
            change(before, new Change(version(gone), before, null), objects.without(name));
        }
    }

    /** Takes note that there were no more changes up to a resource version. */
    void reach(long resourceVersion) {
        lock.lock();
        try {
            swap(snapshot.at(resourceVersion));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Opens a watch.
     *
     * @param existing what to begin with, as it was at the start; null to begin with the changes after it
     */
    WatchStream watch(ApplicationKind kind, WatchRequest request, long start, @Nullable ApplicationPage existing) {
        lock.lock();
        try {
            QueuedWatch watch = queue(kind, request, start);
            if (existing != null) {
                existing.items().forEach(stored -> watch.tell(new WatchEvent.Added<>(stored)));
                if (request.bookmarks()) {
                    watch.tell(new WatchEvent.Bookmark<>(existing.resourceVersion(), true));
                }
            }
            try {
                log.tell(kind.groupResource(), request.namespace(), watch);
            } catch (ApiException e) {
                watch.tell(new WatchEvent.Failed<>(e.error()));
            }
            return watch;
        } finally {
            lock.unlock();
        }
    }

    /** A watch that only says why it cannot begin: the request was fine, so the answer has begun (wire contract D42). */
    WatchStream failed(ApplicationKind kind, WatchRequest request, ApiError why) {
        QueuedWatch watch = queue(kind, request, 0);
        watch.tell(new WatchEvent.Failed<>(why));
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

    private QueuedWatch queue(ApplicationKind kind, WatchRequest request, long start) {
        return new QueuedWatch(
                request.selection(),
                start,
                limits.pendingBytes(),
                clock,
                request.timeout(),
                drained -> request.bookmarks() ? revisionIfDrained(drained) : null,
                closed -> forget(kind, request.namespace(), closed));
    }

    private void change(ServedApplication object, Change change, SortedApplications objects) {
        GroupResource resource = object.kind().groupResource();
        lock.lock();
        try {
            // First the snapshot: who is told of a change finds it in a read.
            swap(snapshot.with(resource, objects).at(change.resourceVersion()));
            log.add(resource, object.namespacedName().namespace(), change, clock.instant());
        } finally {
            lock.unlock();
        }
    }

    private void swap(Snapshot next) {
        snapshot = next;
        changed.signalAll();
    }

    private void forget(ApplicationKind kind, String namespace, QueuedWatch closed) {
        lock.lock();
        try {
            log.forget(kind.groupResource(), namespace, closed);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable String revisionIfDrained(QueuedWatch watch) {
        lock.lock();
        try {
            long revision = snapshot.revision();
            return watch.isDrained() && revision > watch.start() ? Long.toString(revision) : null;
        } finally {
            lock.unlock();
        }
    }

    private static long version(ServedApplication stored) {
        return Long.parseLong(stored.resourceVersion());
    }
}
