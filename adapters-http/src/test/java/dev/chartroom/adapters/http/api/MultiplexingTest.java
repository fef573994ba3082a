package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.RST_STREAM;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.data;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.request;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.requestOf;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.requestWithBody;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.reset;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.upload;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.windowUpdate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.http.api.RawMultiplexedConnection.Frame;
import dev.chartroom.adapters.http.connection.frame.RequestLimits;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that leave or misbehave, and others on the same connection, as with an aggregator (ADR 0003). */
class MultiplexingTest extends ApiTest {
    private static final int WIDE = 1 << 30;

    private RawMultiplexedConnection shared;

    @BeforeEach
    void connect() throws IOException {
        shared = new RawMultiplexedConnection(server.port());
    }

    @AfterEach
    void disconnect() throws IOException {
        shared.close();
        soon("no watch is left")
                .untilAsserted(() -> assertThat(server.openWatches).hasValue(0));
    }

    @ParameterizedTest
    @CsvSource({"HTTP_2, 1000", "HTTP_1_1, 50"})
    void watchesWithoutEventsEndSoonAfterTheirClientsLeave(HttpClient.Version version, int count) {
        server.speak(version);
        List<Watch> watches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            watches.add(server.watch(watch()));
        }
        assertThat(watches.getLast().version).isEqualTo(version);
        assertThat(server.openWatches).hasValue(count);

        watches.forEach(Watch::close);

