package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.ports.storage.ServedApplication;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A bounded buffer of events between the thread that reads them from the connection and the thread that takes them out
 * of the buffer.
 */
final class EventBuffer {
    private final int capacity;
    private final Deque<WatchEvent<ServedApplication>> events = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean ended;

    EventBuffer(int capacity) {
        this.capacity = capacity;
    }

    /**
     * Adds an event; waits while the buffer is full.
     *
     * @return false if the buffer has ended or is closed
     */
    boolean put(WatchEvent<ServedApplication> event) {
        lock.lock();
        try {
            while (!ended && events.size() >= capacity) {
                changed.awaitUninterruptibly();
            }
            if (ended) {
                return false;
            }
            events.addLast(event);
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the next event; returns null after the timeout, or Ended if the buffer has ended and is empty. */
    @Nullable
    WatchEvent<ServedApplication> take(Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = timeout.toNanos();
            while (events.isEmpty() && !ended) {
                if (left <= 0) {
                    return null;
                }
                left = changed.awaitNanos(left);
            }
            WatchEvent<ServedApplication> event = events.pollFirst();
            changed.signalAll();
            return event == null ? new WatchEvent.Ended<>() : event;
        } finally {
            lock.unlock();
        }
    }

    /** Rejects further events. Events in the buffer can still be taken. */
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Drops all events and rejects further ones. */
    void close() {
        lock.lock();
        try {
            events.clear();
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
