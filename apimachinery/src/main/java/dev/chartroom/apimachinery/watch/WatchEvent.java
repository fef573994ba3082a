package dev.chartroom.apimachinery.watch;

import dev.chartroom.apimachinery.status.ApiError;

/** An event of a watch (wire contract D40 to D46). No event follows {@link Failed} or {@link Ended}. */
public sealed interface WatchEvent<T> {

    record Added<T>(T object) implements WatchEvent<T> {}

    record Modified<T>(T object) implements WatchEvent<T> {}

    /** The last state of the object, with the resource version of its deletion (D43). */
    record Deleted<T>(T object) implements WatchEvent<T> {}

    /**
     * All changes up to the resource version have been sent.
     *
     * @param initialEventsEnd true for the bookmark that ends the initial events of a watch list (D46)
     */
    record Bookmark<T>(String resourceVersion, boolean initialEventsEnd) implements WatchEvent<T> {}

    record Failed<T>(ApiError error) implements WatchEvent<T> {}

    /** The watch ended without an error. */
    record Ended<T>() implements WatchEvent<T> {}
}
