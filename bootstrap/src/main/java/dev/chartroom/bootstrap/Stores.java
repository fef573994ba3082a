package dev.chartroom.bootstrap;

import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseFeed;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.adapters.postgres.PostgresSettings;
import dev.chartroom.adapters.postgres.PostgresStorage;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.ports.cache.WatchCachingApplicationStore;
import dev.chartroom.ports.storage.ApplicationFeed;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.RoutingApplicationStore;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** All stores of a server, each with one watch for each group that keeps a copy of it in memory. */
final class Stores implements AutoCloseable {
    private final SequencedMap<String, WatchCachingApplicationStore> caches = new LinkedHashMap<>();
    private final List<PostgresStorage> databases = new ArrayList<>();
    private final Clock clock;

    private final List<ApplicationKind> kinds;

    private Stores(List<ApplicationKind> kinds, Clock clock) {
        this.kinds = kinds;
        this.clock = clock;
    }

    /**
     * HelmReleases, and the databases that are configured.
     *
     * @param kinds those to hold from the start: nothing is ready before they are read
     */
    static Stores open(
            KubernetesHttp cluster, Optional<PostgresSettings> postgres, List<ApplicationKind> kinds, Clock clock) {
        JacksonCodec codec = JacksonCodec.ofStored();
        Stores stores = new Stores(kinds, clock);
        stores.add(StoreNames.HELM_RELEASE, new HelmReleaseStore(cluster, codec), new HelmReleaseFeed(cluster, codec));
        postgres.ifPresent(stores::add);
        return stores;
    }

    private void add(PostgresSettings settings) {
        try {
            PostgresStorage storage =
                    PostgresStorage.open(settings, JacksonCodec.ofStored(), clock, new SecureRandom());
            databases.add(storage);
            add(ServerConfig.POSTGRES, storage.store(), storage.feed());
        } catch (SQLException e) {
            close();
            throw new ConfigException("stores." + ServerConfig.POSTGRES + ": " + e.getMessage());
        }
    }

    private void add(String name, ApplicationStore store, ApplicationFeed feed) {
        List<ApplicationKind> held =
                kinds.stream().filter(kind -> kind.store().equals(name)).toList();
        caches.put(name, WatchCachingApplicationStore.start(store, feed, held, clock, new SecureRandom()));
    }

    /** All of them as one, where each kind's objects are in the store that it names. */
    ApplicationStore store() {
        return new RoutingApplicationStore(caches);
    }

    /** Holds these kinds from now on. */
    void use(List<ApplicationKind> kinds) {
        Map<String, List<ApplicationKind>> byStore =
                kinds.stream().collect(Collectors.groupingBy(ApplicationKind::store));
        caches.forEach((name, cache) -> cache.use(byStore.getOrDefault(name, List.of())));
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
        caches.values().forEach(WatchCachingApplicationStore::close);
        databases.forEach(PostgresStorage::close);
    }
}
