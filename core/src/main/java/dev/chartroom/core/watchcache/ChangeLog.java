package dev.chartroom.core.watchcache;

import dev.chartroom.apimachinery.json.KeyedHash;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.watch.WatchWindow;
import dev.chartroom.core.watch.CacheWatcher;
import dev.chartroom.core.watch.Change;
import dev.chartroom.ports.storage.Selection;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The latest changes of a group, and the watches of its kinds. Guarded by the lock of the group. */
final class ChangeLog {
    private static final String ALL = "";

    private final WatchWindow.Bounds bounds;
    private final Map<Watched, Set<CacheWatcher>> watches = new HashMap<>();
    /** Its resource versions are numbers instead of objects, because it holds many changes. */
    private WatchWindow<LoggedChange> window;

    private record LoggedChange(GroupResource resource, Change change) {}

    /**
     * The objects of a watch. Changes of other objects are not offered to the watch.
     *
     * @param namespace the namespace of the objects; empty for all namespaces
     * @param name the name of the object; empty for all objects
     */
    record Watched(GroupResource resource, String namespace, String name) {
        static Watched of(GroupResource resource, Selection selection) {
            String name =
                    selection.fieldSelector().required(FieldSelector.Field.NAME).orElse(ALL);
            return new Watched(resource, selection.namespace(), name);
        }

        /**
         * The hash is keyed, because a client chooses the namespace and the name. A client must not be able to make all
         * hashes equal, because every search in a hash table would then be linear.
         */
        @Override
        public int hashCode() {
            return KeyedHash.of(resource.hashCode(), KeyedHash.of(namespace), KeyedHash.of(name));
        }
    }

    ChangeLog(WatchWindow.Bounds bounds) {
        this.bounds = bounds;
        this.window = window(0);
    }

    /**
     * Restarts at a resource version. Forgets all changes and ends every watch, because the changes up to that version
     * are not known.
     */
    void restart(long resourceVersion) {
        endWatches();
        window = window(resourceVersion);
    }

    /**
     * Remembers a change for the watches that begin later.
     *
     * @return the watches to which the change must be offered now
     */
    List<CacheWatcher> add(GroupResource resource, NamespacedName name, Change change, Instant now) {
        window.add(new LoggedChange(resource, change), now);
        return Stream.of(name.namespace(), ALL)
                .flatMap(namespace -> Stream.of(name.name(), ALL)
                        .map(named -> watches.getOrDefault(new Watched(resource, namespace, named), Set.of())))
                .flatMap(Set::stream)
                .distinct()
                .toList();
    }

    /**
     * Returns the changes of a resource after a resource version, oldest first.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException Expired if some of these changes are forgotten
     */
    List<Change> since(GroupResource resource, long resourceVersion) {
        return window.since(resourceVersion).stream()
                .filter(logged -> logged.resource().equals(resource))
                .map(LoggedChange::change)
                .toList();
    }

    /** Registers a watch for later changes. */
    void add(Watched watched, CacheWatcher watch) {
        watches.computeIfAbsent(watched, _ -> new HashSet<>()).add(watch);
    }

    void forget(Watched watched, CacheWatcher watch) {
        watches.computeIfPresent(watched, (_, there) -> {
            there.remove(watch);
            return there.isEmpty() ? null : there;
        });
    }

    /** Ends the watches of one kind. */
    void endWatches(GroupResource resource) {
        watches.entrySet().removeIf(entry -> {
            boolean ends = entry.getKey().resource().equals(resource);
            if (ends) {
                entry.getValue().forEach(CacheWatcher::end);
            }
            return ends;
        });
    }

    void endWatches() {
        watches.values().forEach(there -> there.forEach(CacheWatcher::end));
        watches.clear();
    }

    int watches() {
        return watches.values().stream().mapToInt(Set::size).sum();
    }

    private WatchWindow<LoggedChange> window(long start) {
        return new WatchWindow<>(
                bounds,
                start,
                logged -> logged.change().resourceVersion(),
                logged -> logged.change().size());
    }
}
