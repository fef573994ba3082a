package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.END_STREAM;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.GOAWAY;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.HEADERS;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.RST_STREAM;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.head;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.reset;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.trailers;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.windowUpdate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.api.RawMultiplexedConnection.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The server restores the window of a connection after each body, however its request ends. All users of an aggregator
 * share one connection. Most cases send 4 MiB of bodies, four times the window of the connection.
 */
class BodyWindowTest extends ApiTest {
    private static final int WINDOW = 1024 * 1024;
    private static final int TOTAL = 4 * WINDOW;
    private static final int FRAME = 16 * 1024;

    private RawMultiplexedConnection shared;
    private int stream = 1;

    @BeforeEach
    void connect() throws IOException {
        shared = new RawMultiplexedConnection(server.port()).send(windowUpdate(0, 1 << 30));
        created("existing", "{}");
    }

    @AfterEach
    void disconnect() throws IOException {
        shared.close();
    }

    @ParameterizedTest
    @CsvSource({
        "POST,   /nowhere, 405",
        "POST,   /apis/apps.test.example.com/v1alpha1/namespaces/x/nothings, 404",
        "POST,   /apis/unknown.example.com/v1/things, 404",
        "PUT,    redises, 400",
        "POST,   redises?dryRun=Nope, 422",
        "POST,   redises?fieldValidation=Odd, 422",
        "POST,   redises, 409",
        "GET,    redises, 200",
        "GET,    redises?limit=x, 400",
        "GET,    /healthz, 200",
        "GET,    /version, 200",
        "HEAD,   redises, 200",
        "DELETE, redises/missing, 404",
        "DELETE, redises?timeout=x, 400",
        "PUT,    redises/missing, 400",
        "PATCH,  redises/missing, 415",
        "POST,   /apis/%zz, 405",
    })
    void everyOutcomeRestoresTheWindow(String method, String path, int code) throws IOException {
        for (int sent = 0; sent < TOTAL; ) {
            byte[] body = body("existing");
            sent += body.length;
            assertThat(ask(method, full(path), body)).isEqualTo(code);
        }

        assertWhole();
    }

    @ParameterizedTest
    @CsvSource({
        Users.HEADER + ", bob, 403",
        Users.HEADER + ", deputy, 403",
        Users.HEADER + ", crash, 500",
        "Accept, application/x-nothing, 406",
        "Content-Type, application/x-nothing, 415",
    })
    void refusedRequestsRestoreTheWindow(String header, String value, int code) throws IOException {
        for (int sent = 0; sent < TOTAL; ) {
            byte[] body = body("refused");
            sent += body.length;
            assertThat(ask("POST", collection(), body, header, value)).isEqualTo(code);
        }

        assertWhole();
    }

    /** The authorizer does not decide in time. */
    @Test
    void timedOutRequestsRestoreTheWindow() throws IOException {
        for (int sent = 0; sent < TOTAL; ) {
            byte[] body = body("late");
            sent += body.length;
            assertThat(ask("POST", collection() + "?timeout=20ms", body, Users.HEADER, "patient"))
                    .isEqualTo(504);
        }

        assertWhole();
    }

    @ParameterizedTest
    @CsvSource({"414, 300000, 1", "431, 1, 70000"})
    void requestsWithTooLargeHeadsRestoreTheWindow(int code, int query, int header) throws IOException {
        for (int sent = 0; sent < TOTAL; ) {
            shared.sendHead(stream, "/version?" + "x".repeat(query), 0, List.of("x-large", "v".repeat(header)));
            byte[] body = body("unasked");
            sent += body.length;
            send(body, true);
            assertThat(code()).isEqualTo(code);
            stream += 2;
        }

        assertWhole();
    }

    @Test
    void requestsBeyondTheInFlightLimitRestoreTheWindow() throws IOException {
        for (int i = 0; i < TestServer.WRITES_IN_FLIGHT; i++) {
            shared.send(head(stream, "POST", collection(), END_STREAM, Users.HEADER, "crowd"));
            stream += 2;
        }
        // One user can have half of all requests in flight.
        for (int i = 0; i < TestServer.WRITES_IN_FLIGHT / 2; i++) {
            assertThat(shared.read(frame -> frame.type() == HEADERS).status()).isEqualTo(429);
        }
        for (int sent = 0; sent < TOTAL; ) {
            byte[] body = body("many");
            sent += body.length;
            assertThat(ask("POST", collection(), body, Users.HEADER, "crowd")).isEqualTo(429);
        }

        assertWhole();
    }

