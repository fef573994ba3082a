package dev.chartroom.adapters.memory;

import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.watch.WatchWindow;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.watch.Change;
import dev.chartroom.ports.watch.QueuedWatch;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The objects of one resource, their latest changes and who watches them. Guarded by the store's lock. */
final class Collection {
    private static final int REMEMBERED_CHANGES = 10_000;

    final SortedMap<NamespacedName, StoredApplication> objects = new TreeMap<>();
    final Set<QueuedWatch> watches = new HashSet<>();
    final WatchWindow<Change> window;

    Collection(long start) {
        window = new WatchWindow<>(REMEMBERED_CHANGES, start, Change::resourceVersion);
    }

    /** The objects as they were at a resource version that is not forgotten: the later changes undone. */
    SortedMap<NamespacedName, StoredApplication> at(long resourceVersion) {
        List<Change> later = window.since(resourceVersion);
        if (later.isEmpty()) {
            return objects;
        }
        SortedMap<NamespacedName, StoredApplication> then = new TreeMap<>(objects);
        for (Change change : later.reversed()) {
            StoredApplication before = change.before();
            if (before != null) {
                then.put(before.metadata().namespacedName(), before);
            } else if (change.after() != null) {
                then.remove(change.after().metadata().namespacedName());
            }
        }
        return then;
    }

    /** Puts a change into effect and tells everyone who watches. */
    void apply(NamespacedName name, Change change) {
        StoredApplication after = change.after();
        if (after == null) {
            objects.remove(name);
        } else {
            objects.put(name, after);
        }
        window.add(change);
        watches.forEach(watch -> watch.offer(change));
    }
}
