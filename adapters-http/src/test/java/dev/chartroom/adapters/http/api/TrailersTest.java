package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.HEADERS;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.head;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.api.RawMultiplexedConnection.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trailers have the same limit as headers. Larger trailers fail only their own request. */
class TrailersTest extends ApiTest {
    private static final String OBJECT = "{\"metadata\":{\"generateName\":\"trailed-\"},\"spec\":{}}";
    private static final String TOO_LARGE = "the trailers of the request are too large";

    /** Returns trailers of nearly 1,000 bytes each. */
    private static List<String> trailers(int count, boolean equal) {
        List<String> trailers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            trailers.add("x-" + (equal ? "same" : "trailer-" + i));
            trailers.add("v".repeat(980));
        }
        return trailers;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void http2TrailersOverTheLimitFailOnlyTheirRequest(boolean equal) throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            assertThat(code(connection, 1, trailers(10, equal))).isEqualTo(201);
            assertThat(code(connection, 3, trailers(100, equal))).isEqualTo(431);
            assertThat(connection
                            .read(frame -> frame.stream() == 3 && frame.type() == RawMultiplexedConnection.DATA)
                            .payload())
                    .contains("\"kind\":\"Status\"", TOO_LARGE);
            assertThat(code(connection, 5, trailers(10, equal))).isEqualTo(201);
        }
    }

    /** One byte of an HPACK block can stand for a header of a kilobyte. */
    @Test
    void http2TrailersCountByTheirDecodedSize() throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            assertThat(code(connection, 1, trailers(20_000, true))).isEqualTo(431);
            connection.ping();
        }
    }

    private int code(RawMultiplexedConnection connection, int stream, List<String> trailers) throws IOException {
        connection.send(head(stream, "POST", collection(), 0));
        connection.sendBody(stream, OBJECT.getBytes(StandardCharsets.UTF_8), false);
        connection.sendTrailers(stream, trailers);
        Frame answer = connection.read(frame -> frame.stream() == stream && frame.type() == HEADERS);
        return answer.status();
    }

    @Test
    void http1TrailersOverTheLimitGet431AndEndTheConnection() throws IOException {
        assertThat(answers(10)).startsWith("HTTP/1.1 201 ").contains("gitVersion");
        assertThat(answers(100))
                .startsWith("HTTP/1.1 431 ")
                .contains("\"kind\":\"Status\"", TOO_LARGE, "Connection: close")
                .doesNotContain("gitVersion");
    }

    private String answers(int trailers) throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            return connection
                    .send("POST " + collection() + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + Integer.toHexString(OBJECT.length()) + "\r\n" + OBJECT + "\r\n0\r\n"
                            + IntStream.range(0, trailers)
                                    .mapToObj(i -> "X-Trailer-" + i + ": " + "v".repeat(980) + "\r\n")
                                    .collect(Collectors.joining())
                            + "\r\nGET /version HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                    .readAll();
        }
    }
}
