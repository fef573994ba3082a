package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.http.fixture.Failures;
import dev.chartroom.domain.status.StatusReason;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StreamBodyTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofMinutes(10);

    private final FrameWriter out = new FrameWriter(new DiscardingWriter(), new RequestStreams(1));
    private final BodyBuffers buffers = new BodyBuffers(1024);
    private final StreamBody body = new StreamBody(RequestHead.withBody(1, List.of(), 0), out, buffers);

    @Test
    void aBodyThatDoesNotComeTimesOutAndNobodyIsInterrupted() {
        assertThat(Failures.of(() -> read(SHORT)).reason()).isEqualTo(StatusReason.TIMEOUT);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** The time is that of the whole body, however little comes of it. */
    @Test
    void aBodyThatComesTooSlowlyTimesOut() {
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<Void> gaveUp = new CompletableFuture<>();
            var _ = clients.submit(() -> {
                while (!gaveUp.isDone()) {
                    if (buffers.held() == 0) {
                        body.receive(new byte[] {' '}, 0, false);
                    }
                    Thread.onSpinWait();
                }
            });
            assertThat(Failures.of(() -> read(SHORT)).reason()).isEqualTo(StatusReason.TIMEOUT);
            gaveUp.complete(null);
        }
    }

    @Test
    void aBodyThatComesInTimeIsRead() {
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> read(LONG), Thread::startVirtualThread);
        body.receive("{".getBytes(StandardCharsets.US_ASCII), 1, false);
        body.receive("}".getBytes(StandardCharsets.US_ASCII), 1, true);

        assertThat(read.join()).isEqualTo("{}");
    }

    @Test
    void aReaderThatIsInterruptedFailsAlone() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> read(LONG))
                .isInstanceOf(UncheckedIOException.class)
                .hasCauseInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();

        body.receive("{}".getBytes(StandardCharsets.US_ASCII), 2, true);
        assertThat(read(LONG)).isEqualTo("{}");
    }

    private String read(Duration patience) {
        return BodyDeadline.in(patience).during(() -> {
            try {
                return new String(body.readAllBytes(), StandardCharsets.US_ASCII);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
