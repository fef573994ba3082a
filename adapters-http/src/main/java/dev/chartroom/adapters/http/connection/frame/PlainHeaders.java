package dev.chartroom.adapters.http.connection.frame;

import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http2.hpack.HPackDecoder;
import org.apache.hc.core5.http2.hpack.HPackException;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses the headers of one HTTP/2 connection (HPACK, RFC 7541), so that Helidon needs no table of earlier
 * headers. Helidon counts the sizes of headers in characters, and the client counts them in bytes. So the two tables
 * would diverge, and a reference in one user's request could resolve to another user's header. Helidon also hangs when
 * it adds a header that is larger than the table. Helidon decodes only ASCII characters from Huffman code.
 */
public final class PlainHeaders {
    /** Bytes: the default if SETTINGS contain no other value (RFC 9113, 6.5.2). */
    private static final int TABLE_SIZE = 4096;

    private static final String COOKIE = "cookie";

    /** Helidon recognises the names of pseudo-headers only by their index. */
    private static final Map<String, Integer> INDEXES = Map.of(":authority", 1, ":method", 2, ":path", 4, ":scheme", 6);

    // With this charset the decoder turns each byte into one character, whatever the byte's value, and keeps no buffer.
    private final HPackDecoder decoder = new HPackDecoder(TABLE_SIZE, StandardCharsets.US_ASCII);
    private final RequestLimits limits;

    public PlainHeaders(RequestLimits limits) {
        this.limits = limits;
    }

    /**
     * Decodes the headers of one request. Cookies are dropped: the server does not use them, and a client can split one
     * cookie into thousands of headers (RFC 9113, 8.2.3).
     *
     * @param block the block of headers as it arrived
     * @throws Http2Exception if the bytes are not a block of headers; the connection cannot go on
     */
    public RequestFields decode(byte[] block) {
        ByteBuffer from = ByteBuffer.wrap(block);
        RequestFields fields = new RequestFields(limits);
        for (Header header = next(from); header != null; header = next(from)) {
            if (!header.getName().equals(COOKIE)) {
                fields.add(header);
            }
        }
        return fields;
    }

    /** Encodes each header as a literal that no table keeps, without Huffman code. */
    public static byte[] encode(List<Header> headers) {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        headers.forEach(header -> literal(header, plain));
        return plain.toByteArray();
    }

    /** Returns the next header; null after the last header. */
    private @Nullable Header next(ByteBuffer block) {
        try {
            return decoder.decodeHeader(block);
        } catch (HPackException | IllegalArgumentException e) {
            throw new Http2Exception(Http2ErrorCode.COMPRESSION, e.getMessage(), e);
        }
    }

    /** Writes a header as a literal that no table keeps (RFC 7541, 6.2.2). */
    private static void literal(Header header, ByteArrayOutputStream plain) {
        Integer index = INDEXES.get(header.getName());
        plain.write(index == null ? 0 : index);
        if (index == null) {
            string(header.getName(), plain);
        }
        string(header.getValue(), plain);
    }

    /** Writes a string after its length (RFC 7541, 5.1 and 5.2). */
    private static void string(String value, ByteArrayOutputStream plain) {
        int rest = value.length() - 127;
        plain.write(Math.min(value.length(), 127));
        for (; rest >= 128; rest >>>= 7) {
            plain.write(rest & 127 | 128);
        }
        if (rest >= 0) {
            plain.write(rest);
        }
        plain.writeBytes(value.getBytes(StandardCharsets.ISO_8859_1));
    }
}
