package dev.chartroom.ports.placement;

import java.time.Duration;

/**
 * How long a replica waits, and how long it goes on without a sign of life. The defaults are those of leader election,
 * where a lease lasts 15 seconds and its holder gives up after 10.
 *
 * @param renewal after which time it gives the next sign of life
 * @param term how long after one it reads and writes
 * @param longestWrite how long after one a write may still be under way, less than {@link Replica#LIFETIME}
 * @param patience how long a write waits for a kind that is paused
 * @param longestPause how long a kind is paused before the replica opens it
 */
record ReplicaLimits(Duration renewal, Duration term, Duration longestWrite, Duration patience, Duration longestPause) {
    static final ReplicaLimits DEFAULT = new ReplicaLimits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Replica.LIFETIME.minusSeconds(1),
            Duration.ofSeconds(2),
            StoreSwitch.LONGEST_PAUSE);
}
