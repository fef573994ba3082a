package dev.chartroom.core.release;

import dev.chartroom.domain.kind.ApplicationKind;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Runs each step of one kind's task when the step is due. The thread is never interrupted, because a write may be in
 * progress.
 */
final class UpkeepThread<P> implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(UpkeepThread.class.getName());

    private final KindUpkeep.Task task;
    private final KindUpkeep.Factory<P> factory;
    private final Semaphore changes = new Semaphore(0);
    private volatile ApplicationKind kind;
    private volatile P progress;
    private volatile boolean closed;

    UpkeepThread(ApplicationKind kind, KindUpkeep.Task task, P none, KindUpkeep.Factory<P> factory) {
        this.kind = kind;
        this.task = task;
        this.progress = none;
        this.factory = factory;
        Thread.ofVirtual().name(task.name()).start(this::run);
    }

    /** Restarts the task with a kind, unless the kind is unchanged. */
    void use(ApplicationKind next) {
        if (!next.equals(kind)) {
            kind = next;
            changes.release();
        }
    }

    P progress() {
        return progress;
    }

    @Override
    public void close() {
        closed = true;
        changes.release();
    }

    private void run() {
        int failures = 0;
        try {
            while (!closed) {
                try {
                    keep(kind);
                    failures = 0;
                } catch (RuntimeException e) {
                    failures++;
                    pause(failed(kind, e, failures));
                }
            }
        } catch (InterruptedException _) {
            // An interrupt is not expected; it ends the thread.
        }
    }

    /** Runs steps until the kind changes. */
    private void keep(ApplicationKind current) throws InterruptedException {
        try (Upkeep<P> upkeep = factory.create(current, changes::release)) {
            int failures = 0;
            while (!closed && kind.equals(current)) {
                Duration pause;
                try {
                    pause = upkeep.step();
                    failures = 0;
                } catch (RuntimeException e) {
                    failures++;
                    pause = failed(current, e, failures);
                }
                progress = upkeep.progress();
                pause(pause);
            }
        }
    }

    /** Logs a failure, and returns the delay before the retry. */
    private Duration failed(ApplicationKind current, RuntimeException why, int failures) {
        LOG.log(
                failures == 1 && !closed ? Level.WARNING : Level.DEBUG,
                () -> current.groupResource() + ": " + task.trouble(),
                why);
        return task.retries().delay(failures, ThreadLocalRandom.current());
    }

    private void pause(Duration pause) throws InterruptedException {
        if (changes.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
            changes.drainPermits();
        }
    }
}
