package dev.chartroom.ports.limit;

import dev.chartroom.ports.limit.ServerCapacity.Share;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a call on a thread of its own keeps, while several requests use its outcome: it counts for the request that began
 * the call, and is given back when the call and the last of these requests end. Thread-safe.
 */
public final class SharedRoom {
    private final ReentrantLock lock = new ReentrantLock();
    /** Null if no request began the call. */
    private final @Nullable Share share;
    /** The call itself is one. */
    private int holders = 1;

    private SharedRoom(@Nullable Share share) {
        this.share = share;
    }

    /** Room for a call in the name of the request that this thread serves. */
    public static SharedRoom ofCurrent() {
        return new SharedRoom(ServerCapacity.current().map(Share::another).orElse(null));
    }

    /** Keeps what the call keeps until the end of the request that this thread serves. */
    public void join() {
        ServerCapacity.current().ifPresent(request -> {
            if (enter()) {
                request.holdUntilTheEnd(this::leave);
            }
        });
    }

    /** Makes the call, on this thread. To be called once. */
    public <T> T during(Supplier<T> call) {
        try {
            return share == null ? call.get() : share.during(call);
        } finally {
            leave();
        }
    }

    /** False if everything was given back already. */
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
