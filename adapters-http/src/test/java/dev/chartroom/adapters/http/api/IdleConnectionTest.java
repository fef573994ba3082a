package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.GOAWAY;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.HEADERS;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.frame;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.http.api.RawMultiplexedConnection.Frame;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The server closes connections that send no request or never finish one (slow loris), and no others. */
@Execution(ExecutionMode.CONCURRENT)
class IdleConnectionTest extends ApiTest {

    @BeforeAll
    static void startImpatiently() {
        server.close();
        server = TestServer.start(Duration.ofSeconds(1));
    }

    @Test
    void connectionWithoutAHandshakeIsClosed() throws IOException {
        try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), server.port())) {
            socket.setSoTimeout(10_000);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GE", "GET /apis HTTP/1.1\r\n", "GET /apis HTTP/1.1\r\nHost: a\r\nX-Slow: "})
    void connectionWithAnUnfinishedHeadIsClosed(String head) throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            assertThat(connection.send(head).readAll()).isEmpty();
        }
    }

    @Test
    void connectionWithEndlessHeadersIsClosed() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            connection.send("GET /apis HTTP/1.1\r\nHost: a\r\nX-Slow: ");
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThatThrownBy(() -> connection.send("x")).isInstanceOf(IOException.class));
        }
    }

    @Test
    void idleConnectionIsClosedAfterItsResponse() throws IOException {
        assertIdleOneIsLeft();
    }

    private static void assertIdleOneIsLeft() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            assertThat(connection
                            .send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                            .readAll())
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .endsWith("ok");
        }
    }

    @Test
    void idleHttp2ConnectionGetsGoAwayAndIsClosed() throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection.send(request(1, "/healthz")).read(Frame::isEnd);

            assertThat(connection.read(frame -> frame.type() == GOAWAY).payload())
                    .isEqualTo("\u007f\u00ff\u00ff\u00ff\0\0\0\0");
            connection.send(request(3, "/healthz")).read(frame -> frame.stream() == 3 && frame.isEnd());
            assertThat(connection.read(frame -> frame.type() == GOAWAY).payload())
                    .isEqualTo("\0\0\0\3\0\0\0\0");
            assertThat(connection.isClosed()).isTrue();
        }
    }

    @Test
    void http2ConnectionWithAnUnfinishedHeadIsClosed() throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection.send(frame(HEADERS, 0, 1, new byte[] {(byte) 0x82}));
            assertThat(connection.isClosed()).isTrue();
        }
    }

    /** Pings do not count as requests: a proxy pings its connection as long as the connection exists. */
    @Test
    void http2ConnectionWithOnlyPingsIsClosed() throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            Awaitility.await()
                    .untilAsserted(() -> assertThatThrownBy(connection::ping).isInstanceOf(IOException.class));
        }
    }

    /** Tests that change the client of the server must not run concurrently. */
    @ParameterizedTest
    @Execution(ExecutionMode.SAME_THREAD)
    @EnumSource(HttpClient.Version.class)
    void watchWithoutEventsStaysOpen(HttpClient.Version version) throws IOException {
        server.speak(version);
        try (Watch watch = server.watch(collection() + "?watch=1")) {
            for (int others = 0; others < 2; others++) {
                assertIdleOneIsLeft();
            }
            created("cart", "{}");
            assertThat(watch.nextName("ADDED")).isEqualTo("cart");
        } finally {
            server.speak(HttpClient.Version.HTTP_1_1);
        }
    }
}
