package dev.chartroom.ports.cache;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.storage.ApplicationFeed;
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
 * Keeps the cache of a group up to date, on a thread of its own: one watch list, or a list and a watch where the store
 * has none. A watch that was cut is taken up where it was; only where that is forgotten everything is read again.
 */
final class GroupFollower implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(GroupFollower.class.getName());
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final ApplicationFeed feed;
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
    private volatile List<ApplicationKind> wanted;

    /** @param kinds to hold, at least one */
    GroupFollower(
            String group,
            List<ApplicationKind> kinds,
            ApplicationFeed feed,
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
     * Holds other kinds from now on. Of those that stay nothing is read again, and no watch ends.
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

    /** Comparable to itself, because a hash table is slow for many keys with one hash that are not. */
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

    /** Why the cache must not answer now; empty where it may. An open watch is contact, however silent it is. */
    Optional<String> problem() {
        if (!cache.isSynced()) {
            return Optional.of("the objects of " + group + " have not been read yet");
        }
        Instant since = lost;
        return since != null && since.plus(limits.staleAfter()).isBefore(clock.instant())
                ? Optional.of("the objects of " + group + " are not known since " + since)
                : Optional.empty();
    }

    /** Stops following and ends all watches cleanly. Returns when nothing more is asked, or after five seconds. */
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
            if (!thread.join(FAREWELL)) {
                LOG.log(Level.WARNING, "Still following the objects of {0}", group);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow() {
        int failures = 0;
        try {
            do {
                failures = round() ? 0 : failures + 1;
            } while (!closing.await(pause(failures).toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException _) {
            // Closed.
        }
    }

    private Duration pause(int failures) {
        Duration spread = listed
                ? Duration.ZERO
                : Duration.ofNanos(random.nextLong(limits.relistSpread().toNanos() + 1));
        return limits.retries().delay(failures, random).plus(spread);
    }

    /** Follows until something ends it; true where the store had something to tell, or there are other kinds to hold. */
    private boolean round() throws InterruptedException {
        try {
            if (listed) {
                adopt();
                return watch();
            }
            return watchList(wanted);
        } catch (ApiException e) {
            listed &= !(e.error() instanceof ApiError.Expired);
            warn(String.valueOf(e.getMessage()));
            return false;
        } catch (RuntimeException e) {
            // What cannot be explained may have left something out.
            listed = false;
            LOG.log(Level.ERROR, () -> "The cache of " + group + " begins anew", e);
            return false;
        } finally {
            if (lost == null) {
                lost = clock.instant();
            }
        }
    }

    private boolean isToAdopt() {
        return !Set.copyOf(wanted).equals(Set.copyOf(cache.snapshot().kinds()));
    }

    /** What is held becomes what is wanted; only kinds that are new are read. */
    private void adopt() {
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
        try (WatchStream stream = feed.watch(known.kinds(), Long.toString(known.revision()))) {
            return follow(stream);
        } finally {
            running = null;
        }
    }

    /** One stream for everything there is and what comes after it, where the store has such streams. */
    private boolean watchList(List<ApplicationKind> kinds) throws InterruptedException {
        try (WatchStream stream = feed.watchList(kinds)) {
            running = stream;
            if (begin(stream, kinds)) {
                return follow(stream);
            }
            warn("the watch list said no more before it had told everything");
        } catch (ApiException e) {
            if (!(e.error() instanceof ApiError.Invalid)) {
                throw e;
            }
        } finally {
            running = null;
        }
        Listed list = list(kinds);
        replace(kinds, list.revision(), list.objects());
        return watch();
    }

    /** False where the stream ended, or fell silent, before it had told everything. */
    private boolean begin(WatchStream stream, List<ApplicationKind> kinds) throws InterruptedException {
        Map<ObjectKey, ServedApplication> objects = new LinkedHashMap<>();
        while (true) {
            switch (stream.next(limits.silence())) {
                case WatchEvent.Added<ServedApplication>(var object) -> objects.put(ObjectKey.of(object), object);
                case WatchEvent.Bookmark<ServedApplication>(var version, var initialEventsEnd) -> {
                    if (initialEventsEnd) {
                        replace(kinds, Long.parseLong(version), List.copyOf(objects.values()));
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
                // What changes meanwhile may be told before everything was.
                case WatchEvent.Modified<ServedApplication>(var object) -> objects.put(ObjectKey.of(object), object);
                case WatchEvent.Deleted<ServedApplication>(var gone) -> objects.remove(ObjectKey.of(gone));
            }
        }
    }

    private record Listed(long revision, List<ServedApplication> objects) {}

    private Listed list(List<ApplicationKind> kinds) {
        List<ServedApplication> objects = new ArrayList<>();
        ApplicationPage page;
        String token = "";
        do {
            page = feed.list(kinds, token);
            objects.addAll(page.items());
            token = page.continueToken();
        } while (!token.isEmpty());
        return new Listed(Long.parseLong(page.resourceVersion()), objects);
    }

    private void replace(List<ApplicationKind> kinds, long revision, List<ServedApplication> objects) {
        cache.replace(kinds, revision, objects);
        listed = true;
    }

    private boolean follow(WatchStream stream) throws InterruptedException {
        running = stream;
        boolean told = false;
        if (closing.getCount() == 0 || isToAdopt()) {
            return true;
        }
        lost = null;
        // Bookmarks come once a minute: two without one, and something on the way only looks alive.
        for (int silent = 0; silent < 2; ) {
            WatchEvent<ServedApplication> event = stream.next(LONG);
            if (event instanceof WatchEvent.Ended) {
                return told || isToAdopt();
            }
            if (event != null) {
                take(event);
                told = true;
            }
            silent = event == null ? silent + 1 : 0;
        }
        return told;
    }

    private void take(WatchEvent<ServedApplication> event) {
        switch (event) {
            case WatchEvent.Added<ServedApplication>(var object) -> cache.put(object);
            case WatchEvent.Modified<ServedApplication>(var object) -> cache.put(object);
            case WatchEvent.Deleted<ServedApplication>(var object) -> cache.remove(object);
            case WatchEvent.Bookmark<ServedApplication> bookmark ->
                cache.reach(Long.parseLong(bookmark.resourceVersion()));
            case WatchEvent.Failed<ServedApplication>(var error) -> {
                // Whatever it was that failed, the same place would fail again.
                listed = false;
                throw new ApiException(error);
            }
            case WatchEvent.Ended<ServedApplication> _ -> {}
        }
    }

    private void warn(String why) {
        if (closing.getCount() > 0) {
            LOG.log(Level.WARNING, "The objects of {0} cannot be followed for the moment: {1}", group, why);
        }
    }
}
