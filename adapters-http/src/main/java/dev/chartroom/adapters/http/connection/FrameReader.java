package dev.chartroom.adapters.http.connection;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import io.helidon.http.http2.Http2Flag;
import io.helidon.http.http2.Http2FrameHeader;
import io.helidon.http.http2.Http2FrameType;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Hands an HTTP/2 connection's frames to Helidon one at a time, so that it is done with one when it asks for the next,
 * headers in plain, and sees to RST_STREAM itself: Helidon tells nobody of it, and takes one for a stream that is served
 * already, as a client may send it at any time (RFC 9113, 5.1), for an error of the whole connection.
 */
final class FrameReader implements Supplier<byte[]> {
    private static final int PREFACE_LENGTH = 24;

    private final DataReader in;
    private final int maxFrameSize;
    private final HeaderFrames headers;
    private final IntConsumer onReset;
    private final GracefulEnd end;
    private final Set<Integer> unfinished = new HashSet<>();
    private boolean begun;
    private int lastRequest;

    /**
     * @param maxFrameSize what is larger is refused
     * @param onReset takes the id of each stream that the client resets
     * @param end knows which requests come too late
     */
    FrameReader(DataReader in, int maxFrameSize, HeaderFrames headers, IntConsumer onReset, GracefulEnd end) {
        this.in = in;
        this.maxFrameSize = maxFrameSize;
        this.headers = headers;
        this.onReset = onReset;
        this.end = end;
    }

    /** The stream whose headers were read last. */
    int lastRequest() {
        return lastRequest;
    }

    /**
     * The next frame, waited for; a block of headers with all of its frames.
     *
     * @throws DataReader.InsufficientDataAvailableException where the client has closed the connection
     * @throws Http2Exception where the connection cannot go on
     */
    @Override
    public byte[] get() {
        if (!begun) {
            begun = true;
            return in.readBytes(PREFACE_LENGTH);
        }
        while (true) {
            Frame frame = frame();
            // Also what comes too late: all headers share one table.
            byte[] bytes = frame.type() == Http2FrameType.HEADERS ? headers.plain(frame, this::frame) : frame.bytes();
            if (isForHelidon(frame)) {
                return bytes;
            }
        }
    }

    private Frame frame() {
        Http2FrameHeader header = Http2FrameHeader.create(in.getBuffer(Http2FrameHeader.LENGTH));
        if (header.length() > maxFrameSize) {
            throw new Http2Exception(Http2ErrorCode.FRAME_SIZE, "a frame of more than " + maxFrameSize + " bytes");
        }
        return new Frame(header, in.readBytes(Http2FrameHeader.LENGTH + header.length()));
    }

    private boolean isForHelidon(Frame frame) {
        int stream = frame.stream();
        boolean isNew = frame.type() == Http2FrameType.HEADERS && stream > lastRequest;
        if (isNew ? !end.admits(stream) : stream > lastRequest && end.hasBegun()) {
            return false;
        }
        return switch (frame.type()) {
            case HEADERS -> {
                lastRequest = stream;
                yield isRead(frame);
            }
            case DATA -> isRead(frame);
            case RST_STREAM -> {
                onReset.accept(stream);
                // Only where Helidon waits for the rest of the request, and so is sure to know the stream.
                yield unfinished.remove(stream);
            }
            default -> true;
        };
    }

    private boolean isRead(Frame frame) {
        if (frame.has(Http2Flag.END_OF_STREAM)) {
            unfinished.remove(frame.stream());
        } else {
            unfinished.add(frame.stream());
        }
        return true;
    }
}
