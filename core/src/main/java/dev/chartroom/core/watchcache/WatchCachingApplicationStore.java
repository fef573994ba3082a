package dev.chartroom.core.watchcache;

import static dev.chartroom.ports.storage.WatchRequest.InitialEvents.SEND;
import static dev.chartroom.ports.storage.WatchRequest.InitialEvents.UNSET;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
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
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store that answers from memory, in front of another store. It serves these requests from memory: watches, reads of
 * any state ({@code resourceVersion=0}), and reads of a state not older than a version. It also serves reads of the
 * latest state from memory, once the store has confirmed that state. Writes and reads of an exact state go to the
 * store. If the cache cannot answer a request yet, the store answers the request. So the cache never returns less than
 * the store would return.
 */
public final class WatchCachingApplicationStore implements ApplicationStore, AutoCloseable {
    /** A page of fewer objects than this is read from the store if the page is a small part of the list. */
    private static final long SHORT = 100;
    /** The number of objects whose verification takes as long as reading one object from the store (ADR 0010). */
    private static final long VERIFIED_IN_A_READ = 4;

    private final ApplicationStore store;
    private final LatestSnapshots latest;
    private final HeldPages pages;
    private final SingleFlight<Question, ApplicationPage> stored = new SingleFlight<>();
    private final ResumedWatches resumed = new ResumedWatches();
    private final ApplicationListerWatcher feed;
    private final CacheLimits limits;
    private final PendingChanges pending;
    private final RandomGenerator random;
    private final Clock clock;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile SortedMap<String, CachedGroup> groups = new TreeMap<>();

    private record Question(ApplicationKind kind, ListRequest request) {}

    /**
     * @param awaited the kinds that were requested at the start; {@link #problem} reports a problem until they are read
     */
    private record CachedGroup(GroupCache cache, GroupReflector reflector, Set<GroupResource> awaited) {
        Optional<String> problem() {
            return cache.isSynced() || !awaited.isEmpty() ? reflector.problem().or(this::unread) : Optional.empty();
        }

        private Optional<String> unread() {
            return unheld().findFirst().map(kind -> "the objects of " + kind + " have not been read yet");
        }

        /** Returns the awaited kinds that are not read yet. */
        Stream<GroupResource> unheld() {
            Snapshot snapshot = cache.snapshot();
            return awaited.stream().filter(kind -> snapshot.find(kind) == null);
        }
    }

    private WatchCachingApplicationStore(
            ApplicationStore store,
            ApplicationListerWatcher feed,
            CacheLimits limits,
            PendingChanges pending,
            Clock clock,
            RandomGenerator random) {
        this.store = store;
        this.feed = feed;
        this.limits = limits;
        this.pending = pending;
        this.clock = clock;
        this.latest = new LatestSnapshots(feed);
        this.pages = new HeldPages(feed, limits, clock);
        this.random = random;
    }

    /**
     * Starts to follow the store, and returns immediately.
     *
     * @param store the authoritative store
     * @param feed the lists and watches of the same objects
     * @param kinds the kinds to hold; requests for other kinds go to the store
     * @param pending the changes that wait for the readers of all watches, including those of this store
     */
    public static WatchCachingApplicationStore start(
            ApplicationStore store,
            ApplicationListerWatcher feed,
            List<ApplicationKind> kinds,
            PendingChanges pending,
            Clock clock,
            RandomGenerator random) {
        return start(store, feed, kinds, CacheLimits.DEFAULT, pending, clock, random);
    }

    static WatchCachingApplicationStore start(
            ApplicationStore store,
            ApplicationListerWatcher feed,
            List<ApplicationKind> kinds,
            CacheLimits limits,
            PendingChanges pending,
            Clock clock,
            RandomGenerator random) {
        WatchCachingApplicationStore started =
                new WatchCachingApplicationStore(store, feed, limits, pending, clock, random);
        started.use(kinds, true);
        return started;
    }

    /**
     * Changes the kinds to hold, and returns immediately. Watches of kinds that were already held continue. Until a new
     * kind is read, requests for it go to the store.
     *
     * @param isStart whether {@link #problem} reports a problem until all kinds are read
     */
    public void use(List<ApplicationKind> kinds, boolean isStart) {
        changing.lock();
        try {
            SortedMap<String, CachedGroup> next = new TreeMap<>();
            SortedMap<String, CachedGroup> before = groups;
            kinds.stream()
                    .collect(Collectors.groupingBy(ApplicationKind::group))
                    .forEach((group, ofGroup) -> {
                        CachedGroup known = before.get(group);
                        Set<GroupResource> awaited = awaited(known, ofGroup, isStart);
                        if (known == null) {
                            next.put(group, followed(group, ofGroup, awaited));
                        } else {
                            next.put(group, new CachedGroup(known.cache(), known.reflector(), awaited));
                            known.reflector().use(ofGroup);
                        }
                    });
            groups = next;
            before.forEach((group, gone) -> {
                if (!next.containsKey(group)) {
                    Thread.startVirtualThread(gone.reflector()::close);
                }
            });
        } finally {
            changing.unlock();
        }
    }

