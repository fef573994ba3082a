package dev.chartroom.ports.placement;

import java.time.Duration;

/**
 * The timeouts of a replica. The defaults are those of leader election: a lease lasts 15 seconds, and its holder gives
 * up after 10.
 *
 * @param renewal the time between renewals
 * @param term how long after a renewal the replica reads and writes
 * @param longestWrite how long after a renewal a write may still be running, less than {@link Replica#LIFETIME}
 * @param patience how long a write waits for a paused kind
 * @param longestPause how long a kind can be paused before the replica opens it
 */
record ReplicaLimits(Duration renewal, Duration term, Duration longestWrite, Duration patience, Duration longestPause) {
    static final ReplicaLimits DEFAULT = new ReplicaLimits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Replica.LIFETIME.minusSeconds(1),
            Duration.ofSeconds(2),
            StoreSwitch.LONGEST_PAUSE);
}
