package dev.chartroom.adapters.http.connection.frame;

import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import io.helidon.http.http2.Http2Flag;
import io.helidon.http.http2.Http2FrameHeader;
import io.helidon.http.http2.Http2FrameType;
import java.util.Arrays;

/** An HTTP/2 frame as it arrived, header and payload (RFC 9113, 4.1). */
public final class Http2Frame {
    private final Http2FrameHeader header;
    private final byte[] bytes;

    public Http2Frame(Http2FrameHeader header, byte[] bytes) {
        this.header = header;
        this.bytes = bytes;
    }

    public Http2FrameType type() {
        return header.type();
    }

    public int stream() {
        return header.streamId();
    }

    public boolean has(int flag) {
        return (header.flags() & flag) != 0;
    }

    /** Returns the whole frame, which must not be modified. */
    public byte[] bytes() {
        return bytes;
    }

    byte[] payload() {
        return Arrays.copyOfRange(bytes, Http2FrameHeader.LENGTH, bytes.length);
    }

    /** Returns the number of bytes that flow control counts, padding included. */
    public int payloadLength() {
        return bytes.length - Http2FrameHeader.LENGTH;
    }

    /**
     * Returns the payload of DATA or HEADERS without its padding (RFC 9113, 6.1).
     *
     * @throws Http2Exception if there is more padding than payload; the connection cannot go on
     */
    public byte[] content() {
        if (!has(Http2Flag.PADDED)) {
            return payload();
        }
        int from = Http2FrameHeader.LENGTH + 1;
        int to = payloadLength() == 0 ? 0 : bytes.length - (bytes[from - 1] & 0xff);
        if (from > to) {
            throw new Http2Exception(Http2ErrorCode.PROTOCOL, "more padding than payload");
        }
        return Arrays.copyOfRange(bytes, from, to);
    }
}