    private static Set<GroupResource> awaited(
            @Nullable CachedGroup known, List<ApplicationKind> kinds, boolean isStart) {
        Set<GroupResource> awaited =
                kinds.stream().map(ApplicationKind::groupResource).collect(Collectors.toSet());
        if (!isStart) {
            awaited.retainAll(known == null ? Set.of() : known.unheld().collect(Collectors.toSet()));
        }
        return Set.copyOf(awaited);
    }

    private CachedGroup followed(String group, List<ApplicationKind> kinds, Set<GroupResource> awaited) {
        GroupCache cache = new GroupCache(limits, pending, clock);
        GroupReflector reflector = new GroupReflector(group, kinds, feed, cache, limits, random, clock);
        reflector.start();
        return new CachedGroup(cache, reflector, awaited);
    }

    /** Returns why the cache does not answer from memory now, for readiness; empty if the cache answers. */
    public Optional<String> problem() {
        return groups.values().stream()
                .map(CachedGroup::problem)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Returns how many objects of a kind the cache holds; empty if the cache cannot answer for the kind now. */
    public OptionalLong count(ApplicationKind kind) {
        GroupCache cache = cache(kind);
        return cache == null
                ? OptionalLong.empty()
                : OptionalLong.of(cache.snapshot().of(kind.groupResource()).count("", null));
    }

    /** Returns a line per group about the cached objects, for operators. */
    public String summary() {
        return groups.entrySet().stream()
                .map(group -> summary(group.getKey(), group.getValue().cache()))
                .collect(Collectors.joining());
    }

    private static String summary(String group, GroupCache cache) {
        Snapshot snapshot = cache.snapshot();
        return group + ": " + snapshot.size() + " objects at " + snapshot.revision() + ", " + cache.watches()
                + " watches\n";
    }

    /** Returns the state of each group's cache, for operators. */
    public List<GroupState> states() {
        return groups.entrySet().stream()
                .map(group -> new GroupState(
                        group.getKey(),
                        group.getValue().cache().isSynced(),
                        group.getValue().reflector().disconnectedSince(),
                        group.getValue().cache().snapshot().size()))
                .toList();
    }

    /**
     * Sets the observer of the cache's lag.
     *
     * @param lags called with the nanoseconds that the cache took to reach the store's latest version
     */
    public void onLag(LongConsumer lags) {
        latest.onLag(lags);
    }

    /** Ends all watches and stops following; the store stays open. */
    @Override
    public void close() {
        groups.values().forEach(group -> group.reflector().close());
    }

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        return store.create(kind, application, options);
    }

    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        return store.update(kind, current, next, options);
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        return store.delete(kind, name, request);
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
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        GroupCache cache = cache(kind);
        if (resourceVersion.isEmpty()) {
            ServedApplication latest = cache == null ? null : latest(cache, kind, name);
            return latest == null ? store.get(kind, name, "") : latest;
        }
        Snapshot snapshot = cache == null ? null : notOlderThan(cache, kind, resourceVersion);
        if (snapshot == null) {
            return store.get(kind, name, resourceVersion);
        }
        ServedApplication found = snapshot.of(kind.groupResource()).get(name);
        if (found == null) {
            throw new ApiException(new ApiError.NotFound(kind.groupResource(), name.name()));
        }
        return found;
    }

    /** Returns the object in memory if the store confirms that it is the latest; otherwise null. */
    private @Nullable ServedApplication latest(GroupCache cache, ApplicationKind kind, NamespacedName name) {
        if (cache.snapshot().of(kind.groupResource()).get(name) == null) {
            return null;
        }
        Optional<String> version = feed.version(kind, name);
        // The watch may have delivered the change meanwhile, and the declaration of the kind may have changed.
        Snapshot now = cache.snapshot();
        ServedApplication known = now.holds(kind) ? now.of(kind.groupResource()).get(name) : null;
        return known != null && version.filter(known.resourceVersion()::equals).isPresent() ? known : null;
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        GroupCache cache = cache(kind);
        ApplicationPage page = cache == null ? null : cached(cache, kind, request);
        if (page != null) {
            return page;
        }
        return stored(kind, request);
    }

    private ApplicationPage stored(ApplicationKind kind, ListRequest request) {
        return isWholeAndLatest(request)
                ? stored.get(new Question(kind, request), () -> store.list(kind, request))
                : store.list(kind, request);
    }

    /** Returns the page from memory; null if the store must answer, for example to reject a malformed request. */
    private @Nullable ApplicationPage cached(GroupCache cache, ApplicationKind kind, ListRequest request) {
        if (!request.continueToken().isEmpty()) {
            // A list with resourceVersion=0 ignores the limit, also on further pages.
            return pages.next(kind, request.resourceVersion().equals("0") ? request.withLimit(0) : request);
        }
        if (request.resourceVersion().isEmpty()) {
            return isShort(cache, kind, request) ? null : latest(cache, kind, request);
        }
        Snapshot snapshot = needsStore(request) ? null : notOlderThan(cache, kind, request.resourceVersion());
        return snapshot == null
                ? null
                : pages.first(kind, request.withLimit(0), new ListedState(snapshot, snapshot.revision()));
    }

    private @Nullable ApplicationPage latest(GroupCache cache, ApplicationKind kind, ListRequest request) {
        ListedState list = latest.of(cache, kind, request.selection());
        return list == null ? null : pages.first(kind, request, list);
    }

    /**
     * Returns whether the request is for the whole latest list, the most expensive list for the store. Concurrent
     * requests for this list share one result.
     */
    private static boolean isWholeAndLatest(ListRequest request) {
        return request.resourceVersion().isEmpty() && request.continueToken().isEmpty() && request.limit() == 0;
    }

    /**
     * Returns whether verifying the whole list in memory costs more than reading the requested part of it from the
     * store.
     */
    private static boolean isShort(GroupCache cache, ApplicationKind kind, ListRequest request) {
        return request.limit() > 0
                && request.limit() < SHORT
                && request.limit() * VERIFIED_IN_A_READ
                        < cache.snapshot().of(kind.groupResource()).count(request.namespace(), null);
    }

    /**
     * Returns whether only the store can answer a list that names a resource version. The cache lacks the old states
     * that an exact list may need. The cache also does not divide such lists into pages, so a list with a limit needs
     * the store even if the list is not exact. With {@code resourceVersion=0}, the limit is ignored (wire contract
     * D36).
     */
    private static boolean needsStore(ListRequest request) {
        return request.isExact()
                || request.limit() > 0 && !request.resourceVersion().equals("0");
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        GroupCache cache = cache(kind);
        String from = request.resourceVersion();
        ResourceVersion start = from.isEmpty()
                ? ResourceVersion.ZERO
                : ResourceVersion.parse(from).orElse(null);
        if (cache == null || start == null) {
            return store.watch(kind, request);
        }
        if (start.isAfter(ResourceVersion.ZERO) && cache.lacksChangesAfter(start, kind)) {
            WatchStream open = resumed.open(() -> store.watch(kind, request));
            return open == null ? cache.failed(kind, request, expired(start, cache)) : open;
        }
        boolean isFromAnyState = start.equals(ResourceVersion.ZERO);
        if (request.initialEvents() == SEND || request.initialEvents() == UNSET && isFromAnyState) {
            return watchFromExisting(cache, kind, request);
        }
        if (isFromAnyState) {
            // The watch must not send writes that were acknowledged before its start. The cache may not have received
            // these writes yet.
            start = from.isEmpty() ? revision(kind, request) : cache.snapshot().revision();
        }
        return cache.watch(kind, request, start, null);
    }

    private static ApiError expired(ResourceVersion start, GroupCache cache) {
        return ResourceVersions.watchExpired(start, cache.snapshot().revision()).error();
    }

    private WatchStream watchFromExisting(GroupCache cache, ApplicationKind kind, WatchRequest request) {
        ListRequest existing = request.existing();
        try {
            ListedState state = existing.resourceVersion().isEmpty()
                    ? latest.of(cache, kind, existing.selection())
                    : stateNotOlderThan(cache, kind, existing.resourceVersion());
            if (state != null) {
                SortedApplications objects = state.snapshot().of(kind.groupResource());
                return cache.watch(kind, request, state.resourceVersion(), objects.iterator(request.namespace()));
            }
            ApplicationPage page = stored(kind, existing);
            return cache.watch(kind, request, page.version(), page.items().iterator());
        } catch (ApiException e) {
            if (Status.of(e.error()).reason() == StatusReason.TIMEOUT) {
                // The watch reports the error. A kube-apiserver does the same, because it waits for a future state
                // within the watch.
                return cache.failed(kind, request, e.error());
            }
            throw e;
        }
    }

    private static @Nullable ListedState stateNotOlderThan(
            GroupCache cache, ApplicationKind kind, String resourceVersion) {
        Snapshot snapshot = notOlderThan(cache, kind, resourceVersion);
        return snapshot == null ? null : new ListedState(snapshot, snapshot.revision());
    }

    private ResourceVersion revision(ApplicationKind kind, WatchRequest request) {
        ListRequest first = ListRequest.all(request.namespace()).withLimit(1);
        return store.list(kind, first).version();
    }

    private static @Nullable Snapshot notOlderThan(GroupCache cache, ApplicationKind kind, String resourceVersion) {
        Optional<ResourceVersion> parsed = ResourceVersion.parse(resourceVersion);
        if (parsed.isEmpty()) {
            return null;
        }
        ResourceVersion wanted = parsed.get();
        Snapshot found = cache.await(snapshot -> snapshot.reaches(wanted));
        return found != null && found.holds(kind) ? found : null;
    }

    /** Returns the cache of a kind; null if the cache must not answer for the kind now. */
    private @Nullable GroupCache cache(ApplicationKind kind) {
        CachedGroup group = groups.get(kind.group());
        return group != null
                        && group.cache().snapshot().holds(kind)
                        && group.reflector().problem().isEmpty()
                ? group.cache()
                : null;
    }
}
