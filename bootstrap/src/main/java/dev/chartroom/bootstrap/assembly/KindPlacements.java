package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.adapters.kubernetes.placement.ConfigMapPlacementRecord;
import dev.chartroom.adapters.kubernetes.placement.LeaseReplicaRegister;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.core.placement.AppliedPlacements;
import dev.chartroom.core.placement.PlacedReplica;
import dev.chartroom.core.placement.StoreSwitch;
import dev.chartroom.ports.placement.PlacementRecord;
import dev.chartroom.ports.placement.ReplicaRegister;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Set;

/**
 * The parts by which kinds move between stores.
 *
 * @param applied the placements that this replica applies
 * @param record the placements that all replicas must apply
 * @param register the running replicas
 */
record KindPlacements(AppliedPlacements applied, PlacementRecord record, ReplicaRegister register) {

    /**
     * @param record the ConfigMap with the placements; its namespace also has the Leases of the replicas
     * @param stores the stores between which kinds may move
     * @param host identifies this replica for operators
     */
    static KindPlacements of(NamespacedName record, Set<String> stores, String host, Cluster cluster) {
        return new KindPlacements(
                new AppliedPlacements(stores),
                new ConfigMapPlacementRecord(cluster.http(), cluster.stored(), record),
                new LeaseReplicaRegister(cluster.http(), cluster.stored(), record.namespace(), host, cluster.clock()));
    }

    /**
     * Registers this replica and starts to apply the record.
     *
     * @param onMove called after kinds have moved
     */
    PlacedReplica follow(Runnable onMove) {
        applied.onMove(_ -> onMove.run());
        return PlacedReplica.start(applied, record, register, new SecureRandom());
    }

    StoreSwitch storeSwitch() {
        return new StoreSwitch(record, register);
    }

    /** Returns the check that fails while this replica may not read and write. It passes if no kind may move. */
    static HealthCheck health(Optional<KindPlacements> placements, Optional<PlacedReplica> replica) {
        return new HealthCheck(
                "store-placements",
                () -> replica.flatMap(PlacedReplica::problem),
                () -> placements.map(each -> each.applied().summary()).orElse(""));
    }
}
