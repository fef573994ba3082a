package dev.chartroom.adapters.http.connection;

import dev.chartroom.adapters.http.connection.frame.ConnectionWindow;
import dev.chartroom.adapters.http.connection.frame.GracefulEnd;
import dev.chartroom.adapters.http.connection.frame.HeaderFrames;
import dev.chartroom.adapters.http.connection.frame.Http2Frame;
import dev.chartroom.adapters.http.connection.frame.RequestHead;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import io.helidon.http.http2.Http2Flag;
import io.helidon.http.http2.Http2FrameHeader;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes an HTTP/2 connection's frames to Helidon, one at a time and with decompressed headers. When Helidon requests a
 * frame, it has finished with the previous one. Instead of Helidon, the {@link StreamBody} of a request gets its DATA
 * frames, and the {@link RequestStream} gets RST_STREAM. Helidon would not return the credit of a body that no handler
 * reads, and the whole connection would wait for a slow reader. Helidon would also treat a late RST_STREAM (RFC 9113,
 * 5.1) as an error of the connection.
 */
final class FrameReader implements Supplier<byte[]> {
    private static final int PREFACE_LENGTH = 24;
    /** The maximum number of consecutive DATA frames that carry no bytes and do not end the body, as in Helidon. */
    private static final int MAX_EMPTY_FRAMES = 10;

    private final DataReader in;
    private final int maxFrameSize;
    private final HeaderFrames headers;
    private final RequestStreams streams;
    private final ConnectionWindow window;
    private final IntConsumer onReset;
    private final IntConsumer refuse;
    private final GracefulEnd end;
    private boolean begun;
    private int lastRequest;
    private int emptyFrames;
    private @Nullable RequestHead head;

    /**
     * @param maxFrameSize the maximum size of a frame in bytes; a larger frame ends the connection
     * @param window the window of the connection; until the first frame is read, the window has the size that Helidon
     *     announced
     * @param onReset receives the id of each stream that the client resets
     * @param refuse resets a stream for which there is no room (RFC 9113, 5.1.2). Helidon would end the connection
     *     instead.
     * @param end decides which requests come too late
     */
    FrameReader(
            DataReader in,
            int maxFrameSize,
            HeaderFrames headers,
            RequestStreams streams,
            ConnectionWindow window,
            IntConsumer onReset,
            IntConsumer refuse,
            GracefulEnd end) {
        this.in = in;
        this.maxFrameSize = maxFrameSize;
        this.headers = headers;
        this.streams = streams;
        this.window = window;
        this.onReset = onReset;
        this.refuse = refuse;
        this.end = end;
    }

    /** Returns the head of the request that was read last. */
    RequestHead lastRequest() {
        if (head == null) {
            throw new IllegalStateException("no request was read");
        }
        return head;
    }

    /**
     * Waits for the next frame that Helidon gets. For a block of headers, returns all of its frames.
     *
     * @throws DataReader.InsufficientDataAvailableException if the client has closed the connection
     * @throws Http2Exception if the connection cannot go on
     */
    @Override
    public byte[] get() {
        if (!begun) {
            begun = true;
            // Helidon has sent its SETTINGS. The server must not send any other frame before them.
            window.open(StreamBody.FIRST_WINDOW);
            end.opened();
            return in.readBytes(PREFACE_LENGTH);
        }
        while (true) {
            Http2Frame frame = frame();
            byte[] bytes = switch (frame.type()) {
                case HEADERS -> headers(frame);
                case DATA -> data(frame);
                case RST_STREAM -> reset(frame);
                case WINDOW_UPDATE -> windowUpdate(frame);
                default -> frame.stream() > lastRequest && end.hasBegun() ? null : frame.bytes();
            };
            if (bytes != null) {
                return bytes;
            }
        }
    }

    private Http2Frame frame() {
        Http2FrameHeader header = Http2FrameHeader.create(in.getBuffer(Http2FrameHeader.LENGTH));
        if (header.length() > maxFrameSize) {
            throw new Http2Exception(Http2ErrorCode.FRAME_SIZE, "a frame of more than " + maxFrameSize + " bytes");
        }
        return new Http2Frame(header, in.readBytes(Http2FrameHeader.LENGTH + header.length()));
    }

    private byte @Nullable [] headers(Http2Frame frame) {
        int stream = frame.stream();
        if (stream <= lastRequest) {
            trailers(frame);
            return null;
        }
        if (!end.admits(stream)) {
            var _ = headers.skip(frame, this::frame);
            return null;
        }
        lastRequest = stream;
        if (streams.isFull()) {
            var _ = headers.skip(frame, this::frame);
            refuse.accept(stream);
            return null;
        }
        head = headers.head(frame, this::frame);
        return headers.plain();
    }

    /** Drops trailers, which no handler uses, and ends the body. */
    private void trailers(Http2Frame frame) {
        boolean fit = headers.skip(frame, this::frame);
        StreamBody body = streams.body(frame.stream());
        if (body != null) {
            if (!frame.has(Http2Flag.END_OF_STREAM)) {
                throw new Http2Exception(Http2ErrorCode.PROTOCOL, "trailers that do not end the request");
            }
            body.end(fit);
        }
        window.settle();
    }

    private byte @Nullable [] data(Http2Frame frame) {
        int stream = frame.stream();
        boolean last = frame.has(Http2Flag.END_OF_STREAM);
        int payload = frame.payloadLength();
        if (stream == 0 || (stream > lastRequest && !end.hasBegun())) {
            throw new Http2Exception(Http2ErrorCode.PROTOCOL, "DATA without a request");
        }
        emptyFrames = payload > 0 || last ? 0 : emptyFrames + 1;
        if (emptyFrames > MAX_EMPTY_FRAMES) {
            throw new Http2Exception(Http2ErrorCode.ENHANCE_YOUR_CALM, "too many empty frames");
        }
        window.received(payload);
        StreamBody body = streams.body(stream);
        if (body != null) {
            body.receive(frame.content(), payload, last);
        }
        // If the request is already answered, each frame might be the last one.
        if (last || body == null) {
            window.settle();
        }
        return null;
    }

    /**
     * Drops window updates for requests that are over, and for requests that Helidon did not get. For the latter,
     * Helidon would end the connection.
     */
    private byte @Nullable [] windowUpdate(Http2Frame frame) {
        int stream = frame.stream();
        boolean over = stream != 0 && streams.body(stream) == null && (stream <= lastRequest || end.hasBegun());
        return over ? null : frame.bytes();
    }

    private byte @Nullable [] reset(Http2Frame frame) {
        if (frame.stream() > lastRequest && !end.hasBegun()) {
            throw new Http2Exception(Http2ErrorCode.PROTOCOL, "RST_STREAM without a request");
        }
        if (frame.payloadLength() != Integer.BYTES) {
            throw new Http2Exception(Http2ErrorCode.FRAME_SIZE, "RST_STREAM has four bytes");
        }
        onReset.accept(frame.stream());
        window.settle();
        return null;
    }
}
