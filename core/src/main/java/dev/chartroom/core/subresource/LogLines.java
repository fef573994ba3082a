package dev.chartroom.core.subresource;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Passes lines from several threads on to one. It holds few lines, so a slow reader slows the writers. */
final class LogLines {
    private static final int MOST = 32;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<byte[]> lines = new ArrayDeque<>();
    private int writers;
    private boolean closed;

    /** @param writers the number of threads that add lines */
    LogLines(int writers) {
        this.writers = writers;
    }

    /** Waits for room and adds a line. Returns false if no more lines are read. */
    boolean add(byte[] line) {
        lock.lock();
        try {
            while (lines.size() >= MOST && !closed) {
                changed.awaitUninterruptibly();
            }
            lines.add(line);
            changed.signalAll();
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** To be called for each further thread that adds lines, by a thread that adds lines or before there is one. */
    void began() {
        lock.lock();
        try {
            writers++;
        } finally {
            lock.unlock();
        }
    }

    /** To be called once by each thread that adds lines, at its end. */
    void ended() {
        lock.lock();
        try {
            writers--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for the next line.
     *
     * @return null if all writers have ended, if the time is up, or if this is closed
     */
    byte @Nullable [] next(Duration timeout) throws InterruptedException {
        lock.lock();
        try {
            long left = timeout.toNanos();
            while (lines.isEmpty() && writers > 0 && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            byte[] line = closed ? null : lines.poll();
            changed.signalAll();
            return line;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a line can be read without waiting. */
    boolean hasNext() {
        lock.lock();
        try {
            return !lines.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
