package dev.chartroom.apimachinery.watch;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The latest changes, in the order of their resource versions. A watch can start from them. Not thread-safe. */
public final class WatchWindow<C> {
    private final Bounds bounds;
    private final ToLongFunction<C> resourceVersion;
    private final ToLongFunction<C> size;
    /** Sorted by resource version. The entries before {@link #first} are null. */
    private final List<@Nullable Remembered<C>> changes = new ArrayList<>();

    private int first;
    private long total;
    private long lastEvictedVersion;

    /**
     * The limits of the window.
     *
     * @param size the maximum total size of all changes, in the unit in which the size of a change is measured
     * @param age the maximum age of a change; an older change is dropped when the next change is added
     */
    public record Bounds(long size, Duration age) {}

    private record Remembered<C>(C change, long size, Instant since) {}

    /**
     * @param start the resource version before the first change
     * @param size returns the size of a change, at least 1
     */
    public WatchWindow(Bounds bounds, long start, ToLongFunction<C> resourceVersion, ToLongFunction<C> size) {
        this.bounds = bounds;
        this.resourceVersion = resourceVersion;
        this.size = size;
        this.lastEvictedVersion = start;
    }

    /** Adds a change. Its resource version must not be less than the resource version of an earlier change. */
    public void add(C change, Instant now) {
        Remembered<C> latest = new Remembered<>(change, size.applyAsLong(change), now);
        changes.add(latest);
        total += latest.size();
        Instant oldest = now.minus(bounds.age());
        while (first < changes.size()
                && (total > bounds.size() || at(first).since().isBefore(oldest))) {
            Remembered<C> gone = at(first);
            changes.set(first, null);
            first++;
            total -= gone.size();
            lastEvictedVersion = resourceVersion.applyAsLong(gone.change());
        }
        if (first * 2 > changes.size()) {
            changes.subList(0, first).clear();
            first = 0;
        }
    }

    /** Returns whether some of the changes after a resource version were dropped. */
    public boolean isForgotten(long version) {
        return version < lastEvictedVersion;
    }

    /**
     * Returns the changes after a resource version, oldest first.
     *
     * @throws ApiException Expired if some of them were dropped (wire contract D42)
     */
    public List<C> since(long version) {
        if (isForgotten(version)) {
            throw new ApiException(
                    ApiError.expired("too old resource version: " + version + " (" + lastEvictedVersion + ")"));
        }
        List<C> since = new ArrayList<>();
        for (int i = after(version); i < changes.size(); i++) {
            since.add(at(i).change());
        }
        return since;
    }

    /** Returns the index of the first change after a resource version. */
    private int after(long version) {
        int from = first;
        int to = changes.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (resourceVersion.applyAsLong(at(middle).change()) > version) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }

    private Remembered<C> at(int index) {
        return Objects.requireNonNull(changes.get(index));
    }
}
