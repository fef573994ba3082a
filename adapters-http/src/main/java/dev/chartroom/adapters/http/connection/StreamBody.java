package dev.chartroom.adapters.http.connection;

import dev.chartroom.adapters.http.connection.frame.FrameWriter;
import dev.chartroom.adapters.http.connection.frame.RequestHead;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import io.helidon.common.socket.SocketWriterException;
import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request over HTTP/2. The thread that reads the connection puts bytes in and never waits. The thread
 * that serves the request reads these bytes, and each read widens the stream's window. The client can send at most one
 * window more than the request has read. Thread-safe.
 */
public final class StreamBody extends InputStream {
    /**
     * The stream's window in bytes until the request reads. A request might wait before it reads, for example for a
     * review of its user's rights.
     */
    static final int FIRST_WINDOW = 64 * 1024;

    /** The stream's window in bytes after the request begins to read, as in a kube-apiserver. */
    static final int WINDOW = 256 * 1024;

    private static final System.Logger LOG = System.getLogger(StreamBody.class.getName());
    private static final byte[] EMPTY = new byte[0];
    private static final int FIRST_CAPACITY = 4096;

    private final RequestHead head;
    private final FrameWriter out;
    private final BodyBuffers buffers;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private String sharer;
    private byte[] waiting = EMPTY;
    private int from;
    private int to;
    private int left = FIRST_WINDOW;
    private int credit;
    private long received;
    private boolean widened;
    private boolean continued;
    private boolean ended;
    private boolean discarded;
    private @Nullable RuntimeException failure;

    /** @param sharer the first sharer for which {@code buffers} count the body, see {@link #countFor} */
    StreamBody(RequestHead head, FrameWriter out, BodyBuffers buffers, String sharer) {
        this.head = head;
        this.out = out;
        this.buffers = buffers;
        this.sharer = sharer;
        this.continued = !head.expectsContinue();
        this.ended = !head.hasBody();
    }

    /**
     * Receives a frame. If the body contradicts its Content-Length, or if there is no memory for it, only the request
     * that reads the body fails.
     *
     * @param data without padding
     * @param payload the frame's length in bytes, padding included
     * @throws Http2Exception if the client is not allowed to send the frame; the connection cannot go on
     */
    void receive(byte[] data, int payload, boolean last) {
        lock.lock();
        try {
            if (ended) {
                throw new Http2Exception(Http2ErrorCode.STREAM_CLOSED, "DATA after the end of the request");
            }
            left -= payload;
            if (left < 0) {
                throw new Http2Exception(Http2ErrorCode.FLOW_CONTROL, "more than the stream's window");
            }
            credit += payload - data.length;
            received += data.length;
            ended = last;
            if (!head.allows(received, last)) {
                fail(ApiException.badRequest("the length of the body differs from Content-Length"));
            } else if (!discarded && data.length > 0) {
                keep(data);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the body because trailers have arrived. Throws the same errors as {@link #receive}.
     *
     * @param fit false if the trailers are too large; then the request that reads the body fails
     */
    void end(boolean fit) {
        lock.lock();
        try {
            if (!fit) {
                fail(new ApiException(ApiError.trailersTooLarge()));
            }
            receive(EMPTY, 0, true);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /**
     * Waits for the next bytes, until the {@link BodyDeadline}.
     *
     * @throws InterruptedIOException if the thread is interrupted
     * @throws ApiException BadRequest or TooManyRequests, see {@link #receive}; Timeout after the deadline
     * @throws UncheckedIOException if the client has left
     */
    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        sendContinue();
        int count;
        int due;
        lock.lock();
        try {
            awaitBytes();
            if (failure != null) {
                throw failure;
            }
            if (from == to) {
                return -1;
            }
            count = Math.min(length, to - from);
            System.arraycopy(waiting, from, bytes, offset, count);
            from += count;
            buffers.giveBack(sharer, count);
            if (ended && from == to) {
                drop();
            }
            credit += count;
            if (!widened && head.mayExceed(FIRST_WINDOW)) {
                credit += WINDOW - FIRST_WINDOW;
            }
            widened = true;
            due = ended || credit < WINDOW / 2 ? 0 : credit;
            left += due;
            credit -= due;
        } finally {
            lock.unlock();
        }
        if (due > 0) {
            out.writeOfConnection(FrameWriter.windowUpdate(head.stream(), due));
        }
        return count;
    }

    /**
     * Counts the body for another sharer of the buffers from now on. If that sharer has no room for the body, the
     * request that reads the body fails.
     */
    void countFor(String other) {
        lock.lock();
        try {
            int size = to - from;
            buffers.giveBack(sharer, size);
            sharer = other;
            if (!buffers.take(other, size)) {
                from = to;
                fail(new ApiException(ApiError.tooManyRequests()));
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Drops the bytes that have arrived, and all later bytes. */
    void discard() {
        lock.lock();
        try {
            discarded = true;
            drop();
        } finally {
            lock.unlock();
        }
    }

    /** Fails the request that reads the body, because its client has left. */
    void abandon() {
        lock.lock();
        try {
            ended = true;
            fail(new UncheckedIOException(new IOException("the client has left")));
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Discards the unread bytes, and resets the stream if the client has not sent the whole body (RFC 9113, 8.1). */
    void close(Http2ErrorCode code) {
        discard();
        boolean unfinished;
        lock.lock();
        try {
            unfinished = !ended;
        } finally {
            lock.unlock();
        }
        if (unfinished) {
            reset(code);
        }
    }

    private void reset(Http2ErrorCode code) {
        try {
            out.writeOfConnection(FrameWriter.reset(head.stream(), code));
        } catch (UncheckedIOException | SocketWriterException e) {
            LOG.log(System.Logger.Level.DEBUG, "The client closed the connection before RST_STREAM", e);
        }
    }

    /** Sends 100 Continue if the client waits for this response before it sends the body (RFC 9110, 10.1.1). */
    private void sendContinue() {
        if (!continued) {
            continued = true;
            out.writeOfConnection(FrameWriter.continueResponse(head.stream()));
        }
    }

    private void awaitBytes() throws InterruptedIOException {
        BodyDeadline deadline = BodyDeadline.current();
        long left = deadline.leftNanos();
        try {
            while (from == to && failure == null && !ended) {
                var _ = changed.awaitNanos(left);
                left = deadline.leftNanos();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    private void keep(byte[] data) {
        if (!buffers.take(sharer, data.length)) {
            fail(new ApiException(ApiError.tooManyRequests()));
            return;
        }
        int size = to - from;
        if (waiting.length - to < data.length) {
            byte[] larger = waiting.length - size >= data.length
                    ? waiting
                    : new byte[Math.max(size + data.length, Math.max(FIRST_CAPACITY, 2 * size))];
            System.arraycopy(waiting, from, larger, 0, size);
            waiting = larger;
            from = 0;
            to = size;
        }
        System.arraycopy(data, 0, waiting, to, data.length);
        to += data.length;
    }

    private void fail(RuntimeException cause) {
        if (failure == null) {
            failure = cause;
        }
        discarded = true;
        drop();
    }

    private void drop() {
        buffers.giveBack(sharer, to - from);
        waiting = EMPTY;
        from = 0;
        to = 0;
    }
}
