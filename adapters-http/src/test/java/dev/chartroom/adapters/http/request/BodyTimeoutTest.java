package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.connection.BodyDeadline;
import dev.chartroom.adapters.json.fixture.Failures;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.RequestDeadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class BodyTimeoutTest {
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();

    @ParameterizedTest
    @CsvSource({"PT0.05S, PT1H", "PT1H, PT0.05S"})
    void bodyReadTimesOutAfterTheShorterOfTimeoutAndDeadline(Duration timeout, Duration deadline) {
        BodyTimeout bodies = new BodyTimeout(timeout);
        var status = Failures.of(() -> RequestDeadline.in(deadline).during(() -> bodies.read(this::read)));

        assertThat(status.reason()).isEqualTo(StatusReason.TIMEOUT);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void bodyThatArrivesInTimeIsRead() {
        body.complete(new byte[] {1});

        assertThat(new BodyTimeout(Duration.ofHours(1)).read(this::read)).containsExactly(1);
    }

    private byte[] read() {
        return BodyDeadline.current().await(body);
    }
}
