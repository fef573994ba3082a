package dev.chartroom.bootstrap;

import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import dev.chartroom.adapters.kubernetes.placement.ConfigMapPlacementRecord;
import dev.chartroom.adapters.kubernetes.placement.LeaseReplicaRegister;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseDirectory;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseFeed;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseTarget;
import dev.chartroom.adapters.kubernetes.release.RecentReleases;
import dev.chartroom.adapters.kubernetes.release.ReleaseFences;
import dev.chartroom.adapters.kubernetes.secret.KubernetesSecretValues;
import dev.chartroom.adapters.postgres.PostgresSettings;
import dev.chartroom.adapters.postgres.PostgresStorage;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.config.StoreSettings;
import dev.chartroom.bootstrap.kinds.ListedKindSource;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.examples.postgres.PostgresResources;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.cache.WatchCachingApplicationStore;
import dev.chartroom.ports.kind.KindSource;
import dev.chartroom.ports.migration.MigratedStore;
import dev.chartroom.ports.placement.AppliedPlacements;
import dev.chartroom.ports.placement.PlacedApplicationStore;
import dev.chartroom.ports.placement.PlacedReleaseDirectory;
import dev.chartroom.ports.placement.PlacedReleaseTarget;
import dev.chartroom.ports.placement.PlacedReplica;
import dev.chartroom.ports.placement.PlacementRecord;
import dev.chartroom.ports.placement.ReplicaRegister;
import dev.chartroom.ports.placement.StoreSwitch;
import dev.chartroom.ports.projection.ProjectedStores;
import dev.chartroom.ports.projection.ReleaseProjections;
import dev.chartroom.ports.projection.ReleaseTarget;
import dev.chartroom.ports.rollout.ReleaseDirectory;
import dev.chartroom.ports.secret.AuthorizedSecretValues;
import dev.chartroom.ports.storage.ApplicationFeed;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationTarget;
import dev.chartroom.ports.storage.RoutingApplicationStore;
import dev.chartroom.ports.watch.PendingChanges;
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
 * All stores of a server. Each that has a feed gets a copy in memory before it, kept by one watch for each group; the others
 * keep themselves what they need.
 */
final class Stores implements AutoCloseable {
    private final List<Fed> feds = new ArrayList<>();
    private final SequencedMap<String, WatchCachingApplicationStore> caches = new LinkedHashMap<>();
    private final Map<String, ApplicationStore> others = new HashMap<>();
    private final List<PostgresStorage> databases = new ArrayList<>();
    private final List<KindSource> sources = new ArrayList<>();
    private Optional<PostgresResources> catalogue = Optional.empty();
    private Optional<Placing> placing = Optional.empty();
    /** In the order in which they were opened. */
    private final List<Runnable> closing = new ArrayList<>();

    private final PendingChanges pending;
    private final Clock clock;
    /** Whether the kinds were held where they are recorded to be. */
    private boolean arePlaced;

    private @Nullable PlacedReplica replica;
    private @Nullable ApplicationStore all;

    private record Fed(String name, ApplicationStore store, ApplicationFeed feed, ApplicationTarget target) {}

    /** How kinds move between the stores that have a feed. */
    private record Placing(AppliedPlacements placements, PlacementRecord record, ReplicaRegister register) {}

    private Stores(PendingChanges pending, Clock clock) {
        this.pending = pending;
        this.clock = clock;
    }

