package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.request;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.windowUpdate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Responses that no client reads do not hold their places forever. */
class UnreadAnswerTest extends ApiTest {
    /** Few, so that all places of a user are taken before the first one is free again, even on busy processors. */
    private static final int READS = 4;
    /** The number of requests that one user can have in flight. */
    private static final int SHARE = READS / 2;
    /** A list of this many objects is larger than the network can buffer. */
    private static final int OBJECTS = 20;

    private static final int WIDE = 1 << 30;

    private final List<AutoCloseable> connections = new ArrayList<>();

    @BeforeAll
    static void serveFewReads() {
        server.close();
        server = TestServer.startWithReads(READS);
    }

    @BeforeEach
    void createLargeObjects() {
        String note = "x".repeat(250_000);
        for (int i = 0; i < OBJECTS; i++) {
            post("{\"metadata\":{\"name\":\"large-" + i + "\",\"annotations\":{\"note\":\"" + note
                            + "\"}},\"spec\":{}}")
                    .assertCode(201);
        }
    }

    @AfterEach
    void disconnect() throws Exception {
        for (AutoCloseable connection : connections) {
            connection.close();
        }
    }

    @Test
    void unreadListsReleaseTheirPlaces() throws IOException {
        List<RawConnection> clients = new ArrayList<>();
        for (int i = 0; i < SHARE; i++) {
            clients.add(new RawConnection(server.port()));
        }
        connections.addAll(clients);
        for (RawConnection client : clients) {
            client.send("GET " + collection() + " HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        assertPlacesAreTakenAndGivenBack();
    }

    @Test
    void unreadHttp2ConnectionReleasesItsPlaces() throws IOException {
        RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port());
        connections.add(connection);
        connection.send(windowUpdate(0, WIDE));
        for (int stream = 1; stream < 2 * SHARE; stream += 2) {
            connection.send(request(stream, collection()), windowUpdate(stream, WIDE));
        }
        assertPlacesAreTakenAndGivenBack();
    }

    private void assertPlacesAreTakenAndGivenBack() {
        Awaitility.await().untilAsserted(() -> get(path("large-1")).assertCode(429));
        Awaitility.await().untilAsserted(() -> get(path("large-1")).assertCode(200));
    }
}
