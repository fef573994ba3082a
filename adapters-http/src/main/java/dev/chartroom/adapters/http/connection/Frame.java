package dev.chartroom.adapters.http.connection;

import io.helidon.http.http2.Http2FrameHeader;
import io.helidon.http.http2.Http2FrameType;
import java.util.Arrays;

/** An HTTP/2 frame as it came, header and payload (RFC 9113, 4.1). */
final class Frame {
    private final Http2FrameHeader header;
    private final byte[] bytes;

    Frame(Http2FrameHeader header, byte[] bytes) {
        this.header = header;
        this.bytes = bytes;
    }

    Http2FrameType type() {
        return header.type();
    }

    int stream() {
        return header.streamId();
    }

    boolean has(int flag) {
        return (header.flags() & flag) != 0;
    }

    /** All of it; not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    byte[] payload() {
        return Arrays.copyOfRange(bytes, Http2FrameHeader.LENGTH, bytes.length);
    }
}
