package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.DATA;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.END_STREAM;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.HEADERS;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.RST_STREAM;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.fields;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.request;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.windowUpdate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.api.RawMultiplexedConnection.Frame;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Malformed request heads (RFC 9113, 8.1.1). The kube-apiserver proxies any method, so one user's CONNECT must not end
 * the connection of all users.
 */
class MalformedHeadTest extends ApiTest {
    private static final String METHOD = ":method";
    private static final String SCHEME = ":scheme";
    private static final String AUTHORITY = ":authority";
    private static final String PATH = ":path";

    static Stream<Arguments> headsWithoutBody() {
        return Stream.concat(
                heads(),
                Stream.of(
                        head("a length without a body", 400, fieldsOf("GET", "content-length", "5")),
                        head("two lengths", 400, fieldsOf("GET", "content-length", "0", "content-length", "1")),
                        head("no number as a length", 400, fieldsOf("GET", "content-length", "x")),
                        head("a length of nothing", 200, fieldsOf("GET", "content-length", "0")),
                        head("an expectation without a body", 200, fieldsOf("GET", "expect", "100-continue"))));
    }

    static Stream<Arguments> heads() {
        return Stream.of(
                head("a tunnel", 405, METHOD, "CONNECT", AUTHORITY, "a:443"),
                head("a tunnel with a path", 405, fieldsOf("CONNECT")),
                head("no method", 400, SCHEME, "https", AUTHORITY, "a", PATH, "/healthz"),
                head("no scheme", 400, METHOD, "GET", AUTHORITY, "a", PATH, "/healthz"),
                head("no authority", 400, METHOD, "GET", SCHEME, "https", PATH, "/healthz"),
                head("no path", 400, METHOD, "GET", SCHEME, "https", AUTHORITY, "a"),
                head("nothing at all", 400),
                head("no pseudo-header", 400, "accept", "*/*"),
                head("an empty path", 400, METHOD, "GET", SCHEME, "https", AUTHORITY, "a", PATH, ""),
                head("an empty method", 400, fieldsOf("")),
                head("a method of two words", 400, fieldsOf("GET GET")),
                head("a method not in ASCII", 400, fieldsOf("GÉT")),
                head("a second path", 400, fieldsOf("GET", PATH, "/healthz")),
                head("a second method", 400, fieldsOf("GET", METHOD, "GET")),
                head("a second scheme", 400, fieldsOf("GET", SCHEME, "https")),
                head("a second authority", 400, fieldsOf("GET", AUTHORITY, "a")),
                head("a status", 400, fieldsOf("GET", ":status", "200")),
                head("an unknown pseudo-header", 400, fieldsOf("GET", ":protocol", "websocket")),
                head("a pseudo-header that is only a colon", 400, fieldsOf("GET", ":", "a")),
                head("a pseudo-header behind others", 400, fieldsOf("GET", "accept", "*/*", PATH, "/healthz")),
                head("a connection header", 400, fieldsOf("GET", "connection", "close")),
                head("a transfer encoding", 400, fieldsOf("GET", "transfer-encoding", "chunked")),
                head("another te than trailers", 400, fieldsOf("GET", "te", "gzip")),
                head("trailers", 200, fieldsOf("GET", "te", "trailers")),
                head("trailers twice", 200, fieldsOf("GET", "te", "trailers", "te", "trailers")),
                head("a name in upper case", 400, fieldsOf("GET", "X-Upper", "a")),
                head("a name with a space", 400, fieldsOf("GET", "x y", "a")),
                head("a name not in ASCII", 400, fieldsOf("GET", "é", "a")),
                head("another host", 200, fieldsOf("GET", "host", "other.example.com")),
                head("two hosts", 200, fieldsOf("GET", "host", "a", "host", "b")),
                head("a host for an authority", 200, METHOD, "GET", SCHEME, "https", PATH, "/healthz", "host", "a"),
                head("an odd authority", 200, METHOD, "GET", SCHEME, "https", PATH, "/healthz", AUTHORITY, "a b:é"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("headsWithoutBody")
    void headWithoutABodyDoesNotEndTheConnection(String what, int code, String[] fields) throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection.send(fields(1, END_STREAM, fields));

            Frame head = connection.read(frame -> frame.stream() == 1 && frame.type() == HEADERS);
            assertThat(head.status()).isEqualTo(code);
            connection.read(frame -> frame.stream() == 1 && frame.isEnd());
            assertServes(connection, 3);
        }
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("heads")
    void headWithABodyDoesNotEndTheConnection(String what, int code, String[] fields) throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection.send(fields(1, 0, fields));
            connection.sendBody(1, new byte[100], true);

            Frame head = connection.read(frame -> frame.stream() == 1 && frame.type() == HEADERS);
            assertThat(head.status()).isEqualTo(code);
            assertServes(connection, 3);
        }
    }

    /** Helidon counts the streams that it resets for wrong lengths, and then ends the connection. */
    @Test
    void manyMalformedHeadsDoNotEndTheConnection() throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            int stream = 1;
            // Otherwise the answers would wait for the client, and each of them takes one of the connection's places.
            connection.send(windowUpdate(0, 1 << 30));
            for (; stream < 4000; stream += 2) {
                connection.send(fields(stream, END_STREAM, fieldsOf("GET", "content-length", "5")));
            }
            for (int i = 1; i < stream; i += 2) {
                connection.read(frame -> frame.isEnd() || frame.type() == RST_STREAM);
            }
            assertServes(connection, stream);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "CONNECT"})
    void malformedHeadGetsAStatus(String method) throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection.send(fields(1, END_STREAM, METHOD, method, AUTHORITY, "a"));

            Frame body = connection.read(frame -> frame.stream() == 1 && frame.type() == DATA);
            assertThat(body.payload())
                    .contains("\"kind\":\"Status\"", method.equals("GET") ? "BadRequest" : "MethodNotAllowed");
        }
    }

    private static void assertServes(RawMultiplexedConnection connection, int stream) throws IOException {
        connection.send(request(stream, "/healthz"));
        assertThat(connection
                        .read(frame -> frame.stream() == stream && frame.type() == HEADERS)
                        .status())
                .isEqualTo(200);
    }

    private static Arguments head(String what, int code, String... fields) {
        return Arguments.of(what, code, fields);
    }

    private static String[] fieldsOf(String method, String... more) {
        return Stream.concat(
                        Stream.of(METHOD, method, SCHEME, "https", AUTHORITY, "a", PATH, "/healthz"),
                        Arrays.stream(more))
                .toArray(String[]::new);
    }
}
