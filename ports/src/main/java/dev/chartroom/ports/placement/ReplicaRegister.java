package dev.chartroom.ports.placement;

import java.util.List;

/**
 * The registered replicas. Each replica maintains its own entry; a killed replica leaves its entry behind. Errors are
 * {@link dev.chartroom.apimachinery.status.ApiException}s. The error is ServiceUnavailable if the register cannot be reached.
 * Thread-safe.
 */
public interface ReplicaRegister {

    /**
     * Reads the entries of all replicas that were added and not removed. The result includes every renewal that was
     * acknowledged before the call.
     */
    List<Replica> replicas();

    /**
     * Adds an entry without applied placements.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException AlreadyExists
     */
    void add(String name);

    /**
     * Renews an entry.
     *
     * @param applied the {@link Placements#number()} of the placements that the replica has fully applied
     * @throws dev.chartroom.apimachinery.status.ApiException NotFound if the entry was removed
     */
    void renew(String name, long applied);

    /**
     * Removes the entry of a replica that stops, or that other processes consider dead. Does nothing if there is no
     * such entry.
     */
    void remove(String name);
}
