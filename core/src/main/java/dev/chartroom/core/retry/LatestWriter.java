package dev.chartroom.core.retry;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes the latest state on its own virtual thread, and retries if the write fails. If a newer state replaces a state
 * before the write, the writer skips the older state. Thread-safe.
 *
 * @param <T> the state, an immutable type
 */
public final class LatestWriter<T> implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LatestWriter.class.getName());

    private final String name;
    private final Predicate<T> writer;
    private final RetryingRunner runner;
    private volatile @Nullable T latest;

    /**
     * Creates a writer that is not started.
     *
     * @param name the name of the thread
     * @param settles how long the writer waits for a newer state before it writes a state
     * @param retries the backoff after a failed write; a new state ends the pause
     * @param writer the operation that writes a state; it runs on the writer's thread, and returns false if the state,
     *     or a part of the state, must be written again
     */
    public LatestWriter(String name, Duration settles, Backoff retries, Predicate<T> writer) {
        this.name = name;
        this.writer = writer;
        this.runner = new RetryingRunner(name, settles, retries, () -> isWritten(latest));
    }

    /** Starts the thread, which waits for the first state. */
    public void start() {
        runner.start();
    }

    /** Requests a write of a state; does not wait for the write. */
    public void write(T state) {
        latest = state;
        runner.request();
    }

    @Override
    public void close() {
        runner.close();
    }

    private boolean isWritten(@Nullable T state) {
        try {
            return state == null || writer.test(state);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, () -> "Chartroom cannot write " + name + " and retries", e);
            return false;
        }
    }
}
