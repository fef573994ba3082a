package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Optional;

/**
 * All objects of an API group from one source. A cache needs only one watch of this source to stay up to date, however
 * many kinds and clients there are. Each object contains its kind; only objects of the requested kinds are returned.
 * Errors are the same as those of an {@link ApplicationStore}. Thread-safe.
 */
public interface ApplicationListerWatcher {

    /**
     * Returns a page of all objects in their current state.
     *
     * @param kinds the requested kinds, at least one, all of one group
     * @param continueToken the token of the previous page, empty for the first page; all pages show the same state
     * @throws dev.chartroom.apimachinery.status.ApiException Expired if the state of the pages is forgotten
     */
    ApplicationPage list(List<ApplicationKind> kinds, String continueToken);

    /**
     * Watches all objects from now on. First, the watch sends an Added event for each existing object. Then it sends a
     * bookmark that ends the initial events. Then it sends the same events as {@link #watch}.
     *
     * @param kinds the requested kinds, at least one, all of one group
     * @throws dev.chartroom.apimachinery.status.ApiException Invalid if the store does not support such watches
     */
    WatchStream watchList(List<ApplicationKind> kinds);

    /**
     * Returns the resource version of the current state, if this version suffices to prove that a copy is up to date. A
     * call that starts after the answer to a write returns at least the version of that write. Empty if the store must
     * read its objects to determine the version; the caller then uses {@link #versions}.
     */
    default Optional<ResourceVersion> latest(ApplicationKind kind) {
        return Optional.empty();
    }

    /**
     * Returns a number of objects. If a list has at least this many objects, {@link #latest} costs the store less than
     * {@link #versions}.
     */
    default long minObjectsForLatest() {
        return 0;
    }

    /**
     * Returns the current resource version of an object, as the object's metadata contains it. Empty if reading the
     * version is not cheaper than reading the object. A call that starts after the answer to a write sees that write.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException NotFound
     */
    default Optional<String> version(ApplicationKind kind, NamespacedName name) {
        return Optional.empty();
    }

    /**
     * Returns the names and resource versions of a kind's current objects. A call that starts after the answer to a
     * write sees that write.
     *
     * @param selection the requested objects
     */
    ObjectVersions versions(ApplicationKind kind, Selection selection);

    /**
     * Returns a token with which the store continues a list.
     *
     * @param namespace the listed namespace, empty for all
     * @param resourceVersion the resource version of the list
     * @param last the last object of the previous page
     */
    String continueToken(ApplicationKind kind, String namespace, ResourceVersion resourceVersion, NamespacedName last);

    /**
     * Watches all objects. The watch sends every change after the start, in the order of resource versions. Bookmarks
     * report the progress. A Deleted event may be about an object for which no event was sent before.
     *
     * @param kinds the requested kinds, at least one, all of one group
     * @param resourceVersion the start: the resource version of a list, or the last resource version that a watch sent
     * @throws dev.chartroom.apimachinery.status.ApiException Expired if changes after the start are forgotten; the store may
     *     report this error in a Failed event instead
     */
    WatchStream watch(List<ApplicationKind> kinds, ResourceVersion resourceVersion);
}