    /**
     * HelmReleases, and the stores that are configured.
     *
     * @param authorizer decides which Secrets the user of a write may have read for it
     * @param pending the changes that wait for the watches of all of them
     * @throws ConfigException where one of them cannot be opened
     */
    static Stores open(
            ServerConfig config, KubernetesHttp cluster, Authorizer authorizer, PendingChanges pending, Clock clock) {
        JacksonCodec codec = JacksonCodec.ofStored();
        Stores stores = new Stores(pending, clock);
        RecentReleases recents = RecentReleases.ofHeap(Runtime.getRuntime().maxMemory());
        stores.feds.add(new Fed(
                StoreNames.HELM_RELEASE,
                new HelmReleaseStore(cluster, codec, recents),
                new HelmReleaseFeed(cluster, codec, recents, stores.fences(config, cluster, codec)),
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
            stores.placing = StoreSettings.placements(config).map(name -> stores.placing(name, cluster, codec));
        } catch (RuntimeException e) {
            stores.close();
            throw e;
        }
        return stores;
    }

    /** Each run sees what there is when it begins: none that began earlier comes after it. */
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
            feds.add(new Fed(ServerConfig.POSTGRES, storage.store(), storage.feed(), storage.target()));
        } catch (SQLException e) {
            throw new ConfigException("stores.postgres: " + e.getMessage());
        }
    }

    private Placing placing(NamespacedName record, KubernetesHttp cluster, JacksonCodec codec) {
        return new Placing(
                new AppliedPlacements(feds.stream().map(Fed::name).collect(Collectors.toSet())),
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
     * Begins to keep copies.
     *
     * @param kinds those of the start: nothing is ready before they are read
     */
    void begin(List<ApplicationKind> kinds) {
        Map<String, List<ApplicationKind>> byStore = byStore(kinds);
        for (Fed fed : feds) {
            WatchCachingApplicationStore cache = WatchCachingApplicationStore.start(
                    fed.store(),
                    fed.feed(),
                    byStore.getOrDefault(fed.name(), List.of()),
                    pending,
                    clock,
                    new SecureRandom());
            closing.add(cache::close);
            caches.put(fed.name(), cache);
        }
        Map<String, ApplicationStore> named = new HashMap<>(others);
        named.putAll(caches);
        all = placing.<ApplicationStore>map(placed -> new PlacedApplicationStore(named, placed.placements()))
                .orElseGet(() -> new RoutingApplicationStore(named));
    }

    /**
     * Begins to go by what is recorded of kinds that moved.
     *
     * @param onMove run when kinds have moved, and are to be held elsewhere
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

    /** The definitions of kinds that only one of the stores can have. */
    List<KindSource> sources() {
        return List.copyOf(sources);
    }

    /** All of them as one, where each kind's objects are in the store that it names, or to which it has moved. */
    ApplicationStore store() {
        return Objects.requireNonNull(all, "not begun");
    }

    /**
     * A store to move objects from or to.
     *
     * @throws ConfigException where it is none of those between which they can move
     */
    MigratedStore migrated(String name) {
        return feds.stream()
                .filter(fed -> fed.name().equals(name))
                .map(fed -> new MigratedStore(name, fed.store(), fed.feed(), fed.target()))
                .findFirst()
                .orElseThrow(
                        () -> new ConfigException("there is no store \"" + name + "\" to move objects from or to"));
    }

    /** Has all replicas go from one store to another; empty where the configuration has no placements. */
    Optional<StoreSwitch> storeSwitch() {
        return placing.map(placed -> new StoreSwitch(placed.record(), placed.register()));
    }

    /** The same releases, where they follow their definition only while they are where their objects are. */
    ReleaseDirectory placed(ReleaseDirectory releases) {
        return placing.<ReleaseDirectory>map(placed -> new PlacedReleaseDirectory(releases, placed.placements()))
                .orElse(releases);
    }

    /** The store of a kind's objects now; empty where that is not known yet. */
    Optional<String> storeOf(ApplicationKind kind) {
        return placing.map(placed -> placed.placements().find(kind)).orElseGet(() -> Optional.of(kind.store()));
    }

    /**
     * Holds these kinds from now on; by one thread at a time.
     *
     * @param isStart whether nothing is ready before they are read; likewise where it was not known yet which store has them
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
            // Releases that are kept for objects of other stores are followed with those that are objects.
            if (ReleaseProjections.isProjected(kind, Optional.of(store))) {
                byStore.computeIfAbsent(StoreNames.HELM_RELEASE, _ -> new ArrayList<>())
                        .add(kind);
            }
        }
        return byStore;
    }

    /** What releases are kept by for objects of other stores. */
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

    /** How many objects there are of a kind; empty where that is not known now. */
    OptionalLong count(ApplicationKind kind) {
        WatchCachingApplicationStore cache = storeOf(kind).map(caches::get).orElse(null);
        return cache == null ? OptionalLong.empty() : cache.count(kind);
    }

    /** Why it is not known where kinds are that may have moved; empty where it is, or none may. */
    Optional<String> placementProblem() {
        return Optional.ofNullable(replica).flatMap(PlacedReplica::problem);
    }

    /** Where kinds are that have moved, a line for each, for operators. */
    String placementSummary() {
        return placing.map(placed -> placed.placements().summary()).orElse("");
    }

    /** Why something is not answered from memory now; empty where all of it is. */
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

    /** Why the kinds of a PostgreSQL server are not served, a line for operators; empty if they are. */
    String unserved() {
        return catalogue
                .flatMap(PostgresResources::problem)
                .map(problem -> ServerConfig.POSTGRES_RESOURCES + ": not ready: " + problem + "\n")
                .orElse("");
    }

    /** What is held, a line for each store and group, for operators. */
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