    /** Padding counts against the windows (RFC 9113, 6.1). */
    @Test
    void paddedFramesRestoreTheWindow() throws IOException {
        byte[] padded = new byte[FRAME];
        padded[0] = (byte) 255;
        for (int sent = 0; sent < TOTAL; sent += 3 * FRAME) {
            shared.send(head(stream, "POST", "/nowhere", 0));
            for (int i = 0; i < 3; i++) {
                shared.sendPadded(stream, padded, i == 2);
            }
            assertThat(code()).isEqualTo(405);
            stream += 2;
        }

        assertWhole();
    }

    /** Sends one frame per byte of the object, with the maximum padding. */
    @Test
    void paddingOfAReadBodyRestoresTheWindow() throws IOException {
        byte[] object = ("{\"metadata\":{\"name\":\"padded\"},\"spec\":{}}" + " ".repeat(TOTAL / 256))
                .getBytes(StandardCharsets.UTF_8);
        byte[] padded = new byte[1 + 1 + 255];
        padded[0] = (byte) 255;
        shared.send(head(stream, "POST", collection(), 0));
        for (int i = 0; i < object.length; i++) {
            padded[1] = object[i];
            assertThat(shared.sendPadded(stream, padded, i == object.length - 1))
                    .isTrue();
        }
        assertThat(code()).isEqualTo(201);
        stream += 2;

        assertWhole();
    }

    /** An unauthenticated client gets one response per connection. */
    @ParameterizedTest
    @CsvSource({"nobody, 401", "forger, 401", "early, 503"})
    void refusalThatEndsTheConnectionRestoresTheWindow(String user, int code) throws IOException {
        shared.send(head(stream, "POST", collection(), 0, Users.HEADER, user));
        send(body("refused"), true);
        shared.read(frame -> frame.type() == GOAWAY);
        assertThat(code()).isEqualTo(code);

        assertThat(shared.isClosed()).isTrue();
        assertThat(shared.window()).isEqualTo(WINDOW);
    }

    @Test
    void successfulWritesRestoreTheWindow() throws IOException {
        for (int i = 0; i * body("x").length < TOTAL; i++) {
            assertThat(ask("POST", collection(), body("created-" + i))).isEqualTo(201);
        }

        assertWhole();
    }

    @Test
    void tooLargeBodyRestoresTheWindow() throws IOException {
        byte[] body = new byte[TOTAL];
        Arrays.fill(body, (byte) ' ');

        shared.send(head(stream, "POST", collection(), 0));
        int answered = 0;
        for (int from = 0; from < body.length && answered == 0; from += FRAME) {
            answered = sendUnlessAnswered(Arrays.copyOfRange(body, from, from + FRAME));
        }

        assertThat(answered).isEqualTo(413);
        Frame reset = shared.read(frame -> frame.stream() == stream && frame.type() == RST_STREAM);
        assertThat(reset.payload()).as("NO_ERROR").isEqualTo("\0\0\0\0");
        stream += 2;
        assertWhole();
    }

    @Test
    void resetBodiesRestoreTheWindow() throws IOException {
        for (int sent = 0; sent < TOTAL; sent += 3 * FRAME) {
            shared.send(head(stream, "POST", collection(), 0));
            for (int i = 0; i < 3; i++) {
                shared.sendBody(stream, new byte[FRAME], false);
            }
            shared.send(reset(stream));
            stream += 2;
        }

        assertWhole();
    }

    @Test
    void bodiesAfterTheResponseRestoreTheWindow() throws IOException {
        for (int sent = 0; sent < TOTAL; sent += 2 * FRAME) {
            shared.send(head(stream, "GET", collection(), 0));
            assertThat(code()).isEqualTo(200);
            shared.sendBody(stream, new byte[FRAME], false);
            shared.sendBody(stream, new byte[FRAME], true);
            stream += 2;
        }

        assertWhole();
    }

    @Test
    void bodiesOfWatchesRestoreTheWindow() throws IOException {
        for (int sent = 0; sent < TOTAL; sent += 4 * FRAME) {
            shared.send(head(stream, "GET", collection() + "?watch=1", 0));
            for (int i = 0; i < 4; i++) {
                shared.sendBody(stream, new byte[FRAME], false);
            }
            stream += 2;
        }

        assertWhole();
    }

