package dev.chartroom.adapters.http.connection.frame;

import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import io.helidon.http.http2.Http2Flag;
import io.helidon.http.http2.Http2FrameHeader;
import io.helidon.http.http2.Http2FrameType;
import io.helidon.http.http2.Http2FrameTypes;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hc.core5.http.Header;

/**
 * A block of headers: the payloads of HEADERS and of the CONTINUATION frames that follow it (RFC 9113, 4.3 and 6.2).
 */
public final class HeaderFrames {
    private static final int PRIORITY_LENGTH = 5;

    private final int maxFrameSize;
    private final PlainHeaders headers;
    private byte[] plain = {};

    public HeaderFrames(int maxFrameSize, RequestLimits limits) {
        this.maxFrameSize = maxFrameSize;
        this.headers = new PlainHeaders(limits);
    }

    /**
     * Reads the head of a request: a block of headers with all of its frames.
     *
     * @param first the HEADERS frame
     * @param following waits for the next frame of the connection; called until the block is complete
     * @throws Http2Exception if the frames are not a block of headers; the connection cannot go on
     */
    public RequestHead head(Http2Frame first, Supplier<Http2Frame> following) {
        RequestFields fields = headers.decode(block(first, following));
        List<Header> all = fields.all();
        plain = frames(first, PlainHeaders.encode(RequestHead.withoutFraming(all)));
        return first.has(Http2Flag.END_OF_STREAM)
                ? RequestHead.withoutBody(first.stream(), all, fields.refusal())
                : RequestHead.withBody(first.stream(), all, fields.refusal());
    }

    /**
     * Returns the frames of the last {@link #head}, decompressed for Helidon. These frames declare that the request has
     * no body.
     */
    public byte[] plain() {
        return plain;
    }

    /**
     * Reads a block and drops it. All blocks of a connection share one table, so each block must be decoded. Throws the
     * same errors as {@link #head}.
     *
     * @return false if the block exceeds the limit on the head of a request
     */
    public boolean skip(Http2Frame first, Supplier<Http2Frame> following) {
        return headers.decode(block(first, following)).fit();
    }

    private byte[] block(Http2Frame first, Supplier<Http2Frame> following) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(fragment(first));
        long size = first.bytes().length;
        for (Http2Frame last = first; !last.has(Http2Flag.END_OF_HEADERS); ) {
            last = following.get();
            size += last.bytes().length;
            if (last.type() != Http2FrameType.CONTINUATION || last.stream() != first.stream()) {
                throw new Http2Exception(Http2ErrorCode.PROTOCOL, "expected CONTINUATION");
            }
            // The limit leaves room for the headers of the frames, which do not count as request headers.
            if (size > 2L * RequestLimits.MAX_HEAD) {
                throw new Http2Exception(Http2ErrorCode.ENHANCE_YOUR_CALM, "too many frames of headers");
            }
            block.writeBytes(last.payload());
        }
        return block.toByteArray();
    }

    private static byte[] fragment(Http2Frame headers) {
        byte[] content = headers.content();
        int from = headers.has(Http2Flag.PRIORITY) ? PRIORITY_LENGTH : 0;
        if (from > content.length) {
            throw new Http2Exception(Http2ErrorCode.PROTOCOL, "HEADERS without the priority that its flag announces");
        }
        return Arrays.copyOfRange(content, from, content.length);
    }

    /** Returns frames that always have END_STREAM. */
    private byte[] frames(Http2Frame first, byte[] block) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream(block.length + Http2FrameHeader.LENGTH);
        int to = Math.min(block.length, maxFrameSize);
        write(
                Http2FrameHeader.create(
                        to,
                        Http2FrameTypes.HEADERS,
                        Http2Flag.HeaderFlags.create(Http2Flag.END_OF_STREAM | endOfHeaders(to, block)),
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
