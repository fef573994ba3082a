package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.GOAWAY;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.HEADERS;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.request;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.requestOf;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.reset;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.api.RawMultiplexedConnection.Frame;
import java.io.IOException;
import java.net.http.HttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An unauthenticated client gets one response per HTTP/2 connection (CVE-2023-44487, wire contract C7). */
class UnauthenticatedConnectionTest extends ApiTest {

    @ParameterizedTest
    @ValueSource(strings = {"nobody", "forger", "anonymous", "impostor"})
    void unauthenticatedConnectionEndsWithItsResponse(String user) throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection.send(requestOf(user, 1, "/apis"));

            Frame end = connection.read(frame -> frame.type() == GOAWAY);
            connection.read(frame -> frame.stream() == 1 && frame.isEnd());

            assertThat(end.payload()).isEqualTo("\0\0\0\1" + "\0\0\0\0");
            assertThat(connection.isClosed()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice", "carol", "deputy"})
    void authenticatedConnectionStaysOpen(String user) throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            for (int stream = 1; stream < 20; stream += 2) {
                int asked = stream;
                connection
                        .send(requestOf(user, stream, "/apis"))
                        .read(frame -> frame.stream() == asked && frame.isEnd());
            }
            connection.ping();
        }
    }

    /** An anonymous user of the aggregator must not end the connection that all users share. */
    @Test
    void anonymousUserDoesNotEndAConnectionWithACertificate() throws IOException {
        SelfSigned own = SelfSigned.of("front-proxy");
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port(), TestServer.tls(own))) {
            connection.send(requestOf("anonymous", 1, "/apis")).read(frame -> frame.stream() == 1 && frame.isEnd());
            connection.ping();
            connection.send(request(3, "/healthz")).read(frame -> frame.stream() == 3 && frame.isEnd());
        }
    }

    @Test
    void endingConnectionServesEarlierButNotLaterRequests() throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection
                    .send(request(1, collection() + "?watch=1"))
                    .read(frame -> frame.stream() == 1 && frame.type() == HEADERS);
            connection.send(requestOf("nobody", 3, "/apis")).read(frame -> frame.type() == GOAWAY);
            connection.read(frame -> frame.stream() == 3 && frame.isEnd());

            connection.send(request(5, "/healthz")).ping();
            created("cart", "{}");
            connection.read(frame -> {
                assertThat(frame.stream()).isNotEqualTo(5);
                return frame.stream() == 1 && frame.payload().contains("cart");
            });

            connection.send(reset(1));
            assertThat(connection.isClosed()).isTrue();
        }
    }

    @Test
    void requestsSucceedAfterUnauthenticatedOnesOfTheSameClient() {
        server.speak(HttpClient.Version.HTTP_2);
        try {
            for (int i = 0; i < 10; i++) {
                get("/apis", Users.HEADER, "nobody").assertCode(401);
                get("/apis").assertCode(200);
            }
        } finally {
            server.speak(HttpClient.Version.HTTP_1_1);
        }
    }
}
