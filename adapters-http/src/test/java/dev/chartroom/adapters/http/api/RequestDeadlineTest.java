package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.DATA;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.RST_STREAM;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.request;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.requestOf;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.upload;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.windowUpdate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.api.RawMultiplexedConnection.Frame;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract I6, D20 and D77. */
class RequestDeadlineTest extends ApiTest {
    private static final String MESSAGE = "Timeout: request did not complete within the allotted timeout";

    @ParameterizedTest
    @ValueSource(strings = {"", "?timeout=1h"})
    void requestPastTheDeadlineGets504(String query) {
        long begun = System.nanoTime();

        TestResponse answer = get(collection() + query, Users.HEADER, "patient").assertStatus(504, "Timeout");

        assertThat(answer.message()).isEqualTo(MESSAGE);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(TestServer.REQUEST_TIMEOUT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "PATCH", "DELETE"})
    void timeoutParameterShortensTheDeadline(String method) {
        long begun = System.nanoTime();

        server.send(method, path("cart") + "?timeout=100ms", null, Users.HEADER, "patient")
                .assertStatus(504, "Timeout");

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(TestServer.REQUEST_TIMEOUT);
    }

    @Test
    void aWatchHasNoDeadline() {
        // The headers of a watch must arrive at once, but the first request of a test is slow.
        get(collection()).assertCode(200);
        try (Watch watch = server.watch(collection() + "?watch=1&timeout=1ns")) {
            created("cart", "{}");

            assertThat(watch.next()
                            .objectOrEmpty("object")
                            .objectOrEmpty("metadata")
                            .stringOrEmpty("name"))
                    .isEqualTo("cart");
        }
    }

    @Test
    void http2TimeoutDoesNotAffectOtherStreams() throws IOException {
        try (RawMultiplexedConnection shared = new RawMultiplexedConnection(server.port())) {
            shared.send(request(1, collection() + "?watch=1"), requestOf("patient", 3, collection() + "?timeout=50ms"))
                    .read(frame -> frame.stream() == 3 && frame.payload().contains(MESSAGE));

            shared.ping();
            created("cart", "{}");
            shared.read(frame -> frame.stream() == 1 && frame.payload().contains("cart"));
        }
    }

    @Test
    void missingBodyTimesOut() throws IOException {
        try (RawMultiplexedConnection shared = new RawMultiplexedConnection(server.port())) {
            shared.send(upload(1, collection() + "?timeout=50ms"))
                    .read(frame -> frame.stream() == 1
                            && frame.type() == DATA
                            && frame.payload().contains(MESSAGE));
            shared.ping();
        }
    }

    /** The JDK's client would read the response only after the end of its own body. */
    @Test
    void jdkClientIsStillServedOverHttp2AfterAnUnfinishedBody() {
        server.speak(HttpClient.Version.HTTP_2);
        try {
            get(collection()).assertCode(200);
            double before = postsThatTimedOut();
            Thread.ofVirtual()
                    .start(() -> server.stream(
                            "POST",
                            collection(),
                            BodyPublishers.fromPublisher(RequestDeadlineTest::begin),
                            "Content-Type",
                            "application/json"));
            Awaitility.await()
                    .untilAsserted(() -> assertThat(postsThatTimedOut()).isEqualTo(before + 1));
            get(collection()).assertCode(200);
        } finally {
            server.speak(HttpClient.Version.HTTP_1_1);
        }
    }

    @Test
    void slowResponseIsCutOffAtTheDeadline() throws IOException {
        createMoreThanTheNetworkHolds();
        try (RawConnection connection = new RawConnection(server.port())) {
            connection.send("GET " + collection() + "?timeout=2s HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(connection.readHead()).startsWith("HTTP/1.1 200 ");

            pass(Duration.ofMillis(2200));

            assertThat(connection.readAll()).contains("\"items\":[{").doesNotEndWith("0\r\n\r\n");
        }
    }

    @Test
    void slowHttp2ResponseIsResetAtTheDeadline() throws IOException {
        createMoreThanTheNetworkHolds();
        try (RawMultiplexedConnection shared = new RawMultiplexedConnection(server.port())) {
            shared.send(windowUpdate(0, 1 << 30), request(1, collection() + "?timeout=2s"))
                    .read(frame -> frame.stream() == 1 && frame.type() == DATA);

            pass(Duration.ofMillis(2200));

            Frame last = shared.send(windowUpdate(1, 1 << 30))
                    .read(frame -> frame.stream() == 1 && (frame.isEnd() || frame.type() == RST_STREAM));
            assertThat(last.type()).isEqualTo(RST_STREAM);
            shared.ping();
        }
    }

    /** A list checks its deadline only after it has written more than the buffers of a connection hold. */
    private void createMoreThanTheNetworkHolds() {
        String note = "x".repeat(40_000);
        for (int i = 0; i < 400; i++) {
            post("{\"metadata\":{\"name\":\"large-" + i + "\",\"annotations\":{\"note\":\"" + note
                            + "\"}},\"spec\":{}}")
                    .assertCode(201);
        }
    }

    private static void pass(Duration time) {
        long begun = System.nanoTime();
        Awaitility.await().until(() -> System.nanoTime() - begun > time.toNanos());
    }

    private double postsThatTimedOut() {
        return get("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith("apiserver_request_total{")
                        && line.contains("code=\"504\"")
                        && line.contains("verb=\"POST\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Publishes one byte and does not complete. */
    private static void begin(Flow.Subscriber<? super ByteBuffer> body) {
        AtomicBoolean begun = new AtomicBoolean();
        body.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long chunks) {
                if (!begun.getAndSet(true)) {
                    body.onNext(ByteBuffer.wrap(new byte[] {'{'}));
                }
            }

            @Override
            public void cancel() {}
        });
    }
}
