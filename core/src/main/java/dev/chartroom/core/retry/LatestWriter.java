package dev.chartroom.core.retry;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes the latest state on its own virtual thread, and retries if the write fails. A state that is replaced before it
 * is written is skipped. Thread-safe.
 *
 * @param <T> the state, an immutable type
 */
public final class LatestWriter<T> implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LatestWriter.class.getName());

    private final Predicate<T> writer;
    private final Duration settles;
    private final Backoff retries;
    private final Semaphore changes = new Semaphore(0);
    private final Thread thread;
    private volatile @Nullable T latest;

    /**
     * Creates a writer that is not started.
     *
     * @param name the name of the thread
     * @param settles how long the writer waits for a newer state before it writes a state
     * @param retries the backoff after a failed write; a new state ends the pause
     * @param writer the operation that writes a state; it returns false if the state, or a part of it, must be written
     *     again, and runs on the writer's thread
     */
    public LatestWriter(String name, Duration settles, Backoff retries, Predicate<T> writer) {
        this.settles = settles;
        this.retries = retries;
        this.writer = writer;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    /** Starts the thread, which waits for the first state. */
    public void start() {
        thread.start();
    }

    /** Requests a write of a state; does not wait for the write. */
    public void write(T state) {
        latest = state;
        changes.release();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try {
            changes.acquire();
            int failures = 0;
            while (true) {
                Thread.sleep(settles);
                changes.drainPermits();
                failures = isWritten(latest) ? 0 : failures + 1;
                if (failures == 0) {
                    changes.acquire();
                } else {
                    Duration pause = retries.delay(failures, ThreadLocalRandom.current());
                    var _ = changes.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
                }
            }
        } catch (InterruptedException _) {
            // Closed.
        }
    }

    private boolean isWritten(@Nullable T state) {
        try {
            return state == null || writer.test(state);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, () -> "Chartroom cannot write " + thread.getName() + " and retries", e);
            return false;
        }
    }
}
