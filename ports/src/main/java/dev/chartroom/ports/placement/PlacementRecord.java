package dev.chartroom.ports.placement;

import java.util.function.Consumer;

/**
 * Records which store contains each kind's objects. All replicas share one record. Errors are
 * {@link dev.chartroom.apimachinery.status.ApiException}s: ServiceUnavailable if the record cannot be reached, and an
 * internal error if the content of the record is unreadable. Thread-safe.
 */
public interface PlacementRecord extends AutoCloseable {

    /**
     * Reads the record. The result includes every change that was acknowledged before the call. Returns
     * {@link Placements#NONE} if there is no record.
     */
    Placements latest();

    /**
     * Changes the record.
     *
     * @param known the content that the caller expects
     * @param next the new content; its number is one greater than the number of {@code known}
     * @throws dev.chartroom.apimachinery.status.ApiException Conflict if the record has other content
     */
    void replace(Placements known, Placements next);

    /**
     * Passes the content to a callback, first soon after this call, and then after each change. Several fast changes
     * may be combined. Must be called only once.
     *
     * @param onChange the callback, which one thread runs; it does not receive unreadable content
     */
    void follow(Consumer<Placements> onChange);

    /** Stops following. */
    @Override
    void close();
}
