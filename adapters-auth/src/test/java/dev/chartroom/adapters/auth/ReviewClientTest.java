package dev.chartroom.adapters.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.adapters.auth.FakeApiServer.Answer;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.audit.AuditId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReviewClientTest {
    private static final Answer SUCCESS = Answer.status("{\"text\":\"ok\"}");
    private static final String PATH = "/apis/authentication.k8s.io/v1/tokenreviews";
    private static final JsonObject REVIEW =
            TestJson.object("{apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: {token: 't'}}");

    private final List<Duration> slept = new ArrayList<>();
    private FakeApiServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = FakeApiServer.start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void answerOfTheFirstAttemptIsRead() {
        server.answerReviews(SUCCESS);
        assertThat(send(server.http())).isEqualTo("ok");
        assertThat(slept).isEmpty();
    }

    @Test
    void everyAttemptCarriesTheAuditIdOfItsRequest() {
        server.answerReviews(Answer.failure(500), SUCCESS, SUCCESS);
        AuditId.during("a-b-c", () -> send(server.http()));
        send(server.http());
        assertThat(server.auditIds()).containsExactly("a-b-c", "a-b-c", "none");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 504})
    void transientFailureIsRetried(int code) {
        server.answerReviews(Answer.failure(code), Answer.failure(code), SUCCESS);
        assertThat(send(server.http())).isEqualTo("ok");
        assertThat(slept).containsExactly(Duration.ofMillis(500), Duration.ofMillis(750));
    }

    @Test
    void failureWithRetryAfterIsRetriedAfterTheRequestedTime() {
        server.answerReviews(Answer.failure(503).with("Retry-After", "3"), SUCCESS);
        assertThat(send(server.http())).isEqualTo("ok");
        assertThat(slept).containsExactly(Duration.ofSeconds(3));
    }

    @Test
    void failureWithADateInRetryAfterIsRetriedAfterTheUsualPause() {
        server.answerReviews(Answer.failure(503).with("Retry-After", "Fri, 31 Dec 1999 23:59:59 GMT"), SUCCESS);
        assertThat(send(server.http())).isEqualTo("ok");
        assertThat(slept).containsExactly(Duration.ofMillis(500));
    }

    @ParameterizedTest
    @CsvSource({
        "400, INTERNAL_ERROR",
        "401, INTERNAL_ERROR",
        "403, INTERNAL_ERROR",
        "404, INTERNAL_ERROR",
        "422, INTERNAL_ERROR",
        "502, SERVICE_UNAVAILABLE",
        "503, SERVICE_UNAVAILABLE"
    })
    void permanentFailureIsNotRetried(int code, StatusReason reason) {
        server.answerReviews(Answer.failure(code), SUCCESS);
        assertThat(failure(server.http())).isEqualTo(reason);
        assertThat(server.reviews()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"429, SERVICE_UNAVAILABLE", "500, INTERNAL_ERROR", "504, SERVICE_UNAVAILABLE"})
    void reviewIsSentFiveTimesIfTheFailureIsTransient(int code, StatusReason reason) {
        server.answerReviews(_ -> Answer.failure(code));
        assertThat(failure(server.http())).isEqualTo(reason);
        assertThat(server.reviews()).hasSize(5);
        assertThat(slept).hasSize(4);
    }

    @Test
    void reviewTimesOutAtTheDeadlineOfItsRequest() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            KubernetesHttp http = FakeApiServer.httpOf(silent.getLocalPort());
            ApiException thrown = catchThrowableOfType(
                    ApiException.class,
                    () -> RequestDeadline.in(Duration.ofMillis(100)).during(() -> send(http)));
            assertThat(Status.of(thrown.error()).reason()).isEqualTo(StatusReason.TIMEOUT);
        }
    }

    @Test
    void reviewPastItsDeadlineSendsNothing() {
        ApiException thrown = catchThrowableOfType(
                ApiException.class, () -> RequestDeadline.in(Duration.ZERO).during(() -> send(server.http())));
        assertThat(Status.of(thrown.error()).reason()).isEqualTo(StatusReason.TIMEOUT);
        assertThat(server.reviews()).isEmpty();
    }

    @Test
    void redirectIsNotFollowed() {
        server.answerReviews(new Answer(307, "", Map.of("Location", PATH)), SUCCESS);
        assertThat(failure(server.http())).isEqualTo(StatusReason.INTERNAL_ERROR);
        assertThat(server.reviews()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "secret",
                "{\"status\":\"secret\"}",
                "{\"status\":{\"text\":[\"secret\"]}}"
            })
    void malformedAnswerIsAnInternalErrorThatDoesNotRepeatTheAnswer(String body) {
        server.answerReviews(new Answer(201, body, Map.of()));
        ApiException thrown = catchThrowableOfType(ApiException.class, () -> send(server.http()));
        assertThat(Status.of(thrown.error()).reason()).isEqualTo(StatusReason.INTERNAL_ERROR);
        assertThat(thrown).hasMessageNotContaining("secret");
    }

    @Test
    void refusedConnectionIsServiceUnavailableWithoutRetry() {
        KubernetesHttp http = server.http();
        server.close();
        assertThat(failure(http)).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
        assertThat(slept).isEmpty();
    }

    @Test
    void resetConnectionIsRetried() throws IOException {
        AtomicInteger connections = new AtomicInteger();
        try (ServerSocket resetting = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> resetAll(resetting, connections));
            assertThat(failure(FakeApiServer.httpOf(resetting.getLocalPort())))
                    .isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
        }
        assertThat(slept).hasSize(4);
        assertThat(connections).hasValueGreaterThanOrEqualTo(5);
    }

    @Test
    void interruptedPauseEndsTheReviewAndKeepsTheInterruptStatus() {
        server.answerReviews(_ -> Answer.failure(500));
        Pauses interrupted = new Pauses(new Backoff(Duration.ofMillis(500), 1, Duration.ofSeconds(1), 0), _ -> {
            throw new InterruptedException();
        });
        ReviewClient client = new ReviewClient(server.http(), JacksonCodec.ofStored(), interrupted);
        ApiException thrown = catchThrowableOfType(ApiException.class, () -> send(client));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Status.of(thrown.error()).reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
    }

    private StatusReason failure(KubernetesHttp http) {
        ApiException thrown = catchThrowableOfType(ApiException.class, () -> send(http));
        assertThat(thrown).isNotNull();
        return Status.of(thrown.error()).reason();
    }

    private String send(KubernetesHttp http) {
        return send(new ReviewClient(
                http,
                JacksonCodec.ofStored(),
                new Pauses(new Backoff(Duration.ofMillis(500), 1.5, Duration.ofSeconds(5), 0), slept::add)));
    }

    private static String send(ReviewClient client) {
        return client.send("token review", PATH, REVIEW, status -> status.text("text"));
    }

    private static void resetAll(ServerSocket server, AtomicInteger connections) {
        try {
            while (true) {
                try (Socket socket = server.accept()) {
                    connections.incrementAndGet();
                    if (socket.getInputStream().read() < 0) {
                        continue;
                    }
                    socket.setSoLinger(true, 0);
                }
            }
        } catch (IOException e) {
            // The test is over.
        }
    }
}
