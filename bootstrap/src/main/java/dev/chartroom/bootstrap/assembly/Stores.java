package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.catalogue.PostgresResources;
import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseListerWatcher;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseTarget;
import dev.chartroom.adapters.kubernetes.release.RecentReleases;
import dev.chartroom.adapters.kubernetes.release.ReleaseFences;
import dev.chartroom.adapters.kubernetes.secret.KubernetesSecretValues;
import dev.chartroom.adapters.postgres.PostgresStorage;
import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.config.StoreSettings;
import dev.chartroom.bootstrap.kinds.ListedKindSource;
import dev.chartroom.core.migration.MigratedStore;
import dev.chartroom.core.store.ApplicationStoreProvider;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.kind.KindSource;
import dev.chartroom.ports.secret.AuthorizedSecretValues;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationTarget;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The open stores of a server, without their caches: HelmReleases, and the stores in the configuration.
 *
 * @param withFeed the stores with a feed of changes for a watch cache. Kinds can move between these stores.
 * @param others the other stores by name; they cache what they need themselves
 * @param databases the PostgreSQL servers of stores with a feed
 * @param catalogue the PostgreSQL server whose databases, roles and grants are objects, if one is configured
 * @param placements the parts that move kinds between stores, if placements are configured
 * @param open what has to be closed
 */
record Stores(
        List<StoreWithFeed> withFeed,
        Map<String, ApplicationStore> others,
        List<PostgresStorage> databases,
        Optional<PostgresResources> catalogue,
        Optional<KindPlacements> placements,
        OpenParts open)
        implements AutoCloseable {

    Stores {
        withFeed = List.copyOf(withFeed);
        others = Map.copyOf(others);
        databases = List.copyOf(databases);
    }

    /** A store with the feed for a watch cache and the target for a migration. */
    record StoreWithFeed(
            String name, ApplicationStore store, ApplicationListerWatcher feed, ApplicationTarget target) {}

    /**
     * Opens the stores.
     *
     * @param authorizer decides which Secrets a write may read for its user
     * @param pending the changes that wait for the readers of watches, for all stores together
     * @throws ConfigException if a store cannot be opened
     */
    static Stores open(ServerConfig config, Cluster cluster, Authorizer authorizer, PendingChanges pending) {
        OpenParts open = new OpenParts();
        try {
            return open(config, cluster, authorizer, pending, open);
        } catch (RuntimeException e) {
            open.close();
            throw e;
        }
    }

    private static Stores open(
            ServerConfig config, Cluster cluster, Authorizer authorizer, PendingChanges pending, OpenParts open) {
        List<StoreWithFeed> withFeed = new ArrayList<>();
        withFeed.add(releases(config, cluster, open));
        List<PostgresStorage> databases = new ArrayList<>();
        StoreSettings.postgres(config).ifPresent(settings -> {
            PostgresStorage storage = open.add(postgres(settings, cluster));
            databases.add(storage);
            withFeed.add(new StoreWithFeed(ServerConfig.POSTGRES, storage.store(), storage.feed(), storage.target()));
        });
        Optional<PostgresResources> catalogue = StoreSettings.postgresResources(config)
                .map(settings -> open.add(PostgresResources.open(
                        settings,
                        new AuthorizedSecretValues(
                                new KubernetesSecretValues(cluster.http(), cluster.stored()), authorizer),
                        cluster.stored(),
                        pending,
                        cluster.clock())));
        Map<String, ApplicationStore> others = new HashMap<>();
        catalogue.ifPresent(resources -> others.put(ServerConfig.POSTGRES_RESOURCES, resources.store()));
        ApplicationStoreProvider.Context context =
                new ApplicationStoreProvider.Context(cluster.stored(), pending, cluster.clock());
        StoreSettings.provided(config).forEach((name, settings) -> {
            ApplicationStore store = ProvidedStores.open(name, settings, context);
            others.put(name, store);
            if (store instanceof AutoCloseable closeable) {
                open.add("store " + name, closeable);
            }
        });
        Optional<KindPlacements> placements = StoreSettings.placements(config)
                .map(record -> KindPlacements.of(
                        record,
                        withFeed.stream().map(StoreWithFeed::name).collect(Collectors.toSet()),
                        host(),
                        cluster));
        return new Stores(withFeed, others, databases, catalogue, placements, open);
    }

    private static StoreWithFeed releases(ServerConfig config, Cluster cluster, OpenParts open) {
        RecentReleases recents = RecentReleases.ofHeap(Runtime.getRuntime().maxMemory());
        return new StoreWithFeed(
                StoreNames.HELM_RELEASE,
                new HelmReleaseStore(cluster.http(), cluster.stored(), recents),
                new HelmReleaseListerWatcher(cluster.http(), cluster.stored(), recents, fences(config, cluster, open)),
                new HelmReleaseTarget(cluster.http(), cluster.stored()));
    }

    private static @Nullable ReleaseFences fences(ServerConfig config, Cluster cluster, OpenParts open) {
        return StoreSettings.ownNamespace(config)
                .map(namespace -> open.add(
                        new ReleaseFences(cluster.http(), cluster.stored(), namespace, host(), cluster.clock())))
                .orElse(null);
    }

    private static PostgresStorage postgres(PostgresSettings settings, Cluster cluster) {
        try {
            return PostgresStorage.open(settings, cluster.stored(), cluster.clock(), new SecureRandom());
        } catch (SQLException e) {
            throw new ConfigException("stores.postgres: " + e.getMessage());
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "unknown";
        }
    }

    /** Returns the definitions of kinds that only one of the stores supports. */
    List<KindSource> sources() {
        return catalogue
                .<List<KindSource>>map(resources ->
                        List.of(new ListedKindSource(ServerConfig.POSTGRES_RESOURCES, resources.definitions())))
                .orElse(List.of());
    }

    /**
     * Returns a store to move objects from or to.
     *
     * @throws ConfigException if objects cannot be moved from or to a store of this name
     */
    MigratedStore migrated(String name) {
        return withFeed.stream()
                .filter(each -> each.name().equals(name))
                .map(each -> new MigratedStore(name, each.store(), each.feed(), each.target()))
                .findFirst()
                .orElseThrow(() -> new ConfigException("the store \"" + name + "\" is unknown or cannot move objects"));
    }

    /**
     * Returns the reason why some reads of a database are not served from memory now; empty if all reads are served
     * from memory.
     */
    Optional<String> problem() {
        return databases.stream()
                .map(PostgresStorage::problem)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Returns the health check of the PostgreSQL server whose databases, roles and grants are objects. The check never
     * fails: a PostgreSQL server that is too old affects only the kinds of this store.
     */
    HealthCheck catalogueHealth() {
        return new HealthCheck(
                ServerConfig.POSTGRES_RESOURCES,
                Optional::empty,
                () -> catalogue
                        .flatMap(PostgresResources::problem)
                        .map(problem -> ServerConfig.POSTGRES_RESOURCES + ": not ready: " + problem + "\n")
                        .orElse(""));
    }

    @Override
    public void close() {
        open.close();
    }
}
