package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Over HTTP/1.1, the server never takes the unread rest of a body for the next request, and does not read it forever.
 */
class UnreadBodyTest extends ApiTest {
    private static final String NEXT = "GET /version HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    private static final String SMUGGLED = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final int SHORT = 100 * 1024;
    private static final int LONG = 4 * 1024 * 1024;

    @ParameterizedTest
    @CsvSource({
        "POST, /nowhere, 405",
        "POST, redises?dryRun=Nope, 422",
        "PATCH, redises/x, 415",
        "POST, redises, 400",
        "GET, redises, 200",
        "DELETE, redises/missing, 400",
    })
    void shortUnreadBodyIsSkippedAndTheConnectionStaysOpen(String method, String path, int code) throws IOException {
        String answers = answers(method, path, body(SHORT), "");

        assertThat(answers).startsWith("HTTP/1.1 " + code + " ").contains("gitVersion");
        assertThat(count(answers)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /nowhere, 405",
        "POST, redises?dryRun=Nope, 422",
        "PATCH, redises/x, 415",
        "POST, redises, 413",
        "GET, redises, 200",
        "DELETE, redises/missing, 413",
    })
    void longUnreadBodyEndsTheConnectionAfterTheResponse(String method, String path, int code) throws IOException {
        String answers = answers(method, path, body(LONG), "");

        assertThat(answers).startsWith("HTTP/1.1 " + code + " ").contains("Connection: close");
        assertThat(count(answers)).isEqualTo(1);
    }

    /** If the server closed the connection while the client still sends, the client would lose the response. */
    @Test
    void bodyIsDrainedAfterAMalformedChunk() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            connection.send("POST " + collection() + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
                    + body(LONG / 2));

            assertThat(connection.readAll()).startsWith("HTTP/1.1 400 ").contains("BadRequest");
        }
    }

    @Test
    void longBodyIsDrainedDespiteConnectionClose() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            String body = body(LONG / 2);
            connection.send("POST /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: " + body.length()
                    + "\r\n\r\n" + body);

            assertThat(connection.readAll()).startsWith("HTTP/1.1 405 ").contains("MethodNotAllowed");
        }
    }

    @ParameterizedTest
    @CsvSource({"bob, 403", "nobody, 401", "crash, 500"})
    void bodyOfARefusedRequestIsNotReadAsARequest(String user, int code) throws IOException {
        String answers = answers("POST", "redises", body(SHORT), Users.HEADER + ": " + user + "\r\n");

        assertThat(answers).startsWith("HTTP/1.1 " + code + " ").doesNotContain("\r\n\r\nok");
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @ValueSource(
            strings = {
                "zz\r\n{}\r\n0\r\n\r\n",
                "-1\r\n{}\r\n0\r\n\r\n",
                "\r\n\r\n",
                "5\n{}",
                "2;\r{}",
                "2\r\n{}XX0\r\n\r\n",
                "+2\r\n{}\r\n0\r\n\r\n",
                "2\r\n{}\r\n0\r\nno trailer\r\n\r\n"
            })
    void malformedChunkGets400(String chunks) throws IOException {
        String answers = chunked(collection(), chunks);

        assertThat(answers)
                .startsWith("HTTP/1.1 400 ")
                .contains("\"kind\":\"Status\"", "\"reason\":\"BadRequest\"", "Connection: close");
        assertThat(count(answers)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%x\r\n%s\r\n0\r\n\r\n",
                "%x;name=value\r\n%s\r\n0;last\r\n\r\n",
                "%x\r\n%s\r\n0\r\nX-Checksum: 1\r\nX-Other: 2\r\n\r\n"
            })
    void chunksMayHaveExtensionsAndTrailers(String chunks) throws IOException {
        String object = "{\"metadata\":{\"generateName\":\"chunked-\"},\"spec\":{}}";

        String answers = chunked(collection(), chunks.formatted(object.length(), object));

        assertThat(answers).startsWith("HTTP/1.1 201 ").contains("gitVersion");
        assertThat(count(answers)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7fffffff\r\n", "400000;", "2;"})
    void tooLongChunkGets413BeforeItIsComplete(String begin) throws IOException {
        String answers = chunked(collection(), begin + "x".repeat(LONG + 100_000));

        assertThat(answers).startsWith("HTTP/1.1 413 ").contains("\"reason\":\"RequestEntityTooLarge\"");
    }

    @Test
    void expectContinueOfARefusedRequestGetsNo100() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            String answers = connection
                    .send("POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
                    .readAll();

            assertThat(answers).startsWith("HTTP/1.1 405 ").contains("Connection: close");
        }
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @ValueSource(strings = {"", "&resourceVersion=0", "&allowWatchBookmarks=true"})
    void watchResponseHasOnlyCompleteLines(String parameters) throws IOException {
        created("watched", "{}");
        try (RawConnection connection = new RawConnection(server.port())) {
            String answer = connection
                    .send("GET " + collection() + "?watch=1&timeoutSeconds=1" + parameters
                            + " HTTP/1.1\r\nHost: a\r\n\r\n")
                    .readAll();

            String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
            assertThat(body.replaceAll("(?m)^[0-9a-f]+\r\n", "")
                            .replace("\r\n", "")
                            .lines())
                    .isNotEmpty()
                    .allMatch(line -> line.startsWith("{") && line.endsWith("}"));
        }
    }

    @Test
    void watchWithoutEventsSendsItsHeadersAtOnce() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            connection.send("GET " + collection() + "?watch=1 HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(connection.readHead()).startsWith("HTTP/1.1 200 ").contains("chunked");
        }
    }

    private String answers(String method, String path, String body, String headers) throws IOException {
        String full = path.startsWith("/") ? path : ROOT + "/namespaces/" + namespace + "/" + path;
        return answers(method + " " + full + " HTTP/1.1\r\nHost: a\r\n" + headers + "Content-Length: " + body.length()
                + "\r\n\r\n" + body);
    }

    private String chunked(String path, String chunks) throws IOException {
        return answers("POST " + path + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks);
    }

    /** Sends a request and another one behind it, and returns the responses. */
    private static String answers(String request) throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            try {
                connection.send(request + NEXT);
            } catch (SocketException _) {
                // The server has closed the connection, but its response can still be read.
            }
            return connection.readAll();
        }
    }

    private static int count(String answers) {
        return answers.split("HTTP/1.1 ", -1).length - 1;
    }

    /** Returns a body that consists of requests. */
    private static String body(int size) {
        return SMUGGLED.repeat(size / SMUGGLED.length());
    }
}
