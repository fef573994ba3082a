package dev.chartroom.core.retry;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Runs a step on its own virtual thread after each request, and repeats a failed step after a backoff. Requests that
 * arrive during a step cause only one more step. Thread-safe.
 */
public final class RetryingRunner implements AutoCloseable {
    private final Duration settles;
    private final Backoff retries;
    private final Step step;
    private final Semaphore requests = new Semaphore(0);
    private final Thread thread;

    /** The work that is requested. */
    @FunctionalInterface
    public interface Step {
        /** Returns false if the step must be repeated. An exception ends the thread. */
        boolean run() throws InterruptedException;
    }

    /**
     * Creates a runner that is not started.
     *
     * @param name the name of the thread
     * @param settles how long the runner waits for further requests before it runs the step
     * @param retries the backoff after a failed step; a request ends the pause
     */
    public RetryingRunner(String name, Duration settles, Backoff retries, Step step) {
        this.settles = settles;
        this.retries = retries;
        this.step = step;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    /** Starts the thread, which waits for the first request. */
    public void start() {
        thread.start();
    }

    /** Requests a step; does not wait for the step. */
    public void request() {
        requests.release();
    }

    /** Interrupts the thread; does not wait for its end. */
    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try {
            requests.acquire();
            int failures = 0;
            while (true) {
                Thread.sleep(settles);
                requests.drainPermits();
                failures = step.run() ? 0 : failures + 1;
                if (failures == 0) {
                    requests.acquire();
                } else {
                    Duration pause = retries.delay(failures, ThreadLocalRandom.current());
                    var _ = requests.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
                }
            }
        } catch (InterruptedException _) {
            // Closed.
        }
    }
}
