package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.http.connection.frame.PlainHeaders;
import dev.chartroom.adapters.http.connection.frame.RequestFields;
import dev.chartroom.adapters.http.connection.frame.RequestLimits;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainHeadersTest {
    private final HPackEncoder client = new HPackEncoder(4096, StandardCharsets.ISO_8859_1);
    private final PlainHeaders headers = new PlainHeaders(new RequestLimits(200_000, 1));

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 126, 127, 128, 254, 255, 256, 4000, 4096, 5000, 16_510, 16_511, 90_000})
    void headersOfAnyLengthAreReencodedUnchanged(int length) throws IOException, HPackException {
        assertPlain("/" + "a".repeat(length), "x-long", "b".repeat(length));
        assertPlain("/", "x-other", "c", "x-long", "b".repeat(length));
        assertPlain("/", "x-other", "c", "x-long", "b".repeat(length), "x-third", "é".repeat(length / 2));
    }

    @Test
    void nonAsciiHeadersAreReencodedUnchanged() throws IOException, HPackException {
        assertPlain(
                "/", "x-remote-user", "administrator-é", "x-remote-group", "東京", "x-remote-user", "administrator-è");
        assertPlain(
                "/", "x-remote-user", "administrator-è", "x-remote-group", "東京", "x-remote-user", "administrator-é");
    }

    /** Indexes beyond all tables, truncated literals, unterminated lengths and tables larger than allowed. */
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
    void malformedHeaderBlockIsRefused(String hex) {
        assertThatThrownBy(() -> headers.decode(HexFormat.of().parseHex(hex))).isInstanceOf(Http2Exception.class);
    }

    /** The client sends 4,000 bytes once, and then refers to them with one byte each time. */
    @Test
    void headersOverTheLimitGet431() throws IOException {
        byte[] once = encoded(List.of(new BasicHeader("x-large", "x".repeat(4000))));
        headers.decode(once);
        byte[] often = new byte[1000];
        Arrays.fill(often, (byte) (0x80 | 62));

        RequestFields fields = headers.decode(often);

        assertThat(fields.refusal()).isEqualTo(431);
        assertThat(fields.all()).allMatch(header -> header.getName().startsWith(":"));
    }

    @ParameterizedTest
    @CsvSource({
        "host,              other.example.com, 0",
        "te,                trailers,          0",
        "connection,        close,             400",
        "transfer-encoding, chunked,           400",
        "te,                gzip,              400",
        "X-Upper,           a,                 400",
        "x y,               a,                 400",
        "é,                 a,                 400",
        ":protocol,         websocket,         400",
        ":status,           200,               400",
        ":path,             /again,            400",
    })
    void headerThatMakesHelidonEndTheConnectionIsDropped(String name, String value, int refusal) throws IOException {
        List<Header> sent = pseudoHeaders("/");
        List<Header> with = new ArrayList<>(sent);
        with.add(new BasicHeader(name, value));

        RequestFields fields = headers.decode(encoded(with));

        assertThat(fields.all()).hasToString(sent.toString());
        assertThat(fields.refusal()).isEqualTo(refusal);
    }

    @ParameterizedTest
    @ValueSource(strings = {":method", ":scheme", ":authority", ":path"})
    void missingOrEmptyPseudoHeaderIsReplacedAndGets400(String name) throws IOException {
        List<Header> others = pseudoHeaders("/").stream()
                .filter(header -> !header.getName().equals(name))
                .toList();
        List<Header> empty = new ArrayList<>(others);
        empty.add(new BasicHeader(name, ""));

        for (List<Header> sent : List.of(others, empty)) {
            RequestFields fields = headers.decode(encoded(sent));

            assertThat(fields.all().stream().map(Header::getName))
                    .containsExactlyInAnyOrder(":method", ":scheme", ":authority", ":path");
            assertThat(fields.refusal()).isEqualTo(400);
        }
    }

    @Test
    void hostHeaderReplacesAMissingAuthority() throws IOException {
        RequestFields fields = headers.decode(encoded(List.of(
                new BasicHeader(":method", "GET"),
                new BasicHeader(":scheme", "https"),
                new BasicHeader(":path", "/"),
                new BasicHeader("host", "a"),
                new BasicHeader("host", "b"))));

        assertThat(fields.all()).hasToString("[:method: GET, :scheme: https, :path: /, :authority: a]");
        assertThat(fields.refusal()).isZero();
    }

    private static List<Header> pseudoHeaders(String path) {
        return List.of(
                new BasicHeader(":method", "GET"),
                new BasicHeader(":scheme", "https"),
                new BasicHeader(":authority", "localhost"),
                new BasicHeader(":path", path));
    }

    private void assertPlain(String path, String... namesAndValues) throws IOException, HPackException {
        List<Header> sent = new ArrayList<>(pseudoHeaders(path));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            byte[] value = namesAndValues[i + 1].getBytes(StandardCharsets.UTF_8);
            sent.add(new BasicHeader(namesAndValues[i], new String(value, StandardCharsets.ISO_8859_1)));
        }

        byte[] plain = PlainHeaders.encode(headers.decode(encoded(sent)).all());

        // Without a dynamic table, the decoder reads only headers that are complete in the block.
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
