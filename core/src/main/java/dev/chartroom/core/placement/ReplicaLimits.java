package dev.chartroom.core.placement;

import dev.chartroom.ports.placement.Replica;
import java.time.Duration;

/**
 * The timeouts of a replica. The defaults are those of leader election: a lease lasts 15 seconds, and its holder gives
 * up after 10 seconds.
 *
 * @param renewal the time between two renewals
 * @param term how long the replica reads and writes after a renewal
 * @param longestWrite how long after a renewal a write can still be running; less than {@link Replica#LIFETIME}
 * @param maxWriteWait how long a write waits for a paused kind
 * @param longestPause how long a kind can be paused before the replica opens it
 */
record ReplicaLimits(
        Duration renewal, Duration term, Duration longestWrite, Duration maxWriteWait, Duration longestPause) {
    static final ReplicaLimits DEFAULT = new ReplicaLimits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Replica.LIFETIME.minusSeconds(1),
            Duration.ofSeconds(2),
            StoreSwitch.LONGEST_PAUSE);
}
