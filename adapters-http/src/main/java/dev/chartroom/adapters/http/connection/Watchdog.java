package dev.chartroom.adapters.http.connection;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts threads that have been at something for too long. The threads of connections are virtual, and for one that
 * waits on a socket of its own that closes the socket.
 */
public final class Watchdog implements AutoCloseable {
    private final Set<Guard> guards = ConcurrentHashMap.newKeySet();
    private final LongSupplier nanos;
    private final ScheduledExecutorService sweeps = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("watchdog").factory());

    /** @param interval how often it looks, by which an interruption may be late */
    public Watchdog(Duration interval) {
        this(System::nanoTime);
        long delay = Math.max(1, interval.toNanos());
        var _ = sweeps.scheduleWithFixedDelay(this::sweep, delay, delay, TimeUnit.NANOSECONDS);
    }

    /** One that looks only when it is told to {@link #sweep}. */
    Watchdog(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Looks after whoever begins something, until it is closed. */
    public Guard guard() {
        Guard guard = new Guard();
        guards.add(guard);
        return guard;
    }

    void sweep() {
        guards.forEach(Guard::interruptIfOver);
    }

    @Override
    public void close() {
        sweeps.shutdownNow();
    }

    /** What one thread at a time is at; whoever begins something ends it. */
    public final class Guard implements AutoCloseable {
        private final ReentrantLock lock = new ReentrantLock();
        /** Null while nothing is going on. */
        private @Nullable Thread running;

        private boolean interrupted;
        private long end;

        private Guard() {}

        /** From now on time counts, of which there is so much. */
        public void begin(Duration patience) {
            lock.lock();
            try {
                end = nanos.getAsLong() + patience.toNanos();
                running = Thread.currentThread();
            } finally {
                lock.unlock();
            }
        }

        /** Takes back the interruption, if there was one since {@link #begin}. */
        public void end() {
            lock.lock();
            try {
                running = null;
                if (interrupted) {
                    interrupted = false;
                    Thread.interrupted();
                }
            } finally {
                lock.unlock();
            }
        }

        /** Under the lock, so that it never reaches what the thread does next. */
        private void interruptIfOver() {
            lock.lock();
            try {
                if (running != null && nanos.getAsLong() - end > 0) {
                    interrupted = true;
                    running.interrupt();
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
