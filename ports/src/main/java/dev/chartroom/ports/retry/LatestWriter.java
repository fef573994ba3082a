package dev.chartroom.ports.retry;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes a state somewhere, on a virtual thread of its own: always the latest that it was given, so that one which is
 * overtaken is not written, and again where that fails. Thread-safe.
 *
 * @param <T> immutable
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
     * A writer that is to be started.
     *
     * @param name of the thread
     * @param settles how long a state may be overtaken before it is written
     * @param retries when what failed is tried again, unless there is another state before
     * @param writer false where the state, or a part of it, has to be written again; of the thread
     */
    public LatestWriter(String name, Duration settles, Backoff retries, Predicate<T> writer) {
        this.settles = settles;
        this.retries = retries;
        this.writer = writer;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    /** Waits for the first state, in the background. */
    public void start() {
        thread.start();
    }

    /** Has a state written; does not wait for it. */
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
            LOG.log(Level.ERROR, () -> thread.getName() + " could not be written", e);
            return false;
        }
    }
}
