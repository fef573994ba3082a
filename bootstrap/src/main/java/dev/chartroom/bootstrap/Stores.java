package dev.chartroom.bootstrap;

import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseDirectory;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseFeed;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseTarget;
import dev.chartroom.adapters.kubernetes.secret.KubernetesSecretValues;
import dev.chartroom.adapters.postgres.PostgresSettings;
import dev.chartroom.adapters.postgres.PostgresStorage;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.config.StoreSettings;
import dev.chartroom.bootstrap.kinds.ListedKindSource;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.examples.postgres.PostgresResources;
import dev.chartroom.ports.cache.WatchCachingApplicationStore;
import dev.chartroom.ports.kind.KindSource;
import dev.chartroom.ports.projection.ProjectedStores;
import dev.chartroom.ports.projection.ReleaseProjections;
import dev.chartroom.ports.storage.ApplicationFeed;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.RoutingApplicationStore;
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
import java.util.stream.Collectors;

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
    /** In the order in which they were opened. */
    private final List<Runnable> closing = new ArrayList<>();

    private final Clock clock;

    private record Fed(String name, ApplicationStore store, ApplicationFeed feed) {}

    private Stores(Clock clock) {
        this.clock = clock;
    }

    /**
     * HelmReleases, and the stores that are configured.
     *
     * @throws ConfigException where one of them cannot be opened
     */
    static Stores open(ServerConfig config, KubernetesHttp cluster, Clock clock) {
        JacksonCodec codec = JacksonCodec.ofStored();
        Stores stores = new Stores(clock);
        stores.feds.add(new Fed(
                StoreNames.HELM_RELEASE, new HelmReleaseStore(cluster, codec), new HelmReleaseFeed(cluster, codec)));
        try {
            StoreSettings.postgres(config).ifPresent(stores::add);
            StoreSettings.postgresResources(config)
                    .ifPresent(settings -> stores.add(PostgresResources.open(
                            settings, new KubernetesSecretValues(cluster, codec), codec, clock)));
        } catch (RuntimeException e) {
            stores.close();
            throw e;
        }
        return stores;
    }

    private void add(PostgresSettings settings) {
        try {
            PostgresStorage storage =
                    PostgresStorage.open(settings, JacksonCodec.ofStored(), clock, new SecureRandom());
            closing.add(storage::close);
            databases.add(storage);
            feds.add(new Fed(ServerConfig.POSTGRES, storage.store(), storage.feed()));
        } catch (SQLException e) {
            throw new ConfigException("stores.postgres: " + e.getMessage());
        }
    }

    private void add(PostgresResources resources) {
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
                    fed.store(), fed.feed(), byStore.getOrDefault(fed.name(), List.of()), clock, new SecureRandom());
            closing.add(cache::close);
            caches.put(fed.name(), cache);
        }
    }

    /** The definitions of kinds that only one of the stores can have. */
    List<KindSource> sources() {
        return List.copyOf(sources);
    }

    /** All of them as one, where each kind's objects are in the store that it names. */
    ApplicationStore store() {
        Map<String, ApplicationStore> all = new HashMap<>(others);
        all.putAll(caches);
        return new RoutingApplicationStore(all);
    }

    /** Holds these kinds from now on. */
    void use(List<ApplicationKind> kinds) {
        Map<String, List<ApplicationKind>> byStore = byStore(kinds);
        caches.forEach((name, cache) -> cache.use(byStore.getOrDefault(name, List.of())));
    }

    /** Releases that are kept for objects of other stores are followed with those that are objects. */
    private static Map<String, List<ApplicationKind>> byStore(List<ApplicationKind> kinds) {
        Map<String, List<ApplicationKind>> byStore = kinds.stream()
                .collect(Collectors.groupingBy(
                        ApplicationKind::store, HashMap::new, Collectors.toCollection(ArrayList::new)));
        kinds.stream()
                .filter(ReleaseProjections::isProjected)
                .forEach(kind -> byStore.computeIfAbsent(StoreNames.HELM_RELEASE, _ -> new ArrayList<>())
                        .add(kind));
        return byStore;
    }

    /** What releases are kept by for objects of other stores. */
    ProjectedStores projected(KubernetesHttp cluster) {
        WatchCachingApplicationStore releases = Objects.requireNonNull(caches.get(StoreNames.HELM_RELEASE));
        JacksonCodec codec = JacksonCodec.ofStored();
        return new ProjectedStores(
                store(),
                releases,
                new HelmReleaseDirectory(cluster, codec),
                HelmReleaseTarget.restoring(cluster, codec),
                kind -> count(kind).isPresent() && releases.count(kind).isPresent());
    }

    /** How many objects there are of a kind; empty where that is not known now. */
    OptionalLong count(ApplicationKind kind) {
        WatchCachingApplicationStore cache = caches.get(kind.store());
        return cache == null ? OptionalLong.empty() : cache.count(kind);
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
