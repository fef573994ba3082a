package dev.chartroom.adapters.http.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import org.junit.jupiter.api.Test;

class StatusResponsesTest {
    private final StatusResponses statuses = new StatusResponses(Json.CODEC, () -> {});

    @Test
    void unforeseenErrorGets500WithoutInternalDetails() {
        IllegalStateException thrown = new IllegalStateException("jdbc:secret");
        thrown.setStackTrace(new StackTraceElement[0]);

        Status status = statuses.unforeseen(thrown, "GET /");

        assertThat(status.reason()).isEqualTo(StatusReason.INTERNAL_ERROR);
        assertThat(status.code()).isEqualTo(500);
        assertThat(status.message()).startsWith("Internal error occurred: ").doesNotContain("secret");
        assertThat(status.retryAfterSeconds()).isZero();
    }
}
