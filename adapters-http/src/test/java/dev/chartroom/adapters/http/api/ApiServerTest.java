package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.fixture.Json;
import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.auth.UserInfo;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a server starts, stops, and stands alone. */
@Timeout(30)
class ApiServerTest {
    private static final String REDISES = ApiTest.ROOT + "/namespaces/a/redises";
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

    @ParameterizedTest
    @EnumSource
    void closingEndsRunningWatchesCleanlyAndSoon(HttpClient.Version version) {
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

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        }
    }

    @Test
    void aConnectionThatAsksForNothingDoesNotDelayClosing() throws IOException {
        TestServer server = TestServer.start();
        try (Socket silent = new Socket(InetAddress.ofLiteral("127.0.0.1"), server.port());
                RawMultiplexedConnection idle = new RawMultiplexedConnection(server.port())) {
            idle.ping();
            long start = System.nanoTime();

            server.close();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
            assertThat(silent.isConnected()).isTrue();
        }
    }

    @Test
    void closingTwiceIsClosing() {
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
    void aServerThatStandsAloneAnswersAccessReviews() {
        String review =
                "{\"spec\":{\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"redises\",\"namespace\":\"a\"}}}";
        try (TestServer server = TestServer.startStandalone()) {
            Answer answer = server.send("POST", REVIEWS, review).assertCode(201);

            assertThat(answer.json().stringOrEmpty("kind")).isEqualTo("SelfSubjectAccessReview");
            assertThat(answer.json().get("status")).isEqualTo(Json.value("{\"allowed\":true}"));
            assertThat(server.users.asked())
                    .last()
                    .isEqualTo(new RequestAttributes.Resource(
                            UserInfo.of("alice", List.of("testers")), "get", "", "", "redises", "", "a", ""));
        }
    }

    @Test
    void aServerBehindAnotherLeavesAccessReviewsToIt() {
        try (TestServer server = TestServer.start()) {
            server.send("POST", REVIEWS, "{}").assertCode(404);
        }
    }
}
