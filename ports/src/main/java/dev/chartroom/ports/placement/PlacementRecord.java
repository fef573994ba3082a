package dev.chartroom.ports.placement;

import java.util.function.Consumer;

/**
 * The one place that says where kinds' objects are, for all replicas. Errors are {@link
 * dev.chartroom.domain.status.ApiException}s: ServiceUnavailable where it cannot be reached, an internal error where it
 * says what nobody can read. Thread-safe.
 */
public interface PlacementRecord extends AutoCloseable {

    /** What it says now: every change that was acknowledged before. {@link Placements#NONE} where there is no record. */
    Placements latest();

    /**
     * Makes a change.
     *
     * @param known what it says, as far as the caller knows
     * @param next with the number after that of the known ones
     * @throws dev.chartroom.domain.status.ApiException Conflict where it says something else
     */
    void replace(Placements known, Placements next);

    /**
     * Tells what it says, soon and after each change; changes that come fast may be told as one. To be called once.
     *
     * @param onChange run by one thread; what nobody can read is not told
     */
    void follow(Consumer<Placements> onChange);

    /** Follows no more. */
    @Override
    void close();
}
