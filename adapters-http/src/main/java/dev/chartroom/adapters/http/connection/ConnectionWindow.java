package dev.chartroom.adapters.http.connection;

import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The flow-control window of an HTTP/2 connection for the bodies that its client sends (RFC 9113, 5.2). The server
 * returns the credit when a frame arrives, whether or not a request reads it, so that no request can hold up the bodies
 * of others. {@link StreamBody} and {@link BodyBuffers} bound the memory. Thread-safe.
 */
final class ConnectionWindow {
    /** In bytes. */
    static final int SIZE = 1024 * 1024;

    private static final int BATCH = 64 * 1024;

    private final FrameWriter out;
    private final ReentrantLock lock = new ReentrantLock();
    private int left = SIZE;
    private int credit;

    ConnectionWindow(FrameWriter out) {
        this.out = out;
    }

    /** Widens the window from the size that Helidon announces. */
    void open(int announced) {
        if (announced < SIZE) {
            out.writeOfConnection(FrameWriter.windowUpdate(0, SIZE - announced));
        }
    }

    /**
     * Counts a frame, and returns credit in batches.
     *
     * @param bytes its payload, padding included
     * @throws Http2Exception if the client exceeds the window; the connection cannot go on
     */
    void received(int bytes) {
        int due;
        lock.lock();
        try {
            left -= bytes;
            if (left < 0) {
                throw new Http2Exception(Http2ErrorCode.FLOW_CONTROL, "more than the connection's window");
            }
            credit += bytes;
            due = credit < BATCH ? 0 : taken();
        } finally {
            lock.unlock();
        }
        give(due);
    }

    /** Returns all credit: the window is whole again. */
    void settle() {
        int due;
        lock.lock();
        try {
            due = taken();
        } finally {
            lock.unlock();
        }
        give(due);
    }

    private int taken() {
        int due = credit;
        left += due;
        credit = 0;
        return due;
    }

    private void give(int due) {
        if (due > 0) {
            out.writeOfConnection(FrameWriter.windowUpdate(0, due));
        }
    }
}
