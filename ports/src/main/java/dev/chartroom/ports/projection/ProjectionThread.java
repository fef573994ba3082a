package dev.chartroom.ports.projection;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.retry.Backoff;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Takes the steps of one kind's projection, each when it is time. It is never interrupted, because a write may be under
 * way.
 */
final class ProjectionThread implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ProjectionThread.class.getName());
    private static final Backoff RETRIES = new Backoff(Duration.ofMillis(500), 2, Duration.ofSeconds(30), 0.5);

    private final ProjectedStores stores;
    private final Clock clock;
    private final DueNames due = new DueNames();
    private final Semaphore changes = new Semaphore(0);
    private volatile ApplicationKind kind;
    private volatile boolean closed;
    private volatile @Nullable KindProjection running;

    ProjectionThread(ApplicationKind kind, ProjectedStores stores, Clock clock) {
        this.kind = kind;
        this.stores = stores;
        this.clock = clock;
        Thread.ofVirtual().name("release projection").start(this::run);
    }

    /** Begins anew with a kind, unless it is the same as before. */
    void use(ApplicationKind next) {
        if (!next.equals(kind)) {
            kind = next;
            changes.release();
        }
    }

    ProjectionProgress progress() {
        KindProjection projection = running;
        return projection == null ? ProjectionProgress.NONE : projection.progress();
    }

    @Override
    public void close() {
        closed = true;
        changes.release();
    }

    private void run() {
        try {
            while (!closed) {
                project(kind);
            }
        } catch (InterruptedException _) {
            // Nobody interrupts it, but then it ends.
        }
    }

    /** Until the kind is another one. */
    private void project(ApplicationKind current) throws InterruptedException {
        try (KindProjection projection = new KindProjection(current, stores, due, clock, changes::release)) {
            running = projection;
            int failures = 0;
            while (!closed && kind.equals(current)) {
                Duration pause;
                try {
                    pause = projection.step();
                    failures = 0;
                } catch (RuntimeException e) {
                    LOG.log(
                            failures == 0 && !closed ? Level.WARNING : Level.DEBUG,
                            () -> "The releases of " + current.groupResource() + " cannot be kept for the moment",
                            e);
                    failures++;
                    pause = RETRIES.delay(failures, ThreadLocalRandom.current());
                }
                if (changes.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                    changes.drainPermits();
                }
            }
        }
    }
}
