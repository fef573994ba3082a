package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.http.connection.frame.FrameWriter;
import dev.chartroom.adapters.http.connection.frame.RequestHead;
import dev.chartroom.adapters.json.fixture.Failures;
import dev.chartroom.apimachinery.status.StatusReason;
import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.apache.hc.core5.http.message.BasicHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class StreamBodyTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final String PEER = BodyBuffers.peer("10.0.0.1");

    private final FrameWriter out = new FrameWriter(new DiscardingWriter(), new RequestStreams(1));
    private final BodyBuffers buffers = new BodyBuffers(2048);
    private final StreamBody body = new StreamBody(RequestHead.withBody(1, List.of(), 0), out, buffers, PEER);

    @Test
    void missingBodyTimesOutWithoutAnInterrupt() {
        assertThat(Failures.of(() -> read(SHORT)).reason()).isEqualTo(StatusReason.TIMEOUT);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** The deadline applies to the whole body, even if parts of it arrive in time. */
    @Test
    void slowBodyTimesOut() {
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
    void bodyThatArrivesInTimeIsRead() {
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> read(LONG), Thread::startVirtualThread);
        body.receive("{".getBytes(StandardCharsets.US_ASCII), 1, false);
        body.receive("}".getBytes(StandardCharsets.US_ASCII), 1, true);

        assertThat(read.join()).isEqualTo("{}");
    }

    @Test
    void interruptedReadFailsAndTheBodyStaysReadable() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> read(LONG))
                .isInstanceOf(UncheckedIOException.class)
                .hasCauseInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();

        body.receive("{}".getBytes(StandardCharsets.US_ASCII), 2, true);
        assertThat(read(LONG)).isEqualTo("{}");
    }

    /** Otherwise the waiting requests of one user could fill the buffers that all users share. */
    @Test
    void unreadBodyIsLimitedToTheFirstWindow() {
        StreamBody unread =
                new StreamBody(RequestHead.withBody(1, List.of(), 0), out, new BodyBuffers(Long.MAX_VALUE), PEER);
        unread.receive(new byte[StreamBody.FIRST_WINDOW], StreamBody.FIRST_WINDOW, false);

        assertThatThrownBy(() -> unread.receive(new byte[1], 1, false))
                .isInstanceOf(Http2Exception.class)
                .hasMessageContaining("window");
    }

    @Test
    void windowWidensWhenTheHandlerReadsTheBody() throws IOException {
        StreamBody large =
                new StreamBody(RequestHead.withBody(1, List.of(), 0), out, new BodyBuffers(Long.MAX_VALUE), PEER);
        large.receive(new byte[StreamBody.FIRST_WINDOW], StreamBody.FIRST_WINDOW, false);
        assertThat(large.readNBytes(StreamBody.FIRST_WINDOW)).hasSize(StreamBody.FIRST_WINDOW);

        large.receive(new byte[2 * StreamBody.FIRST_WINDOW], 2 * StreamBody.FIRST_WINDOW, false);
        assertThatThrownBy(() -> large.receive(new byte[StreamBody.WINDOW], StreamBody.WINDOW, false))
                .isInstanceOf(Http2Exception.class);
    }

    @Test
    void bodyOfAnAuthenticatedRequestCountsTowardsTheUsersShare() {
        body.receive(new byte[500], 500, false);
        body.countFor("user alice");

        assertThat(buffers.take(PEER, 774)).as("half of the rest").isTrue();
        assertThat(buffers.take("user alice", 275)).as("less than she has").isFalse();
    }

    @Test
    void readOfABodyBeyondTheUsersShareFailsWith429() {
        assertThat(buffers.take("user alice", 1000)).isTrue();
        body.receive("{}".getBytes(StandardCharsets.US_ASCII), 2, true);
        assertThat(buffers.take("user alice", 23)).isTrue();
        body.countFor("user alice");

        assertThat(Failures.of(() -> read(LONG)).reason()).isEqualTo(StatusReason.TOO_MANY_REQUESTS);
        assertThat(buffers.held()).isEqualTo(1023);
    }

    /** The ways in which a body can end. */
    enum End {
        READ {
            @Override
            void of(StreamBody body) throws IOException {
                body.receive(new byte[100], 100, true);
                assertThat(body.readAllBytes()).hasSize(600);
            }
        },
        READ_IN_PART_AND_CLOSED {
            @Override
            void of(StreamBody body) throws IOException {
                assertThat(body.readNBytes(200)).hasSize(200);
                body.close(Http2ErrorCode.NO_ERROR);
                body.receive(new byte[100], 100, true);
            }
        },
        DISCARDED {
            @Override
            void of(StreamBody body) {
                body.discard();
                body.receive(new byte[100], 100, true);
            }
        },
        ABANDONED {
            @Override
            void of(StreamBody body) {
                body.abandon();
            }
        },
        OF_ANOTHER_LENGTH {
            @Override
            void of(StreamBody body) {
                body.receive(new byte[101], 101, false);
            }
        },
        TOO_MUCH_FOR_THE_ROOM {
            @Override
            void of(StreamBody body) {
                body.receive(new byte[100], 100, false);
                body.receive(new byte[2048], 2048, false);
            }
        },
        TRAILERS_AND_CLOSED {
            @Override
            void of(StreamBody body) {
                body.end(true);
                body.close(Http2ErrorCode.NO_ERROR);
            }
        },
        TRAILERS_TOO_LARGE {
            @Override
            void of(StreamBody body) {
                body.end(false);
            }
        },
        MORE_THAN_THE_WINDOW {
            @Override
            void of(StreamBody body) {
                assertThatThrownBy(() -> body.receive(new byte[StreamBody.WINDOW], StreamBody.WINDOW, false))
                        .isInstanceOf(Http2Exception.class);
                body.abandon();
            }
        };

        abstract void of(StreamBody body) throws IOException;
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void endedBodyHoldsNoBuffers(End end) throws IOException {
        String length = end == End.OF_ANOTHER_LENGTH || end == End.READ ? "600" : "5000";
        StreamBody ending = new StreamBody(
                RequestHead.withBody(1, List.of(new BasicHeader("content-length", length)), 0), out, buffers, PEER);
        ending.receive(new byte[500], 500, false);
        assertThat(buffers.held()).isEqualTo(500);

        end.of(ending);

        assertThat(buffers.held()).isZero();
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
