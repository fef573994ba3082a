package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.bootstrap.metrics.ServerMetrics;
import dev.chartroom.core.placement.AppliedPlacements;
import dev.chartroom.core.placement.PlacedApplicationStore;
import dev.chartroom.core.release.ReleaseProjections;
import dev.chartroom.core.store.RoutingApplicationStore;
import dev.chartroom.core.subresource.VersionHistory;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.ports.storage.ApplicationStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The stores of a server. Each store with a feed has a watch cache, with one watch for each group. */
final class CachedStores implements AutoCloseable {
    private final Stores stores;
    private final SequencedMap<String, WatchCachingApplicationStore> caches;
    private final ApplicationStore all;
    /** Whether the caches hold the kinds according to the recorded placements. */
    private boolean arePlaced;

    private CachedStores(
            Stores stores, SequencedMap<String, WatchCachingApplicationStore> caches, ServerMetrics metrics) {
        this.stores = stores;
        this.caches = caches;
        Map<String, ApplicationStore> named = new HashMap<>();
        stores.others().forEach((name, store) -> named.put(name, metrics.measured(name, store)));
        named.putAll(caches);
        this.all = stores.placements()
                .<ApplicationStore>map(placements -> new PlacedApplicationStore(named, placements.applied()))
                .orElseGet(() -> new RoutingApplicationStore(named));
    }

    /**
     * Starts the watch caches.
     *
     * @param stores closed by the caller, after the caches
     * @param kinds the kinds that exist at the start. They must be read before the server is ready.
     * @param pending the changes that wait for readers of all watches
     */
    static CachedStores start(
            Stores stores, List<ApplicationKind> kinds, PendingChanges pending, Clock clock, ServerMetrics metrics) {
        SequencedMap<String, WatchCachingApplicationStore> caches = new LinkedHashMap<>();
        Map<String, List<ApplicationKind>> byStore = byStore(stores, kinds);
        for (Stores.StoreWithFeed each : stores.withFeed()) {
            caches.put(
                    each.name(),
                    WatchCachingApplicationStore.start(
                            metrics.measured(each.name(), each.store()),
                            metrics.measured(each.name(), each.feed()),
                            byStore.getOrDefault(each.name(), List.of()),
                            pending,
                            clock,
                            new SecureRandom()));
        }
        metrics.addCaches(caches);
        metrics.addDatabases(stores.databases());
        return new CachedStores(stores, caches, metrics);
    }

    /**
     * Returns all stores as one. The objects of a kind are in the store of its definition, or in the store that the
     * kind has moved to.
     */
    ApplicationStore store() {
        return all;
    }

    /** Returns the HelmReleases alone. */
    WatchCachingApplicationStore releases() {
        return Objects.requireNonNull(caches.get(StoreNames.HELM_RELEASE));
    }

    /** Returns the current store of a kind's objects; empty if it is not known yet. */
    Optional<String> storeOf(ApplicationKind kind) {
        return storeOf(stores, kind);
    }

    /** Adds the history of objects in a database, which have versions instead of releases. */
    ReleaseSubresources withVersions(ReleaseSubresources subresources) {
        return stores.databases().stream()
                .findFirst()
                .map(database ->
                        subresources.with(new VersionHistory(database.store(), database.versions()), this::hasVersions))
                .orElse(subresources);
    }

    private boolean hasVersions(ApplicationKind kind) {
        Optional<String> store = storeOf(kind);
        return store.equals(Optional.of(StoreNames.POSTGRES)) && !ReleaseProjections.isProjected(kind, store);
    }

    private static Optional<String> storeOf(Stores stores, ApplicationKind kind) {
        return stores.placements()
                .map(placements -> placements.applied().find(kind))
                .orElseGet(() -> Optional.of(kind.store()));
    }

    /**
     * Sets the kinds to cache. Must not be called concurrently.
     *
     * @param isStart whether the server becomes ready only after these kinds are read; this is also assumed if the
     *     placements were not known at the previous call
     */
    void use(List<ApplicationKind> kinds, boolean isStart) {
        boolean isFirst = isStart || !arePlaced;
        arePlaced = stores.placements()
                .map(KindPlacements::applied)
                .map(AppliedPlacements::areKnown)
                .orElse(true);
        Map<String, List<ApplicationKind>> byStore = byStore(stores, kinds);
        caches.forEach((name, cache) -> cache.use(byStore.getOrDefault(name, List.of()), isFirst));
    }

    private static Map<String, List<ApplicationKind>> byStore(Stores stores, List<ApplicationKind> kinds) {
        Map<String, List<ApplicationKind>> byStore = new HashMap<>();
        for (ApplicationKind kind : kinds) {
            String store = storeOf(stores, kind).orElseGet(kind::store);
            byStore.computeIfAbsent(store, _ -> new ArrayList<>()).add(kind);
            // Releases for objects of other stores are watched together with the releases that are objects themselves.
            if (ReleaseProjections.isProjected(kind, Optional.of(store))) {
                byStore.computeIfAbsent(StoreNames.HELM_RELEASE, _ -> new ArrayList<>())
                        .add(kind);
            }
        }
        return byStore;
    }

    /** Returns the number of a kind's objects; empty if it is not known now. */
    OptionalLong count(ApplicationKind kind) {
        WatchCachingApplicationStore cache = storeOf(kind).map(caches::get).orElse(null);
        return cache == null ? OptionalLong.empty() : cache.count(kind);
    }

    /**
     * Returns the check that fails while some reads are not served from memory.
     *
     * @param areKindsKnown whether the program knows what must be read
     * @param onFirstRead called when everything has been read once, before the check passes
     */
    HealthCheck health(BooleanSupplier areKindsKnown, Runnable onFirstRead) {
        return new HealthCheck(
                "watch-cache", new FirstRead(this::problem, areKindsKnown, onFirstRead)::problem, this::summary);
    }

    private Optional<String> problem() {
        return caches.values().stream()
                .map(WatchCachingApplicationStore::problem)
                .flatMap(Optional::stream)
                .findFirst()
                .or(stores::problem);
    }

    /** Returns what the caches hold, a line for each store and group, for operators. */
    private String summary() {
        return caches.entrySet().stream()
                .map(cache -> cache.getValue().summary().replaceAll("(?m)^(?=.)", cache.getKey() + ": "))
                .collect(Collectors.joining());
    }

    @Override
    public void close() {
        caches.values().forEach(WatchCachingApplicationStore::close);
    }
}
