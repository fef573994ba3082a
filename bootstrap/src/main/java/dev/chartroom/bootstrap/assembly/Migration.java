package dev.chartroom.bootstrap.assembly;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.migration.KindMigration;
import dev.chartroom.core.migration.MigratedStore;
import dev.chartroom.core.placement.StoreSwitch;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.ports.placement.Placement;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The stores, kinds and replicas of servers, for a command that runs beside the servers and moves objects. */
public final class Migration implements AutoCloseable {
    private final Stores stores;
    private final KindCatalogue catalogue;
    private final StoreSwitch replicas;
    private final MigratedStore from;
    private final MigratedStore to;
    private final Duration longestPause;

    private Migration(
            Stores stores,
            KindCatalogue catalogue,
            StoreSwitch replicas,
            MigratedStore from,
            MigratedStore to,
            Duration longestPause) {
        this.stores = stores;
        this.catalogue = catalogue;
        this.replicas = replicas;
        this.from = from;
        this.to = to;
        this.longestPause = longestPause;
    }

    /**
     * Opens the stores in the servers' configuration.
     *
     * @param cluster the cluster of the servers, with the rights of the user of the command
     * @param longestPause how long writes may be paused at a time
     * @throws ConfigException if a store cannot be opened or does not support moves, or if placements are not
     *     configured
     */
    public static Migration open(ServerConfig config, Cluster cluster, String from, String to, Duration longestPause) {
        // No user requests these writes, so they are not allowed to read Secrets.
        Stores stores = Stores.open(config, cluster, _ -> new Decision.NoOpinion(""), PendingChanges.ofHeap());
        try {
            StoreSwitch replicas = stores.placements()
                    .map(KindPlacements::storeSwitch)
                    .orElseThrow(
                            () -> new ConfigException("stores.placements: required, so that servers can follow moves"));
            MigratedStore source = stores.migrated(from);
            MigratedStore target = stores.migrated(to);
            KindCatalogue catalogue = Catalogues.read(config, cluster);
            return new Migration(stores, catalogue, replicas, source, target, longestPause);
        } catch (RuntimeException e) {
            stores.close();
            throw e;
        }
    }

    /**
     * Returns the kinds to move, which are the kinds in the first store.
     *
     * @param wanted the resources of the wanted kinds, such as {@code redises.apps.example.com}; empty for all
     * @throws ConfigException if a wanted kind is not declared or is in a third store, or the kinds cannot be read in
     *     time
     */
    public List<ApplicationKind> kinds(List<String> wanted) {
        List<ApplicationKind> declared = Catalogues.complete(catalogue).kinds().stream()
                .filter(kind ->
                        wanted.isEmpty() || wanted.contains(kind.groupResource().toString()))
                .sorted(Comparator.comparing(kind -> kind.groupResource().toString()))
                .toList();
        Set<String> unknown = new HashSet<>(wanted);
        declared.forEach(kind -> unknown.remove(kind.groupResource().toString()));
        if (!unknown.isEmpty()) {
            throw new ConfigException("no kind is declared for " + String.join(", ", unknown));
        }
        if (!wanted.isEmpty()) {
            declared.forEach(this::checkStore);
        }
        return declared.stream().filter(kind -> store(kind).equals(from.name())).toList();
    }

    /** Returns whether the second store can store a kind's objects. */
    public boolean isPossible(ApplicationKind kind) {
        return !to.name().equals(StoreNames.HELM_RELEASE) || !kind.release().equals(ReleaseTemplate.NONE);
    }

    /** Returns whether a running server applies placements. */
    public boolean isFollowed() {
        return replicas.replicas() > 0;
    }

    private void checkStore(ApplicationKind kind) {
        String store = store(kind);
        if (!store.equals(from.name()) && !store.equals(to.name())) {
            throw new ConfigException(
                    kind.groupResource() + " is in the store " + store + ", which is neither --from nor --to");
        }
    }

    private String store(ApplicationKind kind) {
        return replicas.placement(kind).map(Placement::store).orElse(kind.store());
    }

    /** Returns the migration of one of the kinds. */
    public KindMigration of(ApplicationKind kind, Consumer<String> progress) {
        return new KindMigration(kind, from, to, replicas, longestPause, progress);
    }

    @Override
    public void close() {
        catalogue.close();
        stores.close();
    }
}
