package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.END_STREAM;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.HEADERS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The head of a request has limits over HTTP/1.1 and HTTP/2. A request beyond them gets an error, and over HTTP/2 the
 * connection stays open.
 */
class HeadLimitTest extends ApiTest {
    private static final int KIB = 1024;

    enum Client {
        ANYBODY,
        FRONT_PROXY;

        RawMultiplexedConnection connect() throws IOException {
            return this == ANYBODY
                    ? new RawMultiplexedConnection(server.port())
                    : new RawMultiplexedConnection(server.port(), TestServer.tls(SelfSigned.of("front-proxy-client")));
        }
    }

    /** Headers of a client or of the front proxy, and the expected status code. */
    static Stream<Arguments> heads() {
        return Stream.concat(
                ordinaryHeads(),
                Stream.of(
                        Arguments.of("many headers in one byte each", Client.ANYBODY, 431, header(20_000, 1)),
                        Arguments.of("many names", Client.ANYBODY, 431, names(300)),
                        Arguments.of("crumbs of a cookie", Client.ANYBODY, 200, crumbs(20_000)),
                        Arguments.of("the groups of a user", Client.FRONT_PROXY, 200, header(3_000, 200)),
                        Arguments.of("more groups than anybody has", Client.FRONT_PROXY, 431, header(6_000, 200)),
                        Arguments.of("crumbs through the front proxy", Client.FRONT_PROXY, 200, crumbs(20_000))));
    }

    /** Heads that the server can read whole over HTTP/1.1 before it refuses them. */
    static Stream<Arguments> ordinaryHeads() {
        return Stream.of(
                Arguments.of("one header below the limit", Client.ANYBODY, 200, header(1, 60 * KIB)),
                Arguments.of("one header above it", Client.ANYBODY, 431, header(1, 65 * KIB)),
                Arguments.of("many headers below it", Client.ANYBODY, 200, header(600, 60)),
                Arguments.of("many headers above it", Client.ANYBODY, 431, header(1_000, 60)));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("heads")
    void http2HeadIsServedOrRefusedAndTheConnectionStaysOpen(String what, Client client, int code, List<String> headers)
            throws IOException {
        try (RawMultiplexedConnection connection = client.connect()) {
            connection.sendHead(1, "/version", END_STREAM, headers);

            assertThat(connection
                            .read(frame -> frame.stream() == 1 && frame.type() == HEADERS)
                            .status())
                    .isEqualTo(code);
            connection.sendHead(3, "/version", END_STREAM, List.of());
            assertThat(connection
                            .read(frame -> frame.stream() == 3 && frame.type() == HEADERS)
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void tooLongPathGets414(Client client) throws IOException {
        try (RawMultiplexedConnection connection = client.connect()) {
            connection.sendHead(1, "/version?" + "x".repeat(300 * KIB), END_STREAM, List.of());

            assertThat(connection
                            .read(frame -> frame.stream() == 1 && frame.type() == HEADERS)
                            .status())
                    .isEqualTo(414);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ordinaryHeads")
    void http1HeadIsServedOrRefused(String what, Client client, int code, List<String> headers) throws IOException {
        StringBuilder head = new StringBuilder("GET /version HTTP/1.1\r\nHost: a\r\nConnection: close\r\n");
        for (int i = 0; i < headers.size(); i += 2) {
            head.append(headers.get(i)).append(": ").append(headers.get(i + 1)).append("\r\n");
        }
        try (RawConnection connection = new RawConnection(server.port())) {
            assertThat(connection.send(head + "\r\n").readHead()).startsWith("HTTP/1.1 " + code + " ");
        }
    }

    private static List<String> header(int count, int length) {
        return Collections.nCopies(count, List.of("x-test-header", "v".repeat(length))).stream()
                .flatMap(List::stream)
                .toList();
    }

    private static List<String> names(int count) {
        List<String> names = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> names.addAll(Arrays.asList("x-" + i, "v")));
        return names;
    }

    private static List<String> crumbs(int count) {
        return Collections.nCopies(count, List.of("cookie", "a=b")).stream()
                .flatMap(List::stream)
                .toList();
    }
}
