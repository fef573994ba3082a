package dev.chartroom.adapters.memory;

import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.watch.WatchWindow;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.watch.Change;
import dev.chartroom.ports.watch.QueuedWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The objects of one resource, their latest changes and who watches them. Guarded by the store's lock. */
final class Collection {
    private static final WatchWindow.Bounds REMEMBERED = new WatchWindow.Bounds(10_000, Duration.ofHours(1));

    final SortedMap<NamespacedName, StoredApplication> objects = new TreeMap<>();
    final Set<QueuedWatch> watches = new HashSet<>();
    final WatchWindow<Change> window;

    Collection(long start) {
        window = new WatchWindow<>(REMEMBERED, start, Change::resourceVersion, _ -> 1);
    }

    /** The objects as they were at a resource version that is not forgotten: the later changes undone. */
    List<ServedApplication> at(long resourceVersion) {
        SortedMap<NamespacedName, ServedApplication> then = new TreeMap<>();
        objects.forEach((name, stored) -> then.put(name, stored.served()));
        for (Change change : window.since(resourceVersion).reversed()) {
            ServedApplication before = change.before();
            ServedApplication after = change.after();
            if (before != null) {
                then.put(before.namespacedName(), before);
            } else if (after != null) {
                then.remove(after.namespacedName());
            }
        }
        return List.copyOf(then.values());
    }

    /** Puts a change into effect and tells everyone who watches. */
    void apply(
            long resourceVersion, @Nullable StoredApplication before, @Nullable StoredApplication after, Instant now) {
        if (after != null) {
            objects.put(after.metadata().namespacedName(), after);
        } else if (before != null) {
            objects.remove(before.metadata().namespacedName());
        }
        Change change = new Change(
                resourceVersion, before == null ? null : before.served(), after == null ? null : after.served());
        window.add(change, now);
        watches.forEach(watch -> watch.offer(change));
    }
}
