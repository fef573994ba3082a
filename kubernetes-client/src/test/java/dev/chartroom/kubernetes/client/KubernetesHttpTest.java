package dev.chartroom.kubernetes.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.ports.audit.AuditId;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KubernetesHttpTest {
    private static final byte[] REVIEW = "{\"kind\":\"TokenReview\"}".getBytes(StandardCharsets.UTF_8);

    private final FakeApiServer server = new FakeApiServer();

    @AfterEach
    void stop() {
        server.close();
    }

    static Stream<FakeApiServer.Script> silences() {
        return Stream.of(_ -> {}, exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
        });
    }

    @ParameterizedTest
    @MethodSource("silences")
    void unansweredRequestTimesOutAtItsDeadline(FakeApiServer.Script silence) {
        KubernetesHttp http = server.http();
        server.script(silence).script(silence).script(silence);

        assertTimeout(Duration.ofMillis(300), () -> http.get("/x", new Query()));
        assertTimeout(Duration.ofMillis(300), () -> http.send("PUT", "/x", new Query(), new byte[0]));
        assertTimeout(
                Duration.ofMillis(300),
                () -> http.read("/x", new Query(), "*/*", InputStream::readAllBytes, _ -> ApiException.badRequest("")));
        assertThat(server.received()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "a|b|, a b",
        "a|b, a b",
        "||, _ _",
        "abcd|e|, abcd e",
        "abcdefghi|j|, abcd efgh i j",
        "abcdefgh, abcd efgh",
    })
    void longLineIsReadInParts(String text, String expected) throws IOException {
        server.script(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(text.replace('|', '\n').getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        List<String> lines = new ArrayList<>();
        try (LineStream stream =
                server.http().open("/x", new Query(), _ -> new ApiException(ApiError.unavailable("no")))) {
            for (byte[] line = stream.next(4); line != null; line = stream.next(4)) {
                lines.add(line.length == 0 ? "_" : new String(line, StandardCharsets.UTF_8));
            }
        }
        assertThat(String.join(" ", lines)).isEqualTo(expected);
    }

    @Test
    void requestPastItsDeadlineIsNotSent() {
        assertTimeout(Duration.ZERO, () -> server.http().get("/x", new Query()));
        assertThat(server.received()).isEmpty();
    }

    @Test
    void reviewIsPostedAsJson() throws IOException {
        server.answer(201, "{\"status\":{}}");

        KubernetesResponse response = server.http().review("/reviews", REVIEW, Duration.ofSeconds(10));

        assertThat(response.code()).isEqualTo(201);
        assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo("{\"status\":{}}");
        assertThat(server.received()).singleElement().satisfies(request -> {
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.path()).isEqualTo("/reviews");
            assertThat(request.body()).isEqualTo("{\"kind\":\"TokenReview\"}");
            assertThat(request.headers().get("Content-type")).containsExactly("application/json");
        });
    }

    /** A server may close an idle connection at any time. A change would not be sent again. */
    @Test
    void reviewOnABrokenIdleConnectionIsSentAgain() throws IOException {
        KubernetesHttp http = server.http();
        server.answer(201, "{}").script(HttpExchange::close).answer(201, "{}");

        http.review("/reviews", REVIEW, Duration.ofSeconds(10));

        assertThat(http.review("/reviews", REVIEW, Duration.ofSeconds(10)).isSuccess())
                .isTrue();
        assertThat(server.received()).hasSize(3);
    }

    @Test
    void unansweredReviewEndsAfterItsTimeout() {
        server.script(_ -> {});
        assertThatThrownBy(() -> server.http().review("/reviews", REVIEW, Duration.ofMillis(300)))
                .isInstanceOf(InterruptedIOException.class);
    }

    @ParameterizedTest
    @CsvSource({"7, true, 7", "'Fri, 31 Dec 1999 23:59:59 GMT', true, 0", "1234567, true, 0", ", false, 0"})
    void retryAfterIsANumberOfSecondsOrADate(@Nullable String header, boolean present, int seconds) {
        server.answer(503, "", header == null ? new String[0] : new String[] {"Retry-After", header});

        KubernetesResponse response = server.http().get("/x", new Query());

        assertThat(response.hasRetryAfter()).isEqualTo(present);
        assertThat(response.retryAfterSeconds()).isEqualTo(seconds);
    }

    private static void assertTimeout(Duration time, Supplier<?> call) {
        assertThatThrownBy(() -> RequestDeadline.in(time).during(call))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isEqualTo(ApiError.requestTimeout()));
    }

    @Test
    void requestsToTheClusterCarryTheAuditIdOfTheClientsRequest() {
        KubernetesHttp http = server.http();
        server.answer(200, "{}")
                .answer(200, "{}")
                .lines(List.of(), HttpExchange::close)
                .answer(200, "{}");

        AuditId.during("a-b-c", () -> {
            http.get("/version", new Query());
            http.send("PUT", "/x", new Query(), "{}".getBytes(StandardCharsets.UTF_8));
            http.open("/x", new Query(), _ -> new ApiException(ApiError.unavailable("no")))
                    .close();
        });
        http.get("/version", new Query());

        assertThat(server.received())
                .extracting(request -> request.headers().getOrDefault("Audit-id", List.of()))
                .containsExactly(List.of("a-b-c"), List.of("a-b-c"), List.of("a-b-c"), List.of());
    }
}
