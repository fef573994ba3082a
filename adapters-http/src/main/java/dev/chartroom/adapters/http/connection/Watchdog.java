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
 * Interrupts threads whose operation takes too long. The threads of connections are virtual: if one waits on its
 * socket, the interruption closes the socket.
 */
public final class Watchdog implements AutoCloseable {
    private final Set<Guard> guards = ConcurrentHashMap.newKeySet();
    private final LongSupplier nanos;
    private final ScheduledExecutorService sweeps = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("watchdog").factory());

    /** @param interval the time between two checks; an interruption can be late by this time */
    public Watchdog(Duration interval) {
        this(System::nanoTime);
        long delay = Math.max(1, interval.toNanos());
        var _ = sweeps.scheduleWithFixedDelay(this::sweep, delay, delay, TimeUnit.NANOSECONDS);
    }

    /** Creates a watchdog that checks only in {@link #sweep}. */
    Watchdog(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Returns a guard that is checked until it is closed. */
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

    /** Guards the operations of one thread at a time. The thread that begins an operation also ends it. */
    public final class Guard implements AutoCloseable {
        private final ReentrantLock lock = new ReentrantLock();
        /** Null while no operation runs. */
        private @Nullable Thread running;

        private boolean interrupted;
        private long end;

        private Guard() {}

        /** Begins an operation that is allowed to take this long. */
        public void begin(Duration timeout) {
            lock.lock();
            try {
                end = nanos.getAsLong() + timeout.toNanos();
                running = Thread.currentThread();
            } finally {
                lock.unlock();
            }
        }

        /** Ends the operation, and clears the interruption if there was one since {@link #begin}. */
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

        /** Interrupts the thread under the lock, so that the interruption never affects the thread's next operation. */
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
