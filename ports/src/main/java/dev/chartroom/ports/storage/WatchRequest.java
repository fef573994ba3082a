package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import java.time.Duration;

/**
 * The parameters of a watch (wire contract D40 to D46).
 *
 * @param namespace empty for all namespaces
 * @param resourceVersion the version after which the watch sends all changes; empty or {@code 0} to start with the
 *     existing objects
 * @param bookmarks whether the client requests bookmarks
 * @param initialEvents whether the watch sends the existing objects before the changes
 * @param timeout the time after which the caller ends the watch, zero if the time is not known. The watch sends a
 *     bookmark shortly before the end.
 */
public record WatchRequest(
        String namespace,
        LabelSelector labelSelector,
        FieldSelector fieldSelector,
        String resourceVersion,
        boolean bookmarks,
        InitialEvents initialEvents,
        Duration timeout) {

    public WatchRequest(
            String namespace,
            LabelSelector labelSelector,
            FieldSelector fieldSelector,
            String resourceVersion,
            boolean bookmarks,
            InitialEvents initialEvents) {
        this(namespace, labelSelector, fieldSelector, resourceVersion, bookmarks, initialEvents, Duration.ZERO);
    }

    /** Returns the namespace and selectors. */
    public Selection selection() {
        return new Selection(namespace, labelSelector, fieldSelector);
    }

    /** Returns the list request for the objects with which the watch begins. */
    public ListRequest existing() {
        return new ListRequest(
                namespace,
                labelSelector,
                fieldSelector,
                0,
                "",
                resourceVersion,
                isFromAnyState() ? "" : "NotOlderThan");
    }

    /** Returns whether the request sets no minimum resource version. */
    public boolean isFromAnyState() {
        return resourceVersion.isEmpty() || resourceVersion.equals("0");
    }

    /**
     * Returns whether the watch begins with the existing objects. As in a kube-apiserver, this is the default if the
     * request sets no minimum resource version.
     */
    public boolean hasInitialEvents() {
        return initialEvents == InitialEvents.SEND || initialEvents == InitialEvents.UNSET && isFromAnyState();
    }

    /** Returns the same request for a watch that the caller ends after this time. */
    public WatchRequest withTimeout(Duration other) {
        return new WatchRequest(
                namespace, labelSelector, fieldSelector, resourceVersion, bookmarks, initialEvents, other);
    }

    /** The {@code sendInitialEvents} parameter. */
    public enum InitialEvents {
        /** The parameter is not set. The resource version decides whether the watch sends initial events. */
        UNSET,
        /**
         * Whatever the resource version, the watch first sends every existing object, and then a bookmark that ends the
         * initial events.
         */
        SEND,
        /** The watch sends no initial events, even without a resource version. */
        SKIP
    }

    /** Returns a request for all changes in a namespace after a resource version. An empty namespace selects all. */
    public static WatchRequest after(String namespace, String resourceVersion) {
        return new WatchRequest(
                namespace,
                LabelSelector.EVERYTHING,
                FieldSelector.EVERYTHING,
                resourceVersion,
                false,
                InitialEvents.UNSET);
    }
}
