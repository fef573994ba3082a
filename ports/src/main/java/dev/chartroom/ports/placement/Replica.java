package dev.chartroom.ports.placement;

import java.time.Duration;

/**
 * A running program, as it has registered.
 *
 * @param name its own, never that of another one, not even of one before
 * @param renewal something else after each sign of life; says nothing by itself
 * @param lifetime how long it may count as alive without one
 * @param applied the number of the placements that it wholly goes by; 0 for none yet
 */
public record Replica(String name, String renewal, Duration lifetime, long applied) {
    /** How long all replicas may count as alive without a sign of life. */
    public static final Duration LIFETIME = Duration.ofSeconds(15);
}
