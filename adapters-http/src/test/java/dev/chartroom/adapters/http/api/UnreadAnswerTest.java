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

/** Answers that nobody reads hold no place for ever. */
class UnreadAnswerTest extends ApiTest {
    /** Few, so that all of a user's are taken before the first one is free again, however busy the processors are. */
    private static final int READS = 4;
    /** What one user may ask at a time. */
    private static final int SHARE = READS / 2;
    /** More than the network takes of a list before it waits for its reader. */
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
    void listsThatAreNotReadGiveTheirPlacesBack() throws IOException {
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
    void overHttp2AConnectionThatIsNotReadGivesItsPlacesBack() throws IOException {
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
