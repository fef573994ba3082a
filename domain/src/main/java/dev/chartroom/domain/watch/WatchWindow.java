package dev.chartroom.domain.watch;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The last changes, in the order of their resource versions: what a watch can start from. Not thread-safe.
 *
 * @param <C> a change
 */
public final class WatchWindow<C> {
    private final int capacity;
    private final ToLongFunction<C> resourceVersion;
    private final Deque<C> changes = new ArrayDeque<>();
    private long forgotten;

    /**
     * @param capacity how many changes are remembered, at least 1
     * @param start the resource version before the first change
     */
    public WatchWindow(int capacity, long start, ToLongFunction<C> resourceVersion) {
        this.capacity = capacity;
        this.resourceVersion = resourceVersion;
        this.forgotten = start;
    }

    /** Remembers a change, whose resource version must be greater than all before it. */
    public void add(C change) {
        if (changes.size() == capacity) {
            forgotten = resourceVersion.applyAsLong(changes.removeFirst());
        }
        changes.addLast(change);
    }

    /** True where some of the changes after a resource version are forgotten. */
    public boolean isForgotten(long version) {
        return version < forgotten;
    }

    /**
     * The changes after a resource version, oldest first.
     *
     * @throws ApiException Expired where some of them are forgotten (wire contract D42)
     */
    public List<C> since(long version) {
        if (isForgotten(version)) {
            throw new ApiException(ApiError.expired("too old resource version: " + version + " (" + forgotten + ")"));
        }
        List<C> since = new ArrayList<>();
        for (C change : changes) {
            if (resourceVersion.applyAsLong(change) > version) {
                since.add(change);
            }
        }
        return since;
    }
}
