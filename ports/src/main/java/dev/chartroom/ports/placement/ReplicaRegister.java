package dev.chartroom.ports.placement;

import java.util.List;

/**
 * The registered replicas. Each maintains its own entry; a killed replica leaves its entry behind. Errors are
 * {@link dev.chartroom.domain.status.ApiException}s, ServiceUnavailable if the register cannot be reached. Thread-safe.
 */
public interface ReplicaRegister {

    /**
     * Reads the entries of all replicas that have registered and not left, with every renewal that was acknowledged
     * before.
     */
    List<Replica> replicas();

    /**
     * Adds an entry without applied placements.
     *
     * @throws dev.chartroom.domain.status.ApiException AlreadyExists
     */
    void add(String name);

    /**
     * Renews an entry.
     *
     * @param applied the number of the placements that the replica has fully applied
     * @throws dev.chartroom.domain.status.ApiException NotFound if the entry was removed
     */
    void renew(String name, long applied);

    /** Removes an entry, if it exists: of a replica that stops, or one that others consider dead. */
    void remove(String name);
}
