package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.catalogue.PostgresResources;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.placement.ConfigMapPlacementRecord;
import dev.chartroom.adapters.kubernetes.placement.LeaseReplicaRegister;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseDirectory;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseListerWatcher;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseTarget;
import dev.chartroom.adapters.kubernetes.release.RecentReleases;
import dev.chartroom.adapters.kubernetes.release.ReleaseFences;
import dev.chartroom.adapters.kubernetes.secret.KubernetesSecretValues;
import dev.chartroom.adapters.postgres.PostgresStorage;
import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.config.StoreSettings;
import dev.chartroom.bootstrap.kinds.ListedKindSource;
import dev.chartroom.core.migration.MigratedStore;
import dev.chartroom.core.placement.AppliedPlacements;
import dev.chartroom.core.placement.PlacedApplicationStore;
import dev.chartroom.core.placement.PlacedReleaseDirectory;
import dev.chartroom.core.placement.PlacedReleaseTarget;
import dev.chartroom.core.placement.PlacedReplica;
import dev.chartroom.core.placement.StoreSwitch;
import dev.chartroom.core.release.ProjectedStores;
import dev.chartroom.core.release.ReleaseProjections;
import dev.chartroom.core.store.ApplicationStoreProvider;
import dev.chartroom.core.store.RoutingApplicationStore;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.kind.KindSource;
import dev.chartroom.ports.placement.PlacementRecord;
import dev.chartroom.ports.placement.ReplicaRegister;
import dev.chartroom.ports.release.ReleaseDirectory;
import dev.chartroom.ports.release.ReleaseTarget;
import dev.chartroom.ports.secret.AuthorizedSecretValues;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationTarget;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.sql.SQLException;
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
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All stores of a server. A store with a feed gets a watch cache, with one watch for each group. The other stores cache
 * what they need themselves.
 */
