package dev.chartroom.adapters.http.connection.frame;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Flag;
import io.helidon.http.http2.Http2FrameHeader;
import io.helidon.http.http2.Http2FrameType;
import io.helidon.http.http2.Http2FrameTypes;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Writes whole HTTP/2 frames, those of Helidon and others, one at a time. */
public final class FrameWriter implements DataWriter {
    private static final int TYPE = 3;
    private static final int FLAGS = 4;
    private static final int STREAM = 5;

    private final DataWriter out;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition headersEnded = lock.newCondition();
    private final ResponseListener answers;
    private boolean inHeaders;

    /** Is notified of the progress of answers. */
    public interface ResponseListener {
        void begins(int stream);

        /** All of the answer was written, or the stream was reset. */
        void ends(int stream, boolean reset);
    }

    public FrameWriter(DataWriter out, ResponseListener answers) {
        this.out = out;
        this.answers = answers;
    }

    /** Writes a frame of the connection, never within a block of headers (RFC 9113, 4.3). */
    public void writeOfConnection(BufferData frame) {
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
            int flags = frame.get(FLAGS);
            int stream = stream(frame);
            if (type == Http2FrameType.HEADERS.type()) {
                answers.begins(stream);
            }
            out.writeNow(frame);
            boolean reset = type == Http2FrameType.RST_STREAM.type();
            boolean ofAnswer = type == Http2FrameType.HEADERS.type() || type == Http2FrameType.DATA.type();
            if (reset || (ofAnswer && (flags & Http2Flag.END_OF_STREAM) != 0)) {
                answers.ends(stream, reset);
            }
            boolean ends = (flags & Http2Flag.END_OF_HEADERS) != 0;
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

    /** @param stream zero for the connection */
    public static BufferData windowUpdate(int stream, int bytes) {
        return frame(
                Http2FrameHeader.create(
                        Integer.BYTES, Http2FrameTypes.WINDOW_UPDATE, Http2Flag.NoFlags.create(), stream),
                bytes);
    }

    public static BufferData reset(int stream, Http2ErrorCode code) {
        return frame(
                Http2FrameHeader.create(Integer.BYTES, Http2FrameTypes.RST_STREAM, Http2Flag.NoFlags.create(), stream),
                code.code());
    }

    /**
     * Returns the interim response that requests a body: {@code :status} as a literal that no table keeps (RFC 7541,
     * 6.2.2).
     */
    public static BufferData continueResponse(int stream) {
        byte[] status = {8, 3, '1', '0', '0'};
        return BufferData.create(
                Http2FrameHeader.create(
                                status.length,
                                Http2FrameTypes.HEADERS,
                                Http2Flag.HeaderFlags.create(Http2Flag.END_OF_HEADERS),
                                stream)
                        .write(),
                BufferData.create(status));
    }

    /** Returns a frame whose payload consists of numbers of four bytes. */
    static BufferData frame(Http2FrameHeader header, int... numbers) {
        BufferData payload = BufferData.create(numbers.length * Integer.BYTES);
        for (int number : numbers) {
            payload.writeInt32(number);
        }
        return BufferData.create(header.write(), payload);
    }
}
