package dev.chartroom.adapters.http.connection;

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
 * Spells the headers of one HTTP/2 connection out (HPACK, RFC 7541), so that Helidon needs no table of those that came
 * before. It counts their sizes in characters and the client in bytes: the two tables would part, and what one user's
 * request refers to could be another user's header. Nor does it come back from adding one that is larger than the table,
 * and of what is in Huffman code it reads ASCII alone.
 */
final class PlainHeaders {
    /** What holds where SETTINGS do not say otherwise (RFC 9113, 6.5.2), in bytes. */
    private static final int TABLE_SIZE = 4096;

    private static final String COOKIE = "cookie";

    /** Helidon takes the names of pseudo-headers by their index alone. */
    private static final Map<String, Integer> INDEXES = Map.of(":authority", 1, ":method", 2, ":path", 4, ":scheme", 6);

    // By this it makes a character of each byte, whatever they mean, and keeps no buffer for them.
    private final HPackDecoder decoder = new HPackDecoder(TABLE_SIZE, StandardCharsets.US_ASCII);
    private final RequestLimits limits;

    PlainHeaders(RequestLimits limits) {
        this.limits = limits;
    }

    /**
     * The headers of one request. Cookies mean nothing to this server, and a client may split one into thousands of
     * headers (RFC 9113, 8.2.3): they are left out.
     *
     * @param block as it came
     * @throws Http2Exception for what is no block of headers; the connection cannot go on
     */
    RequestFields decode(byte[] block) {
        ByteBuffer from = ByteBuffer.wrap(block);
        RequestFields fields = new RequestFields(limits);
        for (Header header = next(from); header != null; header = next(from)) {
            if (!header.getName().equals(COOKIE)) {
                fields.add(header);
            }
        }
        return fields;
    }

    /** Spells each header as a literal that no table keeps, and not in Huffman code. */
    static byte[] encode(List<Header> headers) {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        headers.forEach(header -> literal(header, plain));
        return plain.toByteArray();
    }

    /** Null after the last. */
    private @Nullable Header next(ByteBuffer block) {
        try {
            return decoder.decodeHeader(block);
        } catch (HPackException | IllegalArgumentException e) {
            throw new Http2Exception(Http2ErrorCode.COMPRESSION, e.getMessage(), e);
        }
    }

    /** RFC 7541, 6.2.2. */
    private static void literal(Header header, ByteArrayOutputStream plain) {
        Integer index = INDEXES.get(header.getName());
        plain.write(index == null ? 0 : index);
        if (index == null) {
            string(header.getName(), plain);
        }
        string(header.getValue(), plain);
    }

    /** RFC 7541, 5.1 and 5.2. */
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
