package dev.chartroom.ports.upkeep;

import java.time.Duration;

/**
 * What is done for one kind, in steps, by one thread.
 *
 * @param <P> how far it is; immutable
 */
public interface Upkeep<P> extends AutoCloseable {

    /**
     * Does a little of it.
     *
     * @return after which time there is a next step, unless it is woken before
     * @throws RuntimeException where that is not possible for the moment: then it is tried again, after ever longer pauses
     */
    Duration step();

    /** How far it is after the last step. */
    P progress();

    /** Ends it, after the last step. */
    @Override
    default void close() {}
}
