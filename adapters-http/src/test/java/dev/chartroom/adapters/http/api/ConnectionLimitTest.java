package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One address opens as many connections as it can. The front proxy has the same address. */
@Timeout(60)
class ConnectionLimitTest extends ApiTest {
    /** More connections and handshakes than the server allows for one address, whatever the heap size. */
    private static final int MANY = 1024 + 64;

    private final List<Socket> idle = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : idle) {
            socket.close();
        }
    }

    @Test
    void manyConnectionsOfOneAddressDoNotBlockTheFrontProxy() throws IOException {
        SSLContext proxy = TestServer.tls(SelfSigned.of("front-proxy"));
        for (int i = 0; i < MANY; i++) {
            idle.add(new Socket(InetAddress.ofLiteral("127.0.0.1"), server.port()));
        }

        assertThatThrownBy(() -> served(TestServer.tls())).isInstanceOf(IOException.class);
        // Unfinished handshakes time out and make room.
        Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> served(proxy));

        close();
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(served(TestServer.tls())).isTrue());
    }

    private static boolean served(SSLContext tls) throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port(), tls)) {
            connection.send(request(1, "/healthz")).read(frame -> frame.stream() == 1 && frame.isEnd());
            return true;
        }
    }
}
