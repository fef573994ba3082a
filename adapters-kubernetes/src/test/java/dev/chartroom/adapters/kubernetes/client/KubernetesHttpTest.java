package dev.chartroom.adapters.kubernetes.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.audit.AuditId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KubernetesHttpTest {
    private final FakeApiServer server = new FakeApiServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void whatIsAskedForARequestCarriesItsAuditId() {
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
