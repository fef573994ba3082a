package dev.chartroom.ports.storage;

import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.domain.meta.LabelSelector;
import java.time.Duration;

/**
 * What to watch, from when (wire contract D40 to D46).
 *
 * @param namespace empty for all namespaces
 * @param resourceVersion watch what comes after it; empty or {@code 0} to start with the objects that exist
 * @param bookmarks true where bookmarks are wanted
 * @param initialEvents what is told before the live events
 * @param timeout after which the caller ends the watch, zero where that is not known: a bookmark comes shortly before it
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

    /** Which objects are asked for. */
    public Selection selection() {
        return new Selection(namespace, labelSelector, fieldSelector);
    }

    /** The list of what exists with which the watch begins. */
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

    /** True where any state is recent enough to begin with. */
    public boolean isFromAnyState() {
        return resourceVersion.isEmpty() || resourceVersion.equals("0");
    }

    /** True where it begins with what exists: upstream takes a watch from any state for a watch list. */
    public boolean hasInitialEvents() {
        return initialEvents == InitialEvents.SEND || initialEvents == InitialEvents.UNSET && isFromAnyState();
    }

    /** The same watch, which the caller ends after some time. */
    public WatchRequest withTimeout(Duration other) {
        return new WatchRequest(
                namespace, labelSelector, fieldSelector, resourceVersion, bookmarks, initialEvents, other);
    }

    /** The {@code sendInitialEvents} parameter. */
    public enum InitialEvents {
        /** Not given: the resource version decides. */
        UNSET,
        /** Every existing object, then a bookmark that says so, whatever the resource version. */
        SEND,
        /** None, even without a resource version. */
        SKIP
    }

    /** Everything in a namespace (empty for all) after a resource version. */
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
