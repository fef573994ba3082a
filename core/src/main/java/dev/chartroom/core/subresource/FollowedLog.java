package dev.chartroom.core.subresource;

import dev.chartroom.core.retry.Backoff;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The logs of several containers at the same time, and of those that start later. It ends when all logs have ended and no
 * further container can start, or when the time is up.
 */
final class FollowedLog implements ApplicationLog {
    /** The most logs at the same time. */
    static final int MOST = 50;

    /** The searches in a row that find neither a log nor a pod before the log ends. */
    private static final int IDLE_SEARCHES = 3;

    /** Opens the logs of containers that start later. Used by one thread. */
    interface Search {
        /**
         * Opens the logs of containers that have started since the last call.
         *
         * @param broken containers whose log has ended although they may run
         * @param room the number of further logs that may be opened
         */
        Found find(Set<ContainerLog.Container> broken, int room);
    }

    /**
     * The result of a search.
     *
     * @param repaired those of the broken containers that were considered
     * @param areMoreExpected whether further containers can start
     */
    record Found(List<ContainerLog> logs, Set<ContainerLog.Container> repaired, boolean areMoreExpected) {}

    /**
     * The times between searches. A rollout ends containers before it starts others, so the end of a log causes a search.
     *
     * @param usual the time while there are logs
     * @param afterEnd the times after a log has ended, or while there is none
     */
    record Pace(Duration usual, Backoff afterEnd) {
        static final Pace DEFAULT =
                new Pace(Duration.ofSeconds(30), new Backoff(Duration.ofSeconds(2), 1.5, Duration.ofSeconds(30), 0.1));
    }

    private final Search search;
    private final Pace pace;
    private final LogLines lines;
    private final long end;
    private final Set<ContainerLog> active = ConcurrentHashMap.newKeySet();
    private final Set<ContainerLog.Container> broken = ConcurrentHashMap.newKeySet();
    /** Has a permit for each log that has ended since the last search. */
    private final Semaphore ended = new Semaphore(0);

    private final CountDownLatch closed = new CountDownLatch(1);

    /** @param timeout the longest time; a log that goes on ends then */
    FollowedLog(List<ContainerLog> logs, Duration timeout, Search search, Pace pace) {
        this.search = search;
        this.pace = pace;
        this.lines = new LogLines(1);
        this.end = System.nanoTime() + timeout.toNanos();
        logs.forEach(this::start);
        Thread.startVirtualThread(this::search);
    }

    private void start(ContainerLog log) {
        lines.began();
        active.add(log);
        if (closed.getCount() == 0) {
            log.cancel();
        }
        Thread.startVirtualThread(() -> pass(log));
    }

    private void pass(ContainerLog log) {
        try {
            byte[] line = log.next();
            while (line != null && lines.add(line)) {
                line = log.next();
            }
        } finally {
            log.close();
            if (log.isBroken()) {
                broken.add(log.container());
            }
            active.remove(log);
            ended.release();
            lines.ended();
        }
    }

    private void search() {
        Random random = new Random();
        try {
            int fruitless = 0;
            // A rollout that recreates its pods has none for a moment.
            int idle = 0;
            while (idle < IDLE_SEARCHES && !awaitCause(fruitless, random)) {
                // Read before the search: a container can end and start again during it.
                boolean isIdle = active.isEmpty();
                Found found = search.find(new HashSet<>(broken), MOST - active.size());
                broken.removeAll(found.repaired());
                found.logs().forEach(this::start);
                fruitless = found.logs().isEmpty() ? fruitless + 1 : 0;
                idle = isIdle && found.logs().isEmpty() && !found.areMoreExpected() ? idle + 1 : 0;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lines.ended();
        }
    }

    /** Waits until a search can find something. Returns whether the log was closed. */
    private boolean awaitCause(int fruitless, Random random) throws InterruptedException {
        if (!active.isEmpty() && !ended.tryAcquire(pace.usual().toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        ended.drainPermits();
        Duration delay = pace.afterEnd().delay(fruitless + 1, random);
        return closed.await(delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public byte @Nullable [] next() throws InterruptedException {
        long left = end - System.nanoTime();
        // A log that always has a next line must end in time, too.
        return left > 0 ? lines.next(Duration.ofNanos(left)) : null;
    }

    @Override
    public boolean isIdle() {
        return !lines.hasNext();
    }

    @Override
    public void cancel() {
        closed.countDown();
        ended.release();
        lines.close();
        active.forEach(ContainerLog::cancel);
    }

    @Override
    public void close() {
        cancel(); // each thread then closes its log
    }
}
