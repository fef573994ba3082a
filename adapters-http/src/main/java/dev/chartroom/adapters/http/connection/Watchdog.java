package dev.chartroom.adapters.http.connection;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Interrupts threads that have been at something for too long. The threads of connections are virtual, and for one that
 * waits on a socket of its own that closes the socket.
 */
public final class Watchdog implements AutoCloseable {
    private final Set<Guard> guards = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService sweeps = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("watchdog").factory());

    /** @param interval how often it looks, by which an interruption may be late */
    public Watchdog(Duration interval) {
        long nanos = Math.max(1, interval.toNanos());
        var _ = sweeps.scheduleWithFixedDelay(this::sweep, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /** Looks after the current thread, until it is closed. */
    public Guard guard() {
        Guard guard = new Guard();
        guards.add(guard);
        return guard;
    }

    private void sweep() {
        guards.forEach(Guard::interruptIfOver);
    }

    @Override
    public void close() {
        sweeps.shutdownNow();
    }

    /** What one thread is at; to be used by that thread. */
    public final class Guard implements AutoCloseable {
        private final Thread thread = Thread.currentThread();
        private final ReentrantLock lock = new ReentrantLock();
        private boolean running;
        private boolean interrupted;
        private long end;

        private Guard() {}

        /** From now on time counts, of which there is so much. */
        public void begin(Duration patience) {
            lock.lock();
            try {
                end = System.nanoTime() + patience.toNanos();
                running = true;
            } finally {
                lock.unlock();
            }
        }

        /** Answers whether the thread was interrupted since {@link #begin}, and takes the interruption back. */
        public boolean end() {
            lock.lock();
            try {
                running = false;
                boolean was = interrupted;
                if (was) {
                    interrupted = false;
                    Thread.interrupted();
                }
                return was;
            } finally {
                lock.unlock();
            }
        }

        /** Under the lock, so that it never reaches what the thread does next. */
        private void interruptIfOver() {
            lock.lock();
            try {
                if (running && System.nanoTime() - end > 0) {
                    interrupted = true;
                    thread.interrupt();
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            guards.remove(this);
        }
    }
}
