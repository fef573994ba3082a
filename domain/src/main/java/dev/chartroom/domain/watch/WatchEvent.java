package dev.chartroom.domain.watch;

import dev.chartroom.domain.status.ApiError;

/** What a watch tells (wire contract D40 to D46). After {@link Failed} and {@link Ended} nothing follows. */
public sealed interface WatchEvent<T> {

    record Added<T>(T object) implements WatchEvent<T> {}

    record Modified<T>(T object) implements WatchEvent<T> {}

    /** The last state of the object, with the resource version of its deletion (D43). */
    record Deleted<T>(T object) implements WatchEvent<T> {}

    /**
     * Everything up to the resource version has been told.
     *
     * @param initialEventsEnd true for the one that closes the initial events of a watch list (D46)
     */
    record Bookmark<T>(String resourceVersion, boolean initialEventsEnd) implements WatchEvent<T> {}

    record Failed<T>(ApiError error) implements WatchEvent<T> {}

    /** The watch is over, and nothing went wrong. */
    record Ended<T>() implements WatchEvent<T> {}
}
