package dev.chartroom.ports.cache;

import java.time.Duration;

/**
 * How much a cache remembers and how long it waits.
 *
 * @param rememberedChanges how many changes of a kind a watch can start behind
 * @param pendingEvents how many events wait for one reader at most
 * @param patience how long a read waits for the cache to reach a resource version, before it asks the store
 * @param staleAfter how long the cache may be without contact and still answer
 * @param firstRetry how long to wait after the first failure; twice as long after each further one
 * @param longestRetry how long to wait at most
 * @param relistSpread within what time the replicas that lost track list anew, so that they do not all do so at once
 */
record CacheLimits(
        int rememberedChanges,
        int pendingEvents,
        Duration patience,
        Duration staleAfter,
        Duration firstRetry,
        Duration longestRetry,
        Duration relistSpread) {
    static final CacheLimits DEFAULT = new CacheLimits(
            2_000,
            2_000,
            Duration.ofMillis(100),
            Duration.ofSeconds(30),
            Duration.ofMillis(200),
            Duration.ofSeconds(5),
            Duration.ofSeconds(2));
}
