package dev.chartroom.ports.placement;

import java.util.List;

/**
 * Which replicas there are. Each looks after its own entry; one that was killed leaves it behind. Errors are {@link
 * dev.chartroom.domain.status.ApiException}s, ServiceUnavailable where it cannot be reached. Thread-safe.
 */
public interface ReplicaRegister {

    /** Everyone who has registered and not left, as it is now: every sign of life that was acknowledged before. */
    List<Replica> replicas();

    /**
     * Makes an entry, which goes by nothing yet.
     *
     * @throws dev.chartroom.domain.status.ApiException AlreadyExists
     */
    void add(String name);

    /**
     * Gives a sign of life.
     *
     * @param applied the number of the placements that the replica wholly goes by
     * @throws dev.chartroom.domain.status.ApiException NotFound where somebody removed the entry
     */
    void renew(String name, long applied);

    /** Removes an entry, if it is there: of a replica that ends, or one that is dead for others. */
    void remove(String name);
}
