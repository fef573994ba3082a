package dev.chartroom.adapters.http.connection;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes of request bodies that have arrived over HTTP/2 and that no request has read yet, over all
 * connections. Thread-safe.
 */
public final class BodyBuffers {
    private final long limit;
    private final AtomicLong held = new AtomicLong();

    /** @param limit in bytes */
    public BodyBuffers(long limit) {
        this.limit = limit;
    }

    /** Returns false, and takes nothing, if so many bytes more would exceed the limit. */
    boolean take(int bytes) {
        if (held.addAndGet(bytes) <= limit) {
            return true;
        }
        giveBack(bytes);
        return false;
    }

    void giveBack(int bytes) {
        held.addAndGet(-bytes);
    }

    /** The bytes that wait now. */
    long held() {
        return held.get();
    }
}
