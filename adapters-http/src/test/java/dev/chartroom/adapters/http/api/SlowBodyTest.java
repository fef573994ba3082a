package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests with unfinished bodies do not hold their places forever. */
@Execution(ExecutionMode.CONCURRENT)
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
    void unfinishedBodyGetsAResponseAndEndsTheConnection(
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
    void unfinishedBodyDoesNotTimeOutEarly() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            long begun = System.nanoTime();
            connection
                    .send("POST " + collection() + " HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
                    .readHead();
            assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(TestServer.BODY_TIMEOUT.toNanos());
        }
    }
}
