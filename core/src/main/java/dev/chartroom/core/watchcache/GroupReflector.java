package dev.chartroom.core.watchcache;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the cache of a group up to date on its own thread. It uses one watch list, or a list and a watch if the store
 * has no watch lists or did not send one in time. A watch that ends is resumed at its resource version. Everything is
 * read again only after an Expired error, a Failed event or an unexpected exception.
 */
final class GroupReflector implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(GroupReflector.class.getName());
    private static final Duration EVENT_TIMEOUT = Duration.ofMinutes(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final int PAGE_RETRIES = 5;

    private final ApplicationListerWatcher feed;
    private final GroupCache cache;
    private final CacheLimits limits;
    private final RandomGenerator random;
    private final Clock clock;
    private final String group;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable WatchStream running;
    private volatile @Nullable Instant lost;
    private boolean listed;
    /** Whether the last watch list did not arrive in time. A store may read all objects for each watch list. */
    private boolean prefersLists;

    private volatile List<ApplicationKind> wanted;

    /** @param kinds the kinds to hold, at least one */
    GroupReflector(
            String group,
            List<ApplicationKind> kinds,
            ApplicationListerWatcher feed,
            GroupCache cache,
            CacheLimits limits,
            RandomGenerator random,
            Clock clock) {
        this.wanted = List.copyOf(kinds);
        this.group = group;
        this.feed = feed;
        this.cache = cache;
        this.limits = limits;
        this.random = random;
        this.clock = clock;
        this.lost = clock.instant();
        this.thread = Thread.ofVirtual().name("cache of " + group).unstarted(this::follow);
    }

    void start() {
        thread.start();
    }

    /**
     * Changes the kinds to hold. Kinds that were already held are not read again, and their watches continue.
     *
     * @param kinds at least one
     */
    void use(List<ApplicationKind> kinds) {
        if (!kinds.equals(wanted)) {
            wanted = List.copyOf(kinds);
            WatchStream stream = running;
            if (stream != null) {
                stream.close();
            }
        }
    }

    /** Comparable, because a hash table with many equal hashes is slow if its keys are not comparable. */
    private record ObjectKey(GroupResource resource, NamespacedName name) implements Comparable<ObjectKey> {
        private static final Comparator<ObjectKey> ORDER = Comparator.comparing(ObjectKey::name)
                .thenComparing(key -> key.resource().toString());

        @Override
        public int compareTo(ObjectKey other) {
            return ORDER.compare(this, other);
        }

        static ObjectKey of(ServedApplication object) {
            return new ObjectKey(object.kind().groupResource(), object.namespacedName());
        }
    }

    /**
     * Returns why the cache must not answer now; empty if it can answer. An open watch is a contact with the store,
     * even if the watch is silent.
     */
    Optional<String> problem() {
        if (!cache.isSynced()) {
            return Optional.of("the objects of " + group + " have not been read yet");
        }
        Instant since = lost;
        return since != null && since.plus(limits.staleAfter()).isBefore(clock.instant())
                ? Optional.of("the objects of " + group + " may be stale: their watch failed at " + since)
                : Optional.empty();
    }

    /** Returns the time at which the watch failed; null while the watch is open. */
    @Nullable
    Instant disconnectedSince() {
        return lost;
    }

    /** Stops following and ends all watches cleanly. Returns when the thread has ended, or after five seconds. */
    @Override
    public void close() {
        closing.countDown();
        thread.interrupt();
        WatchStream stream = running;
        if (stream != null) {
            stream.close();
        }
        cache.endWatches();
        try {
            if (!thread.join(CLOSE_TIMEOUT)) {
                LOG.log(Level.WARNING, "The watch of the objects of {0} did not stop within five seconds", group);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow() {
        Retries retries = new Retries(limits.retries(), random);
        Duration pause;
        try {
            do {
                boolean wasListed = listed;
                if (listAndWatch()) {
                    pause = retries.afterEvents();
                } else {
                    pause = wasListed && !listed ? retries.afterExpiry() : retries.afterFailure();
                }
            } while (!closing.await(pause.plus(spread()).toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException _) {
            // Closed.
        }
    }

    private Duration spread() {
        return listed
                ? Duration.ZERO
                : Duration.ofNanos(random.nextLong(limits.relistSpread().toNanos() + 1));
    }

    /**
     * Follows the store until the watch ends. Returns true if the store sent an event, or the kinds to hold have
     * changed.
     */
    private boolean listAndWatch() throws InterruptedException {
        try {
            if (listed) {
                updateKinds();
                return watch();
            }
            return watchList(wanted);
        } catch (ApiException e) {
            listed &= !(e.error() instanceof ApiError.Expired);
            warn(String.valueOf(e.getMessage()));
            return false;
        } catch (RuntimeException e) {
            // After an unexpected error, a change may be missing in the cache.
            listed = false;
            LOG.log(Level.ERROR, () -> "Chartroom rebuilds the cache of " + group + " after an unexpected error", e);
            return false;
        } finally {
            if (lost == null) {
                lost = clock.instant();
            }
        }
    }

    private boolean areKindsChanged() {
        return !Set.copyOf(wanted).equals(Set.copyOf(cache.snapshot().kinds()));
    }

    /** Changes the held kinds to the requested kinds; reads only the new kinds. */
    private void updateKinds() throws InterruptedException {
        Snapshot known = cache.snapshot();
        List<ApplicationKind> kinds = wanted;
        known.kinds().stream().filter(kind -> !kinds.contains(kind)).forEach(cache::drop);
        List<ApplicationKind> more =
                kinds.stream().filter(kind -> !known.holds(kind)).toList();
        if (!more.isEmpty()) {
            Listed list = list(more);
            cache.add(more, list.revision(), list.objects());
        }
    }

    private boolean watch() throws InterruptedException {
        Snapshot known = cache.snapshot();
        try (WatchStream stream = feed.watch(known.kinds(), known.revision())) {
            return handleEvents(stream);
        } finally {
            running = null;
        }
    }

    /**
     * Reads existing objects and later changes in one stream. If the store has no such streams, lists the objects and
     * then watches them.
     */
    private boolean watchList(List<ApplicationKind> kinds) throws InterruptedException {
        if (prefersLists) {
            return listThenWatch(kinds);
        }
        try (WatchStream stream = feed.watchList(kinds)) {
            running = stream;
            if (readInitialEvents(stream, kinds)) {
                return handleEvents(stream);
            }
            prefersLists = true;
            warn("the watch ended or timed out before it sent all initial events");
        } catch (ApiException e) {
            // A kube-apiserver without the feature WatchList rejects the request as invalid.
            if (Status.of(e.error()).reason() != StatusReason.INVALID) {
                throw e;
            }
        } finally {
            running = null;
        }
        return listThenWatch(kinds);
    }

    private boolean listThenWatch(List<ApplicationKind> kinds) throws InterruptedException {
        Listed list = list(kinds);
        replace(kinds, list.revision(), list.objects());
        prefersLists = false;
        return watch();
    }

    /**
     * Reads the initial events. Returns false if the stream ended, or fell silent, before these events were complete.
     */
    private boolean readInitialEvents(WatchStream stream, List<ApplicationKind> kinds) throws InterruptedException {
        Map<ObjectKey, ServedApplication> objects = new LinkedHashMap<>();
        while (true) {
            switch (stream.next(limits.idleTimeout())) {
                case WatchEvent.Added<ServedApplication>(var object) -> objects.put(ObjectKey.of(object), object);
                case WatchEvent.Bookmark<ServedApplication>(var version, var initialEventsEnd) -> {
                    if (initialEventsEnd) {
                        replace(kinds, ResourceVersion.of(version), List.copyOf(objects.values()));
                        return true;
                    }
                }
                case WatchEvent.Failed<ServedApplication>(var error) -> throw new ApiException(error);
                case WatchEvent.Ended<ServedApplication> _ -> {
                    return false;
                }
                case null -> {
                    return false;
                }
                // Changes may arrive before the initial events are complete.
                case WatchEvent.Modified<ServedApplication>(var object) -> objects.put(ObjectKey.of(object), object);
                case WatchEvent.Deleted<ServedApplication>(var gone) -> objects.remove(ObjectKey.of(gone));
            }
        }
    }

    private record Listed(ResourceVersion revision, List<ServedApplication> objects) {}

    private Listed list(List<ApplicationKind> kinds) throws InterruptedException {
        List<ServedApplication> objects = new ArrayList<>();
        ApplicationPage page;
        String token = "";
        do {
            page = page(kinds, token);
            objects.addAll(page.items());
            token = page.continueToken();
        } while (!token.isEmpty());
        return new Listed(page.version(), objects);
    }

    /**
     * Reads a page, again if that fails. A list that begins again reads all earlier pages once more, and with many
     * objects it might never end. The first page is not read again, because nothing was read before it.
     */
    private ApplicationPage page(List<ApplicationKind> kinds, String token) throws InterruptedException {
        for (int failures = 0; ; ) {
            try {
                return feed.list(kinds, token);
            } catch (ApiException e) {
                failures++;
                if (token.isEmpty() || failures > PAGE_RETRIES || e.error() instanceof ApiError.Expired) {
                    throw e;
                }
                warn(String.valueOf(e.getMessage()));
            }
            if (closing.await(limits.retries().delay(failures, random).toNanos(), TimeUnit.NANOSECONDS)) {
                throw new InterruptedException();
            }
        }
    }

    private void replace(List<ApplicationKind> kinds, ResourceVersion revision, List<ServedApplication> objects) {
        cache.replace(kinds, revision, objects);
        listed = true;
    }

    private boolean handleEvents(WatchStream stream) throws InterruptedException {
        running = stream;
        boolean received = false;
        if (closing.getCount() == 0 || areKindsChanged()) {
            return true;
        }
        lost = null;
        // Bookmarks come once a minute. After two minutes without an event, the connection is assumed to be dead.
        for (int silent = 0; silent < 2; ) {
            WatchEvent<ServedApplication> event = stream.next(EVENT_TIMEOUT);
            if (event instanceof WatchEvent.Ended) {
                return received || areKindsChanged();
            }
            if (event != null) {
                take(event);
                received = true;
            }
            silent = event == null ? silent + 1 : 0;
        }
        return received;
    }

    private void take(WatchEvent<ServedApplication> event) {
        switch (event) {
            case WatchEvent.Added<ServedApplication>(var object) -> cache.put(object);
            case WatchEvent.Modified<ServedApplication>(var object) -> cache.put(object);
            case WatchEvent.Deleted<ServedApplication>(var object) -> cache.remove(object);
            case WatchEvent.Bookmark<ServedApplication> bookmark ->
                cache.advanceTo(ResourceVersion.numberOf(bookmark.resourceVersion()));
            case WatchEvent.Failed<ServedApplication>(var error) -> {
                // Whatever the error is, a watch from the same resource version would fail again.
                listed = false;
                throw new ApiException(error);
            }
            case WatchEvent.Ended<ServedApplication> _ -> {}
        }
    }

    private void warn(String why) {
        if (closing.getCount() > 0) {
            LOG.log(Level.WARNING, "Chartroom cannot watch the objects of {0} and retries: {1}", group, why);
        }
    }
}
