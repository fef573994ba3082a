package dev.chartroom.ports.cache;

import dev.chartroom.domain.watch.WatchWindow;
import dev.chartroom.ports.retry.Backoff;
import java.time.Duration;

/**
 * How much a cache remembers and how long it waits.
 *
 * @param remembered which changes of a group a watch can start behind: how many bytes they keep in memory, and their age
 * @param heldPages how many lists in pages are held at most
 * @param heldBytes how many bytes of objects may have been replaced since a page that is held
 * @param heldFor how long a page can be asked for after the one before it
 * @param patience how long a read waits for the cache to reach a resource version, before it asks the store
 * @param confirmation how long a list waits for the cache to reach what the store said is its latest resource version
 * @param staleAfter how long the cache may be without contact and still answer
 * @param retries when a store is asked again that could not be followed
 * @param silence how long a watch list may say nothing before it is given up
 * @param relistSpread within what time the replicas that lost track list anew, so that they do not all do so at once
 */
record CacheLimits(
        WatchWindow.Bounds remembered,
        int heldPages,
        long heldBytes,
        Duration heldFor,
        Duration patience,
        Duration confirmation,
        Duration staleAfter,
        Backoff retries,
        Duration silence,
        Duration relistSpread) {
    static final CacheLimits DEFAULT = new CacheLimits(
            new WatchWindow.Bounds(16 << 20, Duration.ofMinutes(5)),
            64,
            Runtime.getRuntime().maxMemory() / 16,
            Duration.ofMinutes(5),
            Duration.ofMillis(100),
            // As the kube-apiserver waits for its own cache.
            Duration.ofSeconds(3),
            Duration.ofSeconds(30),
            new Backoff(Duration.ofMillis(100), 2, Duration.ofMillis(2500), 1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2));
}
