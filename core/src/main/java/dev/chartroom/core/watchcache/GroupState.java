package dev.chartroom.core.watchcache;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of the cache of an API group, for operators.
 *
 * @param isSynced whether the cache has read the objects
 * @param disconnectedSince the time at which the watch failed; null while the watch is open
 * @param objects the number of objects
 */
public record GroupState(
        String group, boolean isSynced, @Nullable Instant disconnectedSince, long objects) {}
