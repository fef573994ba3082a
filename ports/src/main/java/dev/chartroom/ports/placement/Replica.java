package dev.chartroom.ports.placement;

import java.time.Duration;

/**
 * A running server, as it has registered.
 *
 * @param name unique, and never reused, not even after a restart
 * @param renewal an opaque value that changes with each renewal
 * @param lifetime how long the replica counts as alive without a renewal
 * @param applied the number of the placements that it has fully applied; 0 for none yet
 */
public record Replica(String name, String renewal, Duration lifetime, long applied) {
    /** The lifetime of all replicas. */
    public static final Duration LIFETIME = Duration.ofSeconds(15);
}
