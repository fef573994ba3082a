package dev.chartroom.adapters.http.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import io.helidon.http.http2.Http2Flag;
import io.helidon.http.http2.Http2FrameHeader;
import io.helidon.http.http2.Http2FrameType;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;

/** Writes whole HTTP/2 frames, Helidon's and others, one at a time. */
final class FrameWriter implements DataWriter {
    private static final int TYPE = 3;
    private static final int FLAGS = 4;
    private static final int STREAM = 5;

    private final DataWriter out;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition headersEnded = lock.newCondition();
    private final IntConsumer onHeaders;
    private boolean inHeaders;

    /** @param onHeaders takes the stream of each answer that begins */
    FrameWriter(DataWriter out, IntConsumer onHeaders) {
        this.out = out;
        this.onHeaders = onHeaders;
    }

    /** Writes a frame of the connection, never within a block of headers (RFC 9113, 4.3). */
    void writeOfConnection(BufferData frame) {
        lock.lock();
        try {
            while (inHeaders) {
                headersEnded.awaitUninterruptibly();
            }
            out.writeNow(frame);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void writeNow(BufferData frame) {
        lock.lock();
        try {
            int type = frame.get(TYPE);
            boolean ends = (frame.get(FLAGS) & Http2Flag.END_OF_HEADERS) != 0;
            if (type == Http2FrameType.HEADERS.type()) {
                onHeaders.accept(stream(frame));
            }
            out.writeNow(frame);
            if (type == Http2FrameType.HEADERS.type() || type == Http2FrameType.CONTINUATION.type()) {
                inHeaders = !ends;
                headersEnded.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void writeNow(BufferData... buffers) {
        writeNow(BufferData.create(buffers));
    }

    @Override
    public void write(BufferData frame) {
        writeNow(frame);
    }

    @Override
    public void write(BufferData... buffers) {
        writeNow(buffers);
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        out.close();
    }

    private static int stream(BufferData frame) {
        int id = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            id = id << Byte.SIZE | (frame.get(STREAM + i) & 0xff);
        }
        return id;
    }

    /** A frame in which there is nothing but numbers of four bytes. */
    static BufferData frame(Http2FrameHeader header, int... numbers) {
        BufferData payload = BufferData.create(numbers.length * Integer.BYTES);
        for (int number : numbers) {
            payload.writeInt32(number);
        }
        return BufferData.create(header.write(), payload);
    }
}
