package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.GOAWAY;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.HEADERS;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.request;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.reset;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.upload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Start and close of a server, and its standalone mode. */
@Timeout(30)
class ApiServerTest {
    private static final String REDISES = ApiTest.ROOT + "/namespaces/a/redises";
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    private static final String OTHERS_REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    private static final String TOKEN_REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";

    @ParameterizedTest
    @EnumSource
    void closeEndsRunningWatchesCleanlyWithinTheGracePeriod(HttpClient.Version version) {
        try (TestServer server = TestServer.start()) {
            server.speak(version);
            Watch first = server.watch(REDISES + "?watch=1");
            Watch second = server.watch(ApiTest.ROOT + "/redises?watch=1");
            assertThat(second.version).isEqualTo(version);
            server.send("POST", REDISES, "{\"metadata\":{\"name\":\"cart\"}}").assertCode(201);
            assertThat(first.nextName("ADDED")).isEqualTo("cart");
            assertThat(second.nextName("ADDED")).isEqualTo("cart");
            long start = System.nanoTime();

            server.closeServer();
            first.assertEnds();
            second.assertEnds();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
        }
    }

    @Test
    void idleConnectionDoesNotDelayClose() throws IOException {
        TestServer server = TestServer.start();
        try (Socket silent = new Socket(InetAddress.ofLiteral("127.0.0.1"), server.port());
                RawMultiplexedConnection idle = new RawMultiplexedConnection(server.port())) {
            idle.ping();
            long start = System.nanoTime();

            server.close();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
            assertThat(silent.isConnected()).isTrue();
        }
    }

