package dev.chartroom.core.release;

import java.time.Duration;

/**
 * A background task for one kind, done in steps by one thread.
 *
 * @param <P> the progress; immutable
 */
public interface Upkeep<P> extends AutoCloseable {

    /**
     * Does one step.
     *
     * @return the pause before the next step; a wake-up can shorten it
     * @throws RuntimeException if the step fails for the moment; the caller retries it with a backoff
     */
    Duration step();

    /** Returns the progress after the last step. */
    P progress();

    /** Ends the task. Called after the last step. */
    @Override
    default void close() {}
}
