package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies that begin and do not end hold no place for ever. */
class SlowBodyTest extends ApiTest {

    @ParameterizedTest
    @CsvSource({
        "POST,   alice,  redises,         504, Timeout",
        "PUT,    alice,  redises/missing, 504, Timeout",
        "DELETE, alice,  redises/missing, 504, Timeout",
        "POST,   nobody, redises,         401, Unauthorized",
        "POST,   bob,    redises,         403, Forbidden",
        "POST,   alice,  nothings,        404, 404 page not found",
        "PATCH,  alice,  redises/missing, 415, UnsupportedMediaType",
        "GET,    alice,  redises,         200, RedisList",
    })
    void aBodyThatDoesNotComeIsAnsweredAndEndsTheConnection(
            String method, String user, String path, int code, String answer) throws IOException {
        for (String framing : List.of("Content-Length: 100\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n5\r\n{")) {
            try (RawConnection connection = new RawConnection(server.port())) {
                long begun = System.nanoTime();
                String answers = connection
                        .send(method + " " + ROOT + "/namespaces/" + namespace + "/" + path + " HTTP/1.1\r\nHost: a\r\n"
                                + Users.HEADER + ": " + user + "\r\n" + framing)
                        .readAll();
                assertThat(answers).startsWith("HTTP/1.1 " + code + " ").contains("Connection: close", answer);
                assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(10));
            }
        }
    }

    @Test
    void aBodyHasItsTimeBeforeItTimesOut() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            long begun = System.nanoTime();
            connection
                    .send("POST " + collection() + " HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
                    .readHead();
            assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(TestServer.BODY_PATIENCE.toNanos());
        }
    }

    /** The client of the JDK would wait for the end of its own body before it looks at the answer. */
    @Test
    void overHttp2TheRequestTimesOutAndTheConnectionStays() {
        server.speak(HttpClient.Version.HTTP_2);
        try {
            get(collection()).assertCode(200);
            double before = postsThatTimedOut();
            Thread.ofVirtual()
                    .start(() -> server.stream(
                            "POST",
                            collection(),
                            BodyPublishers.fromPublisher(SlowBodyTest::begin),
                            "Content-Type",
                            "application/json"));
            Awaitility.await()
                    .untilAsserted(() -> assertThat(postsThatTimedOut()).isEqualTo(before + 1));
            get(collection()).assertCode(200);
        } finally {
            server.speak(HttpClient.Version.HTTP_1_1);
        }
    }

    /** Others of this class time out, too. */
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

    /** One byte, and no end. */
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