final class Stores implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Stores.class.getName());

    private final List<StoreWithFeed> storesWithFeed = new ArrayList<>();
    private final SequencedMap<String, WatchCachingApplicationStore> caches = new LinkedHashMap<>();
    private final Map<String, ApplicationStore> others = new HashMap<>();
    private final List<PostgresStorage> databases = new ArrayList<>();
    private final List<KindSource> sources = new ArrayList<>();
    private Optional<PostgresResources> catalogue = Optional.empty();
    private Optional<Placing> placing = Optional.empty();
    /** Close actions, in the order of opening. They run in reverse. */
    private final List<Runnable> closing = new ArrayList<>();

    private final PendingChanges pending;
    private final Clock clock;
    /** Whether the caches hold the kinds according to the recorded placements. */
    private boolean arePlaced;

    private @Nullable PlacedReplica replica;
    private @Nullable ApplicationStore all;

    private record StoreWithFeed(
            String name, ApplicationStore store, ApplicationListerWatcher feed, ApplicationTarget target) {}

    /** The parts by which kinds move between the stores with a feed. */
    private record Placing(AppliedPlacements placements, PlacementRecord record, ReplicaRegister register) {}

    private Stores(PendingChanges pending, Clock clock) {
        this.pending = pending;
        this.clock = clock;
    }

    /**
     * Opens HelmReleases and the configured stores.
     *
     * @param authorizer decides which Secrets a write may read for its user
     * @param pending the changes that wait for readers of all watches
     * @throws ConfigException if a store cannot be opened
     */
    static Stores open(
            ServerConfig config, KubernetesHttp cluster, Authorizer authorizer, PendingChanges pending, Clock clock) {
        JacksonCodec codec = JacksonCodec.ofStored();
        Stores stores = new Stores(pending, clock);
        RecentReleases recents = RecentReleases.ofHeap(Runtime.getRuntime().maxMemory());
        stores.storesWithFeed.add(new StoreWithFeed(
                StoreNames.HELM_RELEASE,
                new HelmReleaseStore(cluster, codec, recents),
                new HelmReleaseListerWatcher(cluster, codec, recents, stores.fences(config, cluster, codec)),
                new HelmReleaseTarget(cluster, codec)));
        try {
            StoreSettings.postgres(config).ifPresent(stores::add);
            StoreSettings.postgresResources(config)
                    .ifPresent(settings -> stores.add(PostgresResources.open(
                            settings,
                            new AuthorizedSecretValues(new KubernetesSecretValues(cluster, codec), authorizer),
                            codec,
                            pending,
                            clock)));
            ApplicationStoreProvider.Context context = new ApplicationStoreProvider.Context(codec, pending, clock);
            StoreSettings.provided(config)
                    .forEach((name, settings) -> stores.add(name, ProvidedStores.open(name, settings, context)));
            stores.placing = StoreSettings.placements(config).map(name -> stores.placing(name, cluster, codec));
        } catch (RuntimeException e) {
            stores.close();
            throw e;
        }
        return stores;
    }

    /**
     * Serializes the runs of a task. Each run reads the current state after it begins, so an older state never replaces
     * a newer one.
     */
    static Runnable oneAtATime(Runnable task) {
        ReentrantLock lock = new ReentrantLock();
        return () -> {
            lock.lock();
            try {
                task.run();
            } finally {
                lock.unlock();
            }
        };
    }

    private @Nullable ReleaseFences fences(ServerConfig config, KubernetesHttp cluster, JacksonCodec codec) {
        Optional<String> namespace = StoreSettings.ownNamespace(config);
        if (namespace.isEmpty()) {
            return null;
        }
        ReleaseFences fences = new ReleaseFences(cluster, codec, namespace.get(), host(), clock);
        closing.add(fences::close);
        return fences;
    }

    private void add(PostgresSettings settings) {
        try {
            PostgresStorage storage =
                    PostgresStorage.open(settings, JacksonCodec.ofStored(), clock, new SecureRandom());
            closing.add(storage::close);
            databases.add(storage);
            storesWithFeed.add(
                    new StoreWithFeed(ServerConfig.POSTGRES, storage.store(), storage.feed(), storage.target()));
        } catch (SQLException e) {
            throw new ConfigException("stores.postgres: " + e.getMessage());
        }
    }

    private void add(String name, ApplicationStore store) {
        others.put(name, store);
        if (store instanceof AutoCloseable closeable) {
            closing.add(() -> {
                try {
                    closeable.close();
                } catch (Exception e) {
                    LOG.log(System.Logger.Level.WARNING, "The store " + name + " cannot be closed", e);
                }
            });
        }
    }

    private Placing placing(NamespacedName record, KubernetesHttp cluster, JacksonCodec codec) {
        return new Placing(
                new AppliedPlacements(
                        storesWithFeed.stream().map(StoreWithFeed::name).collect(Collectors.toSet())),
                new ConfigMapPlacementRecord(cluster, codec, record),
                new LeaseReplicaRegister(cluster, codec, record.namespace(), host(), clock));
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "unknown";
        }
    }

    private void add(PostgresResources resources) {
        catalogue = Optional.of(resources);
        closing.add(resources::close);
        others.put(ServerConfig.POSTGRES_RESOURCES, resources.store());
        sources.add(new ListedKindSource(ServerConfig.POSTGRES_RESOURCES, resources.definitions()));
    }

    /**
     * Starts the watch caches.
     *
     * @param kinds the kinds that exist at the start. They must be read before the server is ready.
     */
    void startCaches(List<ApplicationKind> kinds) {
        Map<String, List<ApplicationKind>> byStore = byStore(kinds);
        for (StoreWithFeed each : storesWithFeed) {
            WatchCachingApplicationStore cache = WatchCachingApplicationStore.start(
                    each.store(),
                    each.feed(),
                    byStore.getOrDefault(each.name(), List.of()),
                    pending,
                    clock,
                    new SecureRandom());
            closing.add(cache::close);
            caches.put(each.name(), cache);
        }
        Map<String, ApplicationStore> named = new HashMap<>(others);
        named.putAll(caches);
        all = placing.<ApplicationStore>map(placed -> new PlacedApplicationStore(named, placed.placements()))
                .orElseGet(() -> new RoutingApplicationStore(named));
    }

    /**
     * Starts to apply the recorded placements of kinds.
     *
     * @param onMove called after kinds have moved, so that other caches hold them
     */
    void follow(Runnable onMove) {
        placing.ifPresent(placed -> {
            placed.placements().onMove(_ -> onMove.run());
            PlacedReplica started =
                    PlacedReplica.start(placed.placements(), placed.record(), placed.register(), new SecureRandom());
            closing.add(started::close);
            replica = started;
        });
    }

    /** Returns the definitions of kinds that only one of the stores supports. */
    List<KindSource> sources() {
        return List.copyOf(sources);
    }

    /**
     * Returns all stores as one. The objects of a kind are in the store of its definition, or in the store that the
     * kind has moved to.
     */
    ApplicationStore store() {
        return Objects.requireNonNull(all, "the caches have not been started");
    }

    /**
     * Returns a store to move objects from or to.
     *
     * @throws ConfigException if objects cannot be moved from or to a store of this name
     */
    MigratedStore migrated(String name) {
        return storesWithFeed.stream()
                .filter(each -> each.name().equals(name))
                .map(each -> new MigratedStore(name, each.store(), each.feed(), each.target()))
                .findFirst()
                .orElseThrow(() -> new ConfigException("the store \"" + name + "\" is unknown or cannot move objects"));
    }

    /** Returns the switch that changes the store of a kind in all replicas; empty if no placements are configured. */
    Optional<StoreSwitch> storeSwitch() {
        return placing.map(placed -> new StoreSwitch(placed.record(), placed.register()));
    }

    /**
     * Returns a directory of the same releases. It rejects updates of kinds whose objects have moved to another store,
     * unless releases are kept for them.
     */
    ReleaseDirectory placed(ReleaseDirectory releases) {
        return placing.<ReleaseDirectory>map(placed -> new PlacedReleaseDirectory(releases, placed.placements()))
                .orElse(releases);
    }

    /** Returns the current store of a kind's objects; empty if it is not known yet. */
    Optional<String> storeOf(ApplicationKind kind) {
        return placing.map(placed -> placed.placements().find(kind)).orElseGet(() -> Optional.of(kind.store()));
    }

    /**
     * Sets the kinds to cache. Must not be called concurrently.
     *
     * @param isStart whether the server becomes ready only after these kinds are read; this is also assumed if the
     *     placements were not known at the previous call
     */
    void use(List<ApplicationKind> kinds, boolean isStart) {
        boolean isFirst = isStart || !arePlaced;
        arePlaced = placing.isEmpty() || placing.get().placements().areKnown();
        Map<String, List<ApplicationKind>> byStore = byStore(kinds);
        caches.forEach((name, cache) -> cache.use(byStore.getOrDefault(name, List.of()), isFirst));
    }

    private Map<String, List<ApplicationKind>> byStore(List<ApplicationKind> kinds) {
        Map<String, List<ApplicationKind>> byStore = new HashMap<>();
        for (ApplicationKind kind : kinds) {
            String store = storeOf(kind).orElseGet(kind::store);
            byStore.computeIfAbsent(store, _ -> new ArrayList<>()).add(kind);
            // Releases for objects of other stores are watched together with the releases that are objects themselves.
            if (ReleaseProjections.isProjected(kind, Optional.of(store))) {
                byStore.computeIfAbsent(StoreNames.HELM_RELEASE, _ -> new ArrayList<>())
                        .add(kind);
            }
        }
        return byStore;
    }

    /** Returns the stores that keep releases for objects of other stores. */
    ProjectedStores projected(KubernetesHttp cluster) {
        WatchCachingApplicationStore releases = Objects.requireNonNull(caches.get(StoreNames.HELM_RELEASE));
        JacksonCodec codec = JacksonCodec.ofStored();
        ReleaseTarget target = HelmReleaseTarget.restoring(cluster, codec);
        return new ProjectedStores(
                store(),
                releases,
                new HelmReleaseDirectory(cluster, codec),
                placing.<ReleaseTarget>map(placed -> new PlacedReleaseTarget(target, placed.placements()))
                        .orElse(target),
                kind -> count(kind).isPresent() && releases.count(kind).isPresent());
    }

    /** Returns the number of a kind's objects; empty if it is not known now. */
    OptionalLong count(ApplicationKind kind) {
        WatchCachingApplicationStore cache = storeOf(kind).map(caches::get).orElse(null);
        return cache == null ? OptionalLong.empty() : cache.count(kind);
    }

    /** Returns why the stores of moved kinds are not known; empty if they are, or no kind may move. */
    Optional<String> placementProblem() {
        return Optional.ofNullable(replica).flatMap(PlacedReplica::problem);
    }

    /** Returns the stores of the kinds that have moved, a line for each, for operators. */
    String placementSummary() {
        return placing.map(placed -> placed.placements().summary()).orElse("");
    }

    /** Returns why some reads are not served from memory now; empty if all are. */
    Optional<String> problem() {
        return caches.values().stream()
                .map(WatchCachingApplicationStore::problem)
                .flatMap(Optional::stream)
                .findFirst()
                .or(() -> databases.stream()
                        .map(PostgresStorage::problem)
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    /** Returns why the kinds of a PostgreSQL server are not served, a line for operators; empty if they are. */
    String unserved() {
        return catalogue
                .flatMap(PostgresResources::problem)
                .map(problem -> ServerConfig.POSTGRES_RESOURCES + ": not ready: " + problem + "\n")
                .orElse("");
    }

    /** Returns what the caches hold, a line for each store and group, for operators. */
    String summary() {
        return caches.entrySet().stream()
                .map(cache -> cache.getValue().summary().replaceAll("(?m)^(?=.)", cache.getKey() + ": "))
                .collect(Collectors.joining());
    }

    @Override
    public void close() {
        closing.reversed().forEach(Runnable::run);
    }
}
