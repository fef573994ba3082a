package dev.chartroom.core.watch;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.apimachinery.watch.WatchWindow;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The objects of one resource, their latest changes and their watches. Not thread-safe: guarded by a store's lock. */
public final class WatchedResource {
    private static final WatchWindow.Bounds REMEMBERED = new WatchWindow.Bounds(10_000, Duration.ofHours(1));

    private final SortedMap<NamespacedName, StoredApplication> objects = new TreeMap<>();
    private final Set<CacheWatcher> watches = new HashSet<>();
    private final WatchWindow<Change> window;
    private @Nullable List<StoredApplication> current;

    /** @param start the resource version before the first change */
    public WatchedResource(ResourceVersion start) {
        window = new WatchWindow<>(REMEMBERED, start.number(), Change::resourceVersion, _ -> 1);
    }

    /** Returns the object of a name; null if there is no such object. */
    public @Nullable StoredApplication get(NamespacedName name) {
        return objects.get(name);
    }

    /** Returns a view of all objects in list order. */
    public Collection<StoredApplication> objects() {
        return Collections.unmodifiableCollection(objects.values());
    }

    /** Returns whether the state at a resource version can no longer be reconstructed. */
    public boolean isForgotten(ResourceVersion resourceVersion) {
        return window.isForgotten(resourceVersion.number());
    }

    /**
     * Returns the state at a resource version, by undoing the later changes. Requires that {@link #isForgotten} is
     * false for the version.
     */
    public List<ServedApplication> at(ResourceVersion resourceVersion) {
        SortedMap<NamespacedName, ServedApplication> then = new TreeMap<>();
        objects.forEach((name, stored) -> then.put(name, stored.served()));
        for (Change change : since(resourceVersion).reversed()) {
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

    /**
     * Returns the changes after a resource version, oldest first.
     *
     * @throws ApiException Expired if some of these changes are forgotten (wire contract D42)
     */
    public List<Change> since(ResourceVersion resourceVersion) {
        return window.since(resourceVersion.number());
    }

    /** Adds an object of the initial state. */
    public void put(StoredApplication object) {
        objects.put(object.metadata().namespacedName(), object);
        current = null;
    }

    /**
     * Applies a change and sends the change to all watches.
     *
     * @param resourceVersion the version as a number, as {@link Change} keeps it
     */
    public void apply(
            long resourceVersion, @Nullable StoredApplication before, @Nullable StoredApplication after, Instant now) {
        if (after != null) {
            objects.put(after.metadata().namespacedName(), after);
        } else if (before != null) {
            objects.remove(before.metadata().namespacedName());
        }
        current = null;
        Change change = new Change(
                resourceVersion, before == null ? null : before.served(), after == null ? null : after.served());
        window.add(change, now);
        watches.forEach(watch -> watch.offer(change));
    }

    /**
     * Sends the existing objects to a watch. If the request includes bookmarks, a bookmark with the resource version of
     * the objects follows.
     */
    public void sendExisting(CacheWatcher watch, WatchRequest request, ResourceVersion revision) {
        watch.sendExisting(current().stream().map(StoredApplication::served).iterator());
        if (request.bookmarks()) {
            watch.send(new WatchEvent.Bookmark<>(revision.toString(), true));
        }
    }

    /** Returns all objects. Watches that begin before the next change share the same list. */
    private List<StoredApplication> current() {
        List<StoredApplication> known = current;
        if (known == null) {
            known = List.copyOf(objects.values());
            current = known;
        }
        return known;
    }

    /** Starts sending changes to a watch. */
    public void add(CacheWatcher watch) {
        watches.add(watch);
    }

    /** Stops sending changes to a watch. */
    public void remove(CacheWatcher watch) {
        watches.remove(watch);
    }

    public boolean isWatched() {
        return !watches.isEmpty();
    }

    /** Ends all watches cleanly. */
    public void endWatches() {
        List.copyOf(watches).forEach(CacheWatcher::end);
    }
}
