package dev.chartroom.ports.cache;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.watch.Change;
import dev.chartroom.ports.watch.PendingChanges;
import dev.chartroom.ports.watch.QueuedWatch;
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
 * What is known of one group: a snapshot that is swapped with each change, the latest changes, and who watches. One
 * thread makes changes. Reading takes no lock; opening and closing watches takes one that is never held for long.
 */
final class GroupCache {
    /** Takes to catch up with changes without the lock. What came during the last one is little. */
    private static final int ROUNDS = 3;

    private final ChangeLog log;
    private final CacheLimits limits;
    private final PendingChanges pending;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Snapshot snapshot = Snapshot.NONE;
    private volatile long begun;
    /** The resource version up to which every open watch has been offered every change. */
    private volatile long offered;

    /** @param pending the changes that wait for these and other watches */
    GroupCache(CacheLimits limits, PendingChanges pending, Clock clock) {
        this.limits = limits;
        this.pending = pending;
        this.clock = clock;
        this.log = new ChangeLog(limits.remembered());
    }

    /** Forgets a kind, and ends its watches. */
    void drop(ApplicationKind kind) {
        lock.lock();
        try {
            log.endWatches(kind.groupResource());
            swap(snapshot.without(kind.groupResource()));
        } finally {
            lock.unlock();
        }
    }

    /** Holds more kinds from now on, of which these are all objects at a resource version. */
    void add(List<ApplicationKind> kinds, long revision, List<ServedApplication> objects) {
        List<Snapshot.OfKind> more = sorted(kinds, revision, objects);
        lock.lock();
        try {
            swap(snapshot.with(more));
        } finally {
            lock.unlock();
        }
    }

    private static List<Snapshot.OfKind> sorted(
            List<ApplicationKind> kinds, long revision, List<ServedApplication> objects) {
        Map<GroupResource, List<ServedApplication>> byKind = new HashMap<>();
        objects.forEach(stored -> byKind.computeIfAbsent(stored.kind().groupResource(), _ -> new ArrayList<>())
                .add(stored));
        return kinds.stream()
                .map(kind -> new Snapshot.OfKind(
                        kind, revision, SortedApplications.of(byKind.getOrDefault(kind.groupResource(), List.of()))))
                .toList();
    }

    /** True where changes of a kind after a resource version are not known, while those of other kinds may be. */
    boolean beganToHoldAfter(long resourceVersion, ApplicationKind kind) {
        Snapshot.OfKind held = snapshot.find(kind.groupResource());
        return held == null || held.since() > resourceVersion && resourceVersion >= begun;
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
        return await(enough, limits.patience());
    }

    /** Likewise, for a snapshot that the store has confirmed is to come. */
    @Nullable
    Snapshot awaitConfirmed(Predicate<Snapshot> enough) {
        return await(enough, limits.confirmation());
    }

    private @Nullable Snapshot await(Predicate<Snapshot> enough, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
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

    /**
     * Begins anew with everything there is. What was between is not known, so every watch ends.
     *
     * @param kinds those to hold
     */
    void replace(List<ApplicationKind> kinds, long revision, List<ServedApplication> objects) {
        Snapshot next = Snapshot.of(revision, sorted(kinds, revision, objects));
        lock.lock();
        try {
            log.restart(revision);
            begun = revision;
            swap(next.replacing(snapshot.replaced() + snapshot.bytes()));
        } finally {
            lock.unlock();
        }
        offered = revision;
    }

    /** Takes note of an object that was created or changed. */
    void put(ServedApplication after) {
        Snapshot.OfKind ofKind = affected(after);
        if (ofKind == null) {
            reach(version(after));
            return;
        }
        ServedApplication before = ofKind.objects().get(after.namespacedName());
        change(
                after,
                new Change(version(after), before, after),
                ofKind.with(ofKind.objects().with(after)));
    }

    /**
     * Takes note of a deletion.
     *
     * @param gone with the resource version of its deletion; it need not be known
     */
    void remove(ServedApplication gone) {
        Snapshot.OfKind ofKind = affected(gone);
        ServedApplication before = ofKind == null ? null : ofKind.objects().get(gone.namespacedName());
        if (ofKind == null || before == null) {
            reach(version(gone));
        } else {
            change(
                    before,
                    new Change(version(gone), before, null),
                    ofKind.with(ofKind.objects().without(gone.namespacedName())));
        }
    }

    /** A kind may be known as of later than the others: what is told of it until then is in its objects already. */
    private Snapshot.@Nullable OfKind affected(ServedApplication told) {
        Snapshot.OfKind known = snapshot.find(told.kind().groupResource());
        return known != null && version(told) > known.since() ? known : null;
    }

    /** Takes note that there were no more changes up to a resource version. */
    void reach(long resourceVersion) {
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
     * @param existing what to begin with, as it was at the start; null to begin with the changes after it
     */
    WatchStream watch(
            ApplicationKind kind, WatchRequest request, long start, @Nullable Iterator<ServedApplication> existing) {
        QueuedWatch watch = queue(kind, request, start);
        if (existing != null) {
            watch.tellExisting(existing);
            if (request.bookmarks()) {
                watch.tell(new WatchEvent.Bookmark<>(Long.toString(start), true));
            }
        }
        try {
            open(watch, ChangeLog.Watched.of(kind.groupResource(), request.selection()));
        } catch (ApiException e) {
            watch.tell(new WatchEvent.Failed<>(e.error()));
        }
        return watch;
    }

    /** Offers a watch the changes since its start, and those to come. The many that are known are matched without the lock. */
    private void open(QueuedWatch watch, ChangeLog.Watched watched) {
        long reached = watch.start();
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
                pending,
                clock,
                request.timeout(),
                drained -> request.bookmarks() ? revisionIfDrained(drained) : null,
                closed -> forget(ChangeLog.Watched.of(kind.groupResource(), request.selection()), closed));
    }

    private void change(ServedApplication object, Change change, Snapshot.OfKind ofKind) {
        GroupResource resource = object.kind().groupResource();
        List<QueuedWatch> watching;
        lock.lock();
        try {
            // First the snapshot: who is told of a change finds it in a read.
            swap(snapshot.with(List.of(ofKind)).at(change.resourceVersion()).replacing(change.size()));
            watching = log.add(resource, object.namespacedName(), change, clock.instant());
        } finally {
            lock.unlock();
        }
        // Selectors are the clients': nobody who opens a watch or reads waits while they are matched.
        watching.forEach(watch -> watch.offer(change));
        offered = Math.max(offered, change.resourceVersion());
    }

    private void swap(Snapshot next) {
        snapshot = next;
        changed.signalAll();
    }

    private void forget(ChangeLog.Watched watched, QueuedWatch closed) {
        lock.lock();
        try {
            log.forget(watched, closed);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable String revisionIfDrained(QueuedWatch watch) {
        // Read before the queue: what is offered after that is later than the bookmark.
        long revision = offered;
        return watch.isDrained() && revision > watch.start() ? Long.toString(revision) : null;
    }

    private static long version(ServedApplication stored) {
        return Long.parseLong(stored.resourceVersion());
    }
}
