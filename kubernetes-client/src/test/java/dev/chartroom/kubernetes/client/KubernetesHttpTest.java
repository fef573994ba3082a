package dev.chartroom.kubernetes.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.ports.audit.AuditId;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KubernetesHttpTest {
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

    @Test
    void requestPastItsDeadlineSendsNothing() {
        assertTimeout(Duration.ZERO, () -> server.http().get("/x", new Query()));
        assertThat(server.received()).isEmpty();
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
