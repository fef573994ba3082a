package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.HEADERS;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.head;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Unread bodies of one user leave room for other users, and those of one address for other addresses. */
@Timeout(30)
class UnreadShareTest {
    private static final String COLLECTION = ApiTest.ROOT + "/namespaces/shared/redises";
    private static final byte[] OBJECT =
            "{\"metadata\":{\"generateName\":\"shared-\"},\"spec\":{}}".getBytes(StandardCharsets.UTF_8);
    private static final int FRAME = 16 * 1024;
    /** In bytes. A sixteenth of the heap holds 8 of these frames. */
    private static final long HEAP = 16L * 8 * FRAME;

    private static final int MORE_THAN_THERE_IS_ROOM_FOR = 20;

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.startSmall(HEAP);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** All users of an aggregator share its connections. */
    @Test
    void unreadBodiesOfOneUserDoNotBlockOtherUsersOfTheConnection() throws IOException {
        try (RawMultiplexedConnection shared = new RawMultiplexedConnection(server.port())) {
            int next = fill(shared, "patient");

            assertThat(create(shared, next)).isEqualTo(201);
        }
    }

    /** For example requests with made-up tokens, while a TokenReview is pending. */
    @Test
    void unauthenticatedUnreadBodiesDoNotBlockOtherAddresses() throws IOException {
        try (RawMultiplexedConnection strangers =
                        new RawMultiplexedConnection(server.port(), TestServer.tls(), "127.0.0.2");
                RawMultiplexedConnection other = new RawMultiplexedConnection(server.port())) {
            fill(strangers, "stranger");

            assertThat(create(other, 1)).isEqualTo(201);
        }
    }

    /** Sends unread bodies and returns the next stream. */
    private static int fill(RawMultiplexedConnection connection, String user) throws IOException {
        int stream = 1;
        for (int i = 0; i < MORE_THAN_THERE_IS_ROOM_FOR; i++) {
            connection.send(head(stream, "POST", COLLECTION, 0, Users.HEADER, user));
            connection.sendBody(stream, new byte[FRAME], false);
            stream += 2;
        }
        connection.ping();
        return stream;
    }

    private static int create(RawMultiplexedConnection connection, int stream) throws IOException {
        connection.send(head(stream, "POST", COLLECTION, 0));
        connection.sendBody(stream, OBJECT, true);
        return connection
                .read(frame -> frame.stream() == stream && frame.type() == HEADERS)
                .status();
    }
}
