package dev.chartroom.adapters.http.connection.frame;

import dev.chartroom.adapters.http.connection.BodyBuffers;
import dev.chartroom.adapters.http.connection.StreamBody;
import io.helidon.common.socket.SocketWriterException;
import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The flow-control window of an HTTP/2 connection for the bodies that its client sends (RFC 9113, 5.2). The server
 * returns the credit for a frame when the frame arrives, whether or not a request reads it. So no request delays the
 * bodies of other requests. {@link StreamBody} and {@link BodyBuffers} limit the memory. A separate thread writes the
 * credit, to avoid a deadlock. Without that thread, the connection's reader would wait until an answer is written. The
 * client might read the answer only after the server continues to read. Thread-safe.
 */
public final class ConnectionWindow {
    /** In bytes. */
    public static final int SIZE = 1024 * 1024;

    private static final System.Logger LOG = System.getLogger(ConnectionWindow.class.getName());
    private static final int BATCH = 64 * 1024;

    private final FrameWriter out;
    private final ReentrantLock lock = new ReentrantLock();
    private int left = SIZE;
    private int credit;
    private boolean returning;

    public ConnectionWindow(FrameWriter out) {
        this.out = out;
    }

    /** Widens the window from the size that Helidon announces. */
    public void open(int announced) {
        if (announced < SIZE) {
            out.writeOfConnection(FrameWriter.windowUpdate(0, SIZE - announced));
        }
    }

    /**
     * Counts a frame, and returns credit in batches.
     *
     * @param bytes the length of the frame's payload, padding included
     * @throws Http2Exception if the client exceeds the window; the connection cannot go on
     */
    public void received(int bytes) {
        lock.lock();
        try {
            left -= bytes;
            if (left < 0) {
                throw new Http2Exception(Http2ErrorCode.FLOW_CONTROL, "more than the connection's window");
            }
            credit += bytes;
            if (credit >= BATCH) {
                giveBack();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns all credit, so that the window has its full size again. */
    public void settle() {
        lock.lock();
        try {
            if (credit > 0) {
                giveBack();
            }
        } finally {
            lock.unlock();
        }
    }

    private void giveBack() {
        if (!returning) {
            returning = true;
            Thread.startVirtualThread(this::write);
        }
    }

    private void write() {
        try {
            for (int due = due(); due > 0; due = due()) {
                out.writeOfConnection(FrameWriter.windowUpdate(0, due));
            }
        } catch (UncheckedIOException | SocketWriterException e) {
            LOG.log(System.Logger.Level.DEBUG, "The client closed the connection before WINDOW_UPDATE", e);
        }
    }

    /**
     * Takes all credit, including the credit that was added meanwhile. So no updates pile up, however slowly the client
     * reads.
     */
    private int due() {
        lock.lock();
        try {
            int due = credit;
            left += due;
            credit = 0;
            returning = due > 0;
            return due;
        } finally {
            lock.unlock();
        }
    }
}
