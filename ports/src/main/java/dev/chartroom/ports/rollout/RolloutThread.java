package dev.chartroom.ports.rollout;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.retry.Backoff;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Takes the steps of one kind's rollout, each when it is time. It is never interrupted, because a write may be under
 * way.
 */
final class RolloutThread implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RolloutThread.class.getName());
    private static final Backoff RETRIES = new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0.5);

    private final ReleaseDirectory directory;
    private final Clock clock;
    private final Semaphore changes = new Semaphore(0);
    private volatile ApplicationKind kind;
    private volatile boolean closed;
    private volatile RolloutProgress progress = RolloutProgress.NONE;

    RolloutThread(ApplicationKind kind, ReleaseDirectory directory, Clock clock) {
        this.kind = kind;
        this.directory = directory;
        this.clock = clock;
        Thread.ofVirtual().name("release rollout").start(this::run);
    }

    /** Begins anew with a kind, unless it is the same as before. */
    void use(ApplicationKind next) {
        if (!next.equals(kind)) {
            kind = next;
            changes.release();
        }
    }

    RolloutProgress progress() {
        return progress;
    }

    @Override
    public void close() {
        closed = true;
        changes.release();
    }

    private void run() {
        try {
            while (!closed) {
                changes.drainPermits();
                roll(kind);
            }
        } catch (InterruptedException _) {
            // Nobody interrupts it, but then it ends.
        }
    }

    /** Until the kind is another one. */
    private void roll(ApplicationKind current) throws InterruptedException {
        KindRollout rollout =
                new KindRollout(current, current.release().rollout().orElseThrow(), directory, clock);
        int failures = 0;
        Duration pause = Duration.ZERO;
        while (!changes.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
            try {
                pause = rollout.step();
                failures = 0;
            } catch (RuntimeException e) {
                LOG.log(
                        failures == 0 ? Level.WARNING : Level.DEBUG,
                        () -> "The releases of " + current.groupResource() + " cannot follow their definition",
                        e);
                failures++;
                pause = RETRIES.delay(failures, ThreadLocalRandom.current());
            }
            progress = rollout.progress();
        }
    }
}
