package dev.chartroom.core.watchcache;

import dev.chartroom.apimachinery.watch.WatchWindow;
import dev.chartroom.core.retry.Backoff;
import java.time.Duration;

/**
 * The sizes and timeouts of a cache.
 *
 * @param remembered the bounds of the changes that the cache remembers for a group, in bytes of memory and in age; a
 *     watch can resume from these changes
 * @param heldPages the maximum number of held pages
 * @param heldBytes the maximum number of bytes of objects that can be replaced after the snapshot of a held page; if
 *     more bytes are replaced, the page is dropped
 * @param heldFor how long the next page of a list is held
 * @param versionTimeout how long a read waits for the cache to reach a resource version before it uses the store
 * @param confirmationTimeout how long a list waits for the cache to reach the latest resource version of the store
 * @param staleAfter how long the cache can answer without contact to the store
 * @param retries the backoff after the cache failed to follow the store
 * @param idleTimeout how long a watch list can send nothing before the cache abandons it
 * @param relistSpread the period over which replicas spread their lists if they must read everything again; otherwise,
 *     all replicas would list at once
 */
record CacheLimits(
        WatchWindow.Bounds remembered,
        int heldPages,
        long heldBytes,
        Duration heldFor,
        Duration versionTimeout,
        Duration confirmationTimeout,
        Duration staleAfter,
        Backoff retries,
        Duration idleTimeout,
        Duration relistSpread) {
    static final CacheLimits DEFAULT = new CacheLimits(
            new WatchWindow.Bounds(16 << 20, Duration.ofMinutes(5)),
            64,
            Runtime.getRuntime().maxMemory() / 16,
            Duration.ofMinutes(5),
            Duration.ofMillis(100),
            // The kube-apiserver waits for its own cache for the same time.
            Duration.ofSeconds(3),
            Duration.ofSeconds(30),
            new Backoff(Duration.ofMillis(100), 2, Duration.ofMillis(2500), 1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2));
}
