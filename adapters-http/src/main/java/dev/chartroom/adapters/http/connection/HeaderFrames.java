package dev.chartroom.adapters.http.connection;

import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import io.helidon.http.http2.Http2Flag;
import io.helidon.http.http2.Http2FrameHeader;
import io.helidon.http.http2.Http2FrameType;
import io.helidon.http.http2.Http2FrameTypes;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.Supplier;

/** A block of headers: the payloads of HEADERS and of the CONTINUATION frames that follow it (RFC 9113, 4.3 and 6.2). */
final class HeaderFrames {
    private static final int PRIORITY_LENGTH = 5;

    private final int maxFrameSize;
    private final long maxSize;
    private final PlainHeaders headers;

    /** @param maxSize of all headers of a request, as RFC 9113, 6.5.2 counts them */
    HeaderFrames(int maxFrameSize, long maxSize) {
        this.maxFrameSize = maxFrameSize;
        this.maxSize = maxSize;
        this.headers = new PlainHeaders(maxSize);
    }

    /**
     * The frames of a block in plain, without padding and priority, one after the other.
     *
     * @param first HEADERS
     * @param following waits for the next frame of the connection; asked as long as the block is not complete
     * @throws Http2Exception for what is no block of headers; the connection cannot go on
     */
    byte[] plain(Frame first, Supplier<Frame> following) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(fragment(first));
        long size = first.bytes().length;
        for (Frame last = first; !last.has(Http2Flag.END_OF_HEADERS); ) {
            last = following.get();
            size += last.bytes().length;
            if (last.type() != Http2FrameType.CONTINUATION || last.stream() != first.stream()) {
                throw new Http2Exception(Http2ErrorCode.PROTOCOL, "CONTINUATION was to come");
            }
            // With room for the headers of frames, which are not counted as headers are.
            if (size > 2 * maxSize) {
                throw new Http2Exception(Http2ErrorCode.ENHANCE_YOUR_CALM, "too many frames of headers");
            }
            block.writeBytes(last.payload());
        }
        return frames(first, headers.of(block.toByteArray()));
    }

    private static byte[] fragment(Frame headers) {
        byte[] payload = headers.payload();
        int from = 0;
        int to = payload.length;
        if (headers.has(Http2Flag.PADDED)) {
            from = 1;
            to -= payload.length == 0 ? 0 : payload[0] & 0xff;
        }
        if (headers.has(Http2Flag.PRIORITY)) {
            from += PRIORITY_LENGTH;
        }
        if (from > to) {
            throw new Http2Exception(Http2ErrorCode.PROTOCOL, "more padding than payload");
        }
        return Arrays.copyOfRange(payload, from, to);
    }

    private byte[] frames(Frame first, byte[] block) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream(block.length + Http2FrameHeader.LENGTH);
        int end = first.has(Http2Flag.END_OF_STREAM) ? Http2Flag.END_OF_STREAM : 0;
        int to = Math.min(block.length, maxFrameSize);
        write(
                Http2FrameHeader.create(
                        to,
                        Http2FrameTypes.HEADERS,
                        Http2Flag.HeaderFlags.create(end | endOfHeaders(to, block)),
                        first.stream()),
                frames);
        frames.write(block, 0, to);
        for (int from = to; from < block.length; from = to) {
            to = Math.min(block.length, from + maxFrameSize);
            write(
                    Http2FrameHeader.create(
                            to - from,
                            Http2FrameTypes.CONTINUATION,
                            Http2Flag.ContinuationFlags.create(endOfHeaders(to, block)),
                            first.stream()),
                    frames);
            frames.write(block, from, to - from);
        }
        return frames.toByteArray();
    }

    private static int endOfHeaders(int to, byte[] block) {
        return to == block.length ? Http2Flag.END_OF_HEADERS : 0;
    }

    private static void write(Http2FrameHeader header, ByteArrayOutputStream frames) {
        frames.writeBytes(header.write().readBytes());
    }
}
