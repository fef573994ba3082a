package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.helidon.http.http2.Http2Exception;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http2.hpack.HPackDecoder;
import org.apache.hc.core5.http2.hpack.HPackEncoder;
import org.apache.hc.core5.http2.hpack.HPackException;
import org.apache.hc.core5.util.ByteArrayBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainHeadersTest {
    private final HPackEncoder client = new HPackEncoder(4096, StandardCharsets.ISO_8859_1);
    private final PlainHeaders headers = new PlainHeaders(new RequestLimits(200_000));

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 126, 127, 128, 254, 255, 256, 4000, 4096, 5000, 16_510, 16_511, 90_000})
    void headersOfAnyLengthAreTheSameInPlain(int length) throws IOException, HPackException {
        assertPlain(":method", "GET", ":path", "/" + "a".repeat(length), "x-long", "b".repeat(length));
        assertPlain(":method", "GET", ":path", "/", "x-other", "c", "x-long", "b".repeat(length));
        assertPlain(":path", "/", "x-other", "c", "x-long", "b".repeat(length), "x-third", "é".repeat(length / 2));
    }

    @Test
    void whatIsNotAsciiIsTheSameInPlain() throws IOException, HPackException {
        assertPlain("x-remote-user", "administrator-é", "x-remote-group", "東京", "x-remote-user", "administrator-è");
        assertPlain("x-remote-user", "administrator-è", "x-remote-group", "東京", "x-remote-user", "administrator-é");
    }

    /** An index beyond all tables, a literal cut off, a length without an end, a table larger than allowed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ff8001",
                "4001",
                "400161",
                "00ffffffffffffffffff7f",
                "3fe27f",
                "00ffffffffff07",
                "0061ffffffffff07"
            })
    void whatIsNoBlockOfHeadersIsRefused(String hex) {
        assertThatThrownBy(() -> headers.decode(HexFormat.of().parseHex(hex))).isInstanceOf(Http2Exception.class);
    }

    /** 4,000 bytes that a client sends once, and refers to with a byte from then on. */
    @Test
    void moreHeadersThanAllowedAreRefused() throws IOException {
        byte[] once = encoded(List.of(new BasicHeader("x-large", "x".repeat(4000))));
        headers.decode(once);
        byte[] often = new byte[1000];
        Arrays.fill(often, (byte) (0x80 | 62));

        RequestFields fields = headers.decode(often);

        assertThat(fields.refusal()).isEqualTo(431);
        assertThat(fields.all()).isEmpty();
    }

    private void assertPlain(String... namesAndValues) throws IOException, HPackException {
        List<Header> sent = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            byte[] value = namesAndValues[i + 1].getBytes(StandardCharsets.UTF_8);
            sent.add(new BasicHeader(namesAndValues[i], new String(value, StandardCharsets.ISO_8859_1)));
        }

        byte[] plain = PlainHeaders.encode(headers.decode(encoded(sent)).all());

        // Without a table there is nothing that a header could have been left in, or found in.
        List<Header> read = new HPackDecoder(0, StandardCharsets.ISO_8859_1).decodeHeaders(ByteBuffer.wrap(plain));
        assertThat(read).hasToString(sent.toString());
        for (Header header : sent) {
            assertThat(new String(plain, StandardCharsets.ISO_8859_1)).contains(header.getValue());
        }
    }

    private byte[] encoded(List<Header> sent) throws IOException {
        ByteArrayBuffer block = new ByteArrayBuffer(1024);
        client.encodeHeaders(block, sent, true);
        return block.toByteArray();
    }
}
