package dev.chartroom.ports.placement;

import java.time.Duration;

/**
 * A running server, as its entry in the register describes it.
 *
 * @param name the unique name of the replica, which is never reused, not even after a restart
 * @param renewal an opaque value that changes with each renewal
 * @param lifetime how long the replica counts as alive without a renewal
 * @param applied the {@link Placements#number()} of the placements that the replica has fully applied; 0 if it has not
 *     applied any yet
 */
public record Replica(String name, String renewal, Duration lifetime, long applied) {
    /** The lifetime of all replicas. */
    public static final Duration LIFETIME = Duration.ofSeconds(15);
}