    /** A client cannot repeat a POST that the server ignores, so no request may cross the end of its connection. */
    @Test
    void closeAnswersRequestsThatAreSentAfterItsAnnouncement() throws Exception {
        TestServer server = TestServer.start();
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection.send(upload(1, REDISES)).ping();
            CompletableFuture<Void> closed = CompletableFuture.runAsync(server::closeServer);

            assertThat(connection.read(frame -> frame.type() == GOAWAY).payload())
                    .isEqualTo("\u007f\u00ff\u00ff\u00ff\0\0\0\0");
            connection.send(upload(3, REDISES));
            for (int stream : List.of(3, 1)) {
                String body = "{\"metadata\":{\"name\":\"cart-" + stream + "\"}}";
                connection.sendBody(stream, body.getBytes(StandardCharsets.UTF_8), true);
                assertThat(status(connection, stream)).isEqualTo(201);
            }

            assertThat(connection.isClosed()).isTrue();
            closed.get(30, TimeUnit.SECONDS);
        } finally {
            server.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"/livez, 200", "/readyz, 500", "/readyz/shutdown, 500", REDISES + ", 200"})
    void closingServerServesNewConnectionsButIsNotReady(String path, int code) throws Exception {
        TestServer server = TestServer.start();
        try (RawMultiplexedConnection running = new RawMultiplexedConnection(server.port())) {
            running.send(upload(1, REDISES)).ping();
            CompletableFuture<Void> closed = CompletableFuture.runAsync(server::closeServer);
            running.read(frame -> frame.type() == GOAWAY);

            try (RawMultiplexedConnection multiplexed = new RawMultiplexedConnection(server.port());
                    RawConnection sequential = new RawConnection(server.port())) {
                multiplexed.read(frame -> frame.type() == GOAWAY);
                assertThat(status(multiplexed.send(request(1, path)), 1)).isEqualTo(code);
                assertThat(sequential
                                .send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n")
                                .readHead())
                        .startsWith("HTTP/1.1 " + code + " ")
                        .containsIgnoringCase("\r\nConnection: close\r\n");
            }

            running.send(reset(1));
            closed.get(30, TimeUnit.SECONDS);
        } finally {
            server.close();
        }
    }

    @Test
    void requestOverHttp1FinishesWhileTheServerCloses() throws Exception {
        TestServer server = TestServer.start();
        String body = "{\"metadata\":{\"name\":\"cart\"}}";
        try (RawConnection connection = new RawConnection(server.port());
                RawMultiplexedConnection other = new RawMultiplexedConnection(server.port())) {
            connection.send("POST " + REDISES + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                    + "Content-Length: " + body.length() + "\r\nExpect: 100-continue\r\n\r\n");
            assertThat(connection.readHead()).startsWith("HTTP/1.1 100 ");
            other.ping();
            CompletableFuture<Void> closed = CompletableFuture.runAsync(server::closeServer);
            other.read(frame -> frame.type() == GOAWAY);

            assertThat(connection.send(body).readAll()).startsWith("HTTP/1.1 201 ");
            closed.get(30, TimeUnit.SECONDS);
        } finally {
            server.close();
        }
    }

    private static int status(RawMultiplexedConnection connection, int stream) throws IOException {
        return connection
                .read(frame -> frame.stream() == stream && frame.type() == HEADERS)
                .status();
    }

    @Test
    void closeIsIdempotent() {
        TestServer server = TestServer.start();

        server.close();
        server.close();
    }

    @Test
    void everyServerHasItsOwnPort() {
        try (TestServer first = TestServer.start();
                TestServer second = TestServer.start()) {
            assertThat(first.port()).isPositive().isNotEqualTo(second.port());
        }
    }

    @Test
    void standaloneServerAnswersSelfSubjectAccessReviews() {
        String review =
                "{\"spec\":{\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"redises\",\"namespace\":\"a\"}}}";
        try (TestServer server = TestServer.startStandalone()) {
            TestResponse answer = server.send("POST", REVIEWS, review).assertCode(201);

            assertThat(answer.json().stringOrEmpty("kind")).isEqualTo("SelfSubjectAccessReview");
            assertThat(answer.json().get("status")).isEqualTo(Json.value("{\"allowed\":true}"));
            assertThat(server.users.asked())
                    .last()
                    .isEqualTo(new RequestAttributes.Resource(
                            UserInfo.of("alice", List.of("testers")), "get", "", "", "redises", "", "a", ""));
        }
    }

    @ParameterizedTest
    @CsvSource({"alice, true", "carol, false"})
    void standaloneServerAnswersSubjectAccessReviews(String user, boolean allowed) {
        String review =
                "{\"spec\":{\"user\":\"%s\",\"uid\":\"7\",\"groups\":[\"a\",\"b\"],\"nonResourceAttributes\":{\"verb\":\"get\",\"path\":\"/x\"}}}"
                        .formatted(user);
        try (TestServer server = TestServer.startStandalone()) {
            TestResponse answer = server.send("POST", OTHERS_REVIEWS, review).assertCode(201);

            assertThat(answer.json().stringOrEmpty("kind")).isEqualTo("SubjectAccessReview");
            assertThat(answer.json().objectOrEmpty("status").isTrue("allowed")).isEqualTo(allowed);
            assertThat(server.users.asked())
                    .last()
                    .isEqualTo(new RequestAttributes.NonResource(
                            new UserInfo(user, "7", List.of("a", "b"), Map.of()), "get", "/x"));
        }
    }

    @Test
    void standaloneServerAnswersTokenReviews() {
        try (TestServer server = TestServer.startStandalone()) {
            TestResponse held = server.send("POST", TOKEN_REVIEWS, "{\"spec\":{\"token\":\"good\"}}")
                    .assertCode(201);
            TestResponse forged = server.send("POST", TOKEN_REVIEWS, "{\"spec\":{\"token\":\"forged\"}}")
                    .assertCode(201);

            server.send("POST", TOKEN_REVIEWS, "{\"spec\":{}}").assertCode(400);

            assertThat(held.json().stringOrEmpty("kind")).isEqualTo("TokenReview");
            assertThat(held.json().get("status"))
                    .isEqualTo(Json.value(
                            "{\"authenticated\":true,\"user\":{\"username\":\"alice\",\"groups\":[\"testers\"]}}"));
            assertThat(forged.json().get("status")).isEqualTo(Json.value("{\"authenticated\":false}"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {REVIEWS, OTHERS_REVIEWS, TOKEN_REVIEWS})
    void serverBehindAKubeApiserverServesNoReviews(String path) {
        try (TestServer server = TestServer.start()) {
            server.send("POST", path, "{}").assertCode(404);
        }
    }
}
