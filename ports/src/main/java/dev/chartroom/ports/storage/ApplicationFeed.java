package dev.chartroom.ports.storage;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Everything that there is of an API group, from one place: what a cache keeps itself up to date by, with one watch
 * however many kinds and clients there are. Objects say of which kind they are; those of no kind that is asked for are
 * left out. Errors are those of {@link ApplicationStore}. Thread-safe.
 */
public interface ApplicationFeed {

    /**
     * A page of all objects, as they are now.
     *
     * @param kinds the kinds wanted, at least one, all of one group
     * @param continueToken what the page before gave, empty for the first; its pages show one state
     * @throws dev.chartroom.domain.status.ApiException Expired where that state is forgotten
     */
    ApplicationPage list(List<ApplicationKind> kinds, String continueToken);

    /**
     * Watches all objects from now: first each that there is, as Added, then a bookmark that ends the initial events,
     * then as {@link #watch}.
     *
     * @param kinds the kinds wanted, at least one, all of one group
     * @throws dev.chartroom.domain.status.ApiException Invalid where the store has no such watches
     */
    WatchStream watchList(List<ApplicationKind> kinds);

    /**
     * The resource version of the state that there is now, where that alone tells whether a copy is the latest: a look
     * that starts after a write was answered gives no less than that write's. Empty where the store cannot say it without
     * a look at its objects, which is what {@link #versions} is for.
     */
    default OptionalLong latest(ApplicationKind kind) {
        return OptionalLong.empty();
    }

    /**
     * How many objects a list is of, at least, for a look at {@link #latest} to cost the store less than one at their
     * {@link #versions}.
     */
    default long fewestForLatest() {
        return 0;
    }

    /**
     * The resource version of an object now, if to find it out costs less than to read the object; otherwise empty. A look
     * that starts after a write was answered sees that write.
     *
     * @throws dev.chartroom.domain.status.ApiException NotFound
     */
    default Optional<String> version(ApplicationKind kind, NamespacedName name) {
        return Optional.empty();
    }

    /**
     * Which objects of a kind there are now: a look that starts after a write was answered sees that write.
     *
     * @param selection which of them
     */
    ObjectVersions versions(ApplicationKind kind, Selection selection);

    /**
     * The token with which the store goes on with a list.
     *
     * @param namespace what was listed, empty for all
     * @param resourceVersion of the list
     * @param last where the page before ended
     */
    String continueToken(ApplicationKind kind, String namespace, long resourceVersion, NamespacedName last);

    /**
     * Watches all objects: every change after the start, in the order of resource versions. Bookmarks say how far it is.
     * An object that is told to be deleted may be one that was never told of.
     *
     * @param kinds the kinds wanted, at least one, all of one group
     * @param resourceVersion of a list, or the last one that a watch told
     * @throws dev.chartroom.domain.status.ApiException Expired where changes after the start are forgotten, which may
     *     also be told by a Failed event
     */
    WatchStream watch(List<ApplicationKind> kinds, String resourceVersion);
}
