package dev.chartroom.core.request;

import dev.chartroom.core.request.ServerCapacity.Share;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a call that runs on its own thread, and whose result several requests use. The memory counts against
 * the sharer of the request that began the call. The memory is freed when the call and the last of these requests have
 * ended. Thread-safe.
 */
public final class SharedReservation {
    private final ReentrantLock lock = new ReentrantLock();
    /** The share of the call. Null if no request began the call. */
    private final @Nullable Share share;
    /** The number of holders of the memory: the requests that use it, and the call itself. */
    private int holders = 1;

    private SharedReservation(@Nullable Share share) {
        this.share = share;
    }

    /** Returns the reservation of a call that the current thread's request begins. */
    public static SharedReservation ofCurrent() {
        return new SharedReservation(
                ServerCapacity.current().map(Share::another).orElse(null));
    }

    /** Keeps the memory until the end of the current thread's request. */
    public void join() {
        ServerCapacity.current().ifPresent(request -> {
            if (enter()) {
                request.closeAtEnd(this::leave);
            }
        });
    }

    /** Runs the call on this thread. Must be called once. */
    public <T> T during(Supplier<T> call) {
        try {
            return share == null ? call.get() : share.during(call);
        } finally {
            leave();
        }
    }

    /** Adds a holder. Returns false if the memory was already freed. */
    private boolean enter() {
        lock.lock();
        try {
            if (holders == 0) {
                return false;
            }
            holders++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        lock.lock();
        try {
            holders--;
            if (holders == 0 && share != null) {
                share.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