        soon("no watch is left")
                .untilAsserted(() -> assertThat(server.openWatches).hasValue(0));
    }

    @Test
    void aWatchEndsWithItsConnection() throws IOException {
        shared.send(request(1, watch()), request(3, watch()));
        soon("both are open").untilAsserted(() -> assertThat(server.openWatches).hasValue(2));

        shared.close();

        soon("none is left").untilAsserted(() -> assertThat(server.openWatches).hasValue(0));
    }

    @Test
    void immediatelyCancelledWatchesEndAndTheConnectionStaysOpen() throws IOException {
        for (int stream = 1; stream < 600; stream += 2) {
            shared.send(request(stream, watch()), reset(stream));
        }

        shared.ping();
        assertServes(601);
        soon("no watch is left")
                .untilAsserted(() -> assertThat(server.openWatches).hasValue(0));
    }

    /** A client can send a reset before it has read the end of the response. */
    @Test
    void resetOfAnAnsweredStreamDoesNotAffectOtherStreams() throws IOException {
        assertServes(1);
        assertServes(3);
        shared.send(request(5, watch())).read(frame -> isHeaders(frame, 5));
        assertServes(7);

        shared.send(reset(1), reset(3)).ping();

        assertThat(server.openWatches).hasValue(1);
        assertServes(9);
    }

    @Test
    void resetUploadDoesNotAffectOtherStreams() throws IOException {
        shared.send(upload(1, collection())).ping();

        shared.send(reset(1)).ping();

        assertServes(3);
    }

    /** CVE-2023-44487: unlike watches, these requests cost the server more than the client. */
    @Test
    void floodOfResetUploadsEndsOnlyItsConnection() {
        assertFloodEndsTheConnection(stream -> shared.send(upload(stream, collection()), reset(stream)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice", "deputy"})
    void floodOfResetReadsEndsOnlyItsConnection(String user) {
        assertFloodEndsTheConnection(stream -> shared.send(requestOf(user, stream, collection()), reset(stream)));
    }

    /** The front proxy's connection carries the requests of all users, and one user must not end it for the others. */
    @Test
    void floodOfResetUploadsDoesNotEndTheFrontProxyConnection() throws IOException {
        try (RawMultiplexedConnection proxy = frontProxy()) {
            for (int stream = 1; stream < 6000; stream += 2) {
                proxy.send(upload(stream, collection()), reset(stream));
            }
            proxy.ping();

            AtomicInteger stream = new AtomicInteger(6001);
            soon("a write succeeds")
                    .untilAsserted(
                            () -> assertThat(write(proxy, stream.getAndAdd(2))).isEqualTo(201));
        }
    }

    /** The limit on requests in flight therefore bounds the work of a flood. */
    @Test
    void resetRequestsOfTheFrontProxyCountUntilTheyAreServed() throws IOException {
        try (RawMultiplexedConnection proxy = frontProxy()) {
            server.users.asked();
            for (int stream = 1; stream < 1000; stream += 2) {
                proxy.send(requestOf("patient", stream, collection()), reset(stream));
            }
            proxy.ping();
            proxy.send(requestOf("patient", 1001, collection()));

            assertThat(proxy.read(frame -> isHeaders(frame, 1001)).status()).isEqualTo(429);
            assertThat(server.users.asked())
                    .filteredOn(asked -> asked.user().name().equals("patient"))
                    .hasSizeLessThanOrEqualTo(TestServer.READS_IN_FLIGHT);
        }
    }

    /** Otherwise a client without a token could make the server keep any number of answers that it does not read. */
    @Test
    void requestsBeyondTheLimitOfAConnectionAreRefused() throws IOException {
        int limit = RequestLimits.CLIENT.streams();
        int last = 2 * limit + 1;
        for (int stream = 1; stream < last; stream += 2) {
            int id = stream;
            shared.send(request(id, watch())).read(frame -> isHeaders(frame, id));
        }

        shared.send(request(last, watch())).read(frame -> frame.stream() == last && frame.type() == RST_STREAM);

        assertThat(server.openWatches).hasValue(limit);
        shared.send(reset(1));
        soon("one has ended").untilAsserted(() -> assertThat(server.openWatches).hasValue(limit - 1));
        assertServes(last + 2);
    }

    /** CVE-2025-8671: the server resets the streams, because the client sends invalid frames on purpose. */
    @Test
    void floodOfInvalidFramesEndsOnlyItsConnection() {
        assertFloodEndsTheConnection(stream -> shared.send(request(stream, collection()), windowUpdate(stream, 0)));
    }

    private interface Flood {
        void of(int stream) throws IOException;
    }

    private void assertFloodEndsTheConnection(Flood flood) {
        assertThatThrownBy(() -> {
                    for (int stream = 1; stream < 6000; stream += 2) {
                        flood.of(stream);
                    }
                    shared.ping();
                })
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(SocketTimeoutException.class);

        // Requests that have begun hold their places until they are done.
        soon("others are served").untilAsserted(() -> get(collection()).assertCode(200));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/apis/%zz", "/apis/%", "/apis?x=<>", "/apis/{a}", "/[", "//", "/../..", "/a%00b", "a", "*"})
    void oddPathDoesNotAffectOtherStreams(String path) throws IOException {
        shared.send(request(1, path)).read(frame -> frame.stream() == 1 && frame.isEnd());

        assertServes(3);
    }

    /** Helidon buffers 32 frames of a body for the handler. The next one blocks the connection. */
    @Test
    void unreadBodyDoesNotBlockOtherStreams() throws IOException {
        shared.send(requestWithBody(1, watch()));
        for (int i = 0; i < 100; i++) {
            shared.send(data(1));
        }

        shared.ping();

        assertServes(3);
        shared.send(reset(1)).ping();
    }

    @Test
    void unreadWatchIsResetWithoutAffectingOtherStreams() throws IOException {
        created("large", "{}");
        shared.send(windowUpdate(0, WIDE), request(1, watch()), request(3, watch()), windowUpdate(3, WIDE));
        soon("both are open").untilAsserted(() -> assertThat(server.openWatches).hasValue(2));

        String note = "x".repeat(200_000);
        patch("large", MERGE, "{\"metadata\":{\"annotations\":{\"note\":\"" + note + "\"}}}")
                .assertCode(200);

        shared.read(frame -> frame.stream() == 1 && frame.type() == RawMultiplexedConnection.RST_STREAM);
        soon("one is left").untilAsserted(() -> assertThat(server.openWatches).hasValue(1));
        patch("large", MERGE, "{\"metadata\":{\"annotations\":{\"note\":\"\"}}}")
                .assertCode(200);
        shared.read(frame -> frame.stream() == 3 && frame.payload().contains("\"note\":\"\""));
        assertServes(5);
    }

    /** HTTP/2 has no equivalent of {@code Connection: close}. */
    @Test
    void unforeseenFailureOverHttp2Gets500() {
        server.speak(HttpClient.Version.HTTP_2);

        get(collection(), Users.HEADER, "crash").assertStatus(500, "InternalError");
    }

    private static RawMultiplexedConnection frontProxy() throws IOException {
        return new RawMultiplexedConnection(server.port(), TestServer.tls(SelfSigned.of("front-proxy")));
    }

    private int write(RawMultiplexedConnection connection, int stream) throws IOException {
        byte[] body = "{\"metadata\":{\"name\":\"written\"},\"spec\":{}}".getBytes(StandardCharsets.UTF_8);
        connection.send(upload(stream, collection()));
        connection.sendBody(stream, body, true);
        return connection.read(frame -> isHeaders(frame, stream)).status();
    }

    private String watch() {
        return collection() + "?watch=1";
    }

    private void assertServes(int stream) throws IOException {
        shared.send(request(stream, "/healthz")).read(frame -> frame.stream() == stream && frame.isEnd());
    }

    private static boolean isHeaders(Frame frame, int stream) {
        return frame.stream() == stream && frame.type() == RawMultiplexedConnection.HEADERS;
    }

    private static ConditionFactory soon(String what) {
        return Awaitility.await(what).atMost(Duration.ofSeconds(5));
    }
}
