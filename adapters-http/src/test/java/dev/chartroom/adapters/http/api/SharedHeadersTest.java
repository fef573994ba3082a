package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.CONTINUATION;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.END_HEADERS;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.END_STREAM;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.GOAWAY;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.HEADERS;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.PADDED;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.PRIORITY;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.frame;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http2.hpack.HPackEncoder;
import org.apache.hc.core5.util.ByteArrayBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The header table that all users of a connection share (HPACK, RFC 7541; ADR 0003). */
class SharedHeadersTest extends ApiTest {
    private static final String USER = Users.HEADER.toLowerCase(Locale.ROOT);

    private final HPackEncoder encoder = new HPackEncoder(4096, StandardCharsets.ISO_8859_1);
    private RawMultiplexedConnection shared;

    @BeforeEach
    void connect() throws IOException {
        shared = new RawMultiplexedConnection(server.port());
        server.users.asked();
    }

    @AfterEach
    void disconnect() throws IOException {
        shared.close();
    }

    @Test
    void nonAsciiUserNamesAreDecodedExactly() throws IOException {
        List<String> names = List.of(
                "administrator-é",
                "administrator-è",
                "東京",
                "東亰",
                "administrator-é",
                "é".repeat(3000),
                "東京",
                "administrator-è");

        for (int i = 0; i < names.size(); i++) {
            int stream = 2 * i + 1;
            shared.send(frame(HEADERS, END_HEADERS | END_STREAM, stream, block(USER, names.get(i))));
            shared.read(frame -> frame.stream() == stream && frame.isEnd());
        }

        assertThat(server.users.asked().stream().map(RequestAttributes::user).map(user -> user.name()))
                .containsExactlyElementsOf(names);
    }

    /** An authenticator relies on the replacement character to refuse such names. */
    @Test
    void nonAsciiHttp1HeaderGetsAReplacementCharacter() throws IOException {
        try (RawConnection own = new RawConnection(server.port())) {
            own.send("GET " + ROOT + " HTTP/1.1\r\nHost: a\r\n" + USER + ": jos\u00e9\r\nConnection: close\r\n\r\n")
                    .readAll();
        }

        assertThat(server.users.asked())
                .singleElement()
                .satisfies(asked -> assertThat(asked.user().name()).startsWith("jos\ufffd"));
    }

    @Test
    void headerLargerThanTheTableIsServed() throws IOException {
        assertServes(1, "x-large", "x".repeat(5000));
        assertServes(3, "x-large", "x".repeat(5000), "x-small", "x");
        assertServes(5, "x-small", "x");
    }

    /** For example a user name with a leading space, which the kube-apiserver forwards. */
    @Test
    void oddHeaderValueDoesNotAffectOtherRequests() throws IOException {
        assertServes(1, "x-odd", " \u0001\u007f");
        assertServes(3);
    }

    @Test
    void headersInManyFramesAreOneBlock() throws IOException {
        byte[] block = block("x-one", "1", "x-two", "2");
        byte[] begin = new byte[1 + 5 + 4 + 3];
        begin[0] = 3;
        System.arraycopy(block, 0, begin, 6, 4);

        shared.send(
                        frame(HEADERS, PADDED | PRIORITY | END_STREAM, 1, begin),
                        frame(CONTINUATION, 0, 1, new byte[0]),
                        frame(CONTINUATION, 0, 1, Arrays.copyOfRange(block, 4, 9)),
                        frame(CONTINUATION, END_HEADERS, 1, Arrays.copyOfRange(block, 9, block.length)))
                .read(frame -> frame.stream() == 1 && frame.isEnd());

        assertServes(3, "x-one", "1", "x-two", "2");
    }

    @Test
    void malformedHeaderBlockEndsTheConnection() throws IOException {
        assertServes(1);

        shared.send(frame(HEADERS, END_HEADERS | END_STREAM, 3, new byte[] {(byte) 0xff, 0x7f}));

        shared.read(frame -> frame.type() == GOAWAY);
    }

    @Test
    void frameInsideAHeaderBlockEndsTheConnection() throws IOException {
        shared.send(frame(HEADERS, END_STREAM, 1, block()), request(3, "/healthz"));

        shared.read(frame -> frame.type() == GOAWAY);
    }

    private void assertServes(int stream, String... headers) throws IOException {
        shared.send(frame(HEADERS, END_HEADERS | END_STREAM, stream, block(headers)))
                .read(frame -> frame.stream() == stream && frame.isEnd());
    }

    private byte[] block(String... headers) throws IOException {
        List<Header> all = new ArrayList<>(List.of(
                new BasicHeader(":method", "GET"),
                new BasicHeader(":scheme", "https"),
                new BasicHeader(":authority", "localhost"),
                new BasicHeader(":path", ROOT)));
        for (int i = 0; i < headers.length; i += 2) {
            // UTF-8, with one character per byte.
            String value = new String(headers[i + 1].getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            all.add(new BasicHeader(headers[i], value));
        }
        ByteArrayBuffer block = new ByteArrayBuffer(1024);
        encoder.encodeHeaders(block, all, true);
        return block.toByteArray();
    }
}