    @Test
    void bodiesWithTrailersRestoreTheWindow() throws IOException {
        for (int i = 0; i * body("x").length < TOTAL; i++) {
            shared.send(head(stream, "POST", collection(), 0));
            send(body("trailed-" + i), false);
            shared.send(trailers(stream));
            assertThat(code()).isEqualTo(201);
            stream += 2;
        }

        assertWhole();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "500000", "x", "-1", "", "99999999999999999999"})
    void wrongContentLengthGets400AndRestoresTheWindow(String length) throws IOException {
        for (int sent = 0; sent < TOTAL; ) {
            byte[] body = body("odd");
            sent += body.length;
            assertThat(ask("POST", collection(), body, "Content-Length", length))
                    .isEqualTo(400);
        }

        assertWhole();
    }

    @Test
    void unfinishedBodiesRestoreTheWindow() throws IOException {
        for (int i = 0; i < 20; i++) {
            shared.send(head(stream, "POST", collection(), 0));
            shared.sendBody(stream, new byte[FRAME], false);
            stream += 2;
        }
        int last = stream - 2;
        for (int left = 20; left > 0; left--) {
            Frame answer = shared.read(Frame::isEnd);
            assertThat(answer.stream()).isLessThanOrEqualTo(last);
        }

        assertWhole();
    }

    /** The server does not interrupt a thread for the timeout, because an interrupt would close the connection. */
    @Test
    void missingBodiesTimeOutAndTheConnectionStaysOpen() throws IOException {
        for (int i = 0; i < 5; i++) {
            shared.send(head(stream + 2 * i, "POST", collection(), 0));
            shared.sendBody(stream + 2 * i, "{\"metadata\":{".getBytes(StandardCharsets.UTF_8), false);
        }
        for (int i = 0; i < 5; i++) {
            assertThat(shared.read(frame -> frame.type() == HEADERS).status()).isEqualTo(504);
            stream += 2;
        }

        assertWhole();
    }

    @Test
    void expectContinueGets100BeforeTheBody() throws IOException {
        shared.send(head(stream, "POST", collection(), 0, "Expect", "100-continue"));
        assertThat(code()).isEqualTo(100);
        send(body("asked"), true);
        assertThat(code()).isEqualTo(201);
        stream += 2;

        assertWhole();
    }

    @Test
    void expectContinueOfARefusedRequestGetsNo100() throws IOException {
        shared.send(head(stream, "POST", "/nowhere", 0, "Expect", "100-continue"));

        assertThat(code()).isEqualTo(405);
        shared.read(frame -> frame.stream() == stream && frame.type() == RST_STREAM);
    }

    /** Other requests of the connection must not wait until a request reads that body. */
    @Test
    void unreadBodyDoesNotBlockOtherRequests() throws IOException {
        shared.send(head(stream, "POST", collection(), 0, Users.HEADER, "patient"));
        for (int i = 0; i < 4; i++) {
            shared.sendBody(stream, new byte[FRAME], false);
        }
        stream += 2;

        assertWhole();
    }

    private void assertWhole() throws IOException {
        assertThat(ask("POST", collection(), body("last"))).isEqualTo(201);
        Awaitility.await("the window is whole").untilAsserted(() -> {
            shared.ping();
            assertThat(shared.window()).isEqualTo(WINDOW);
        });
    }

    private int ask(String method, String path, byte[] body, String... headers) throws IOException {
        shared.send(head(stream, method, path, 0, headers));
        send(body, true);
        int code = code();
        stream += 2;
        return code;
    }

    private void send(byte[] body, boolean last) throws IOException {
        for (int from = 0; from < body.length; from += FRAME) {
            int to = Math.min(body.length, from + FRAME);
            shared.sendBody(stream, Arrays.copyOfRange(body, from, to), last && to == body.length);
        }
    }

    /** Returns the status code, or 0 if there is no response yet. */
    private int sendUnlessAnswered(byte[] data) throws IOException {
        return shared.sendBody(stream, data, false) ? 0 : code();
    }

    private int code() throws IOException {
        int asked = stream;
        return shared.read(frame -> frame.stream() == asked && frame.type() == HEADERS)
                .status();
    }

    private String full(String path) {
        return path.startsWith("/") ? path : ROOT + "/namespaces/" + namespace + "/" + path;
    }

    /** Returns an object of 50 KiB. */
    private static byte[] body(String name) {
        return "{\"metadata\":{\"name\":\"%s\",\"annotations\":{\"a\":\"%s\"}},\"spec\":{}}"
                .formatted(name, "x".repeat(50 * 1024))
                .getBytes(StandardCharsets.UTF_8);
    }
}
