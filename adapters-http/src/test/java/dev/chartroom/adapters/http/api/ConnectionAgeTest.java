package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.GOAWAY;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.HEADERS;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client of HTTP/2 changes its connection now and then, so that it finds new servers behind the same address. */
@Timeout(60)
class ConnectionAgeTest {
    private static final Duration AGE = Duration.ofMillis(200);
    private static final String REDISES = ApiTest.ROOT + "/namespaces/a/redises";

    @Test
    void oldConnectionEndsAfterItsRequests() throws IOException {
        try (TestServer server = TestServer.startWithAge(AGE);
                RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection
                    .send(request(1, REDISES + "?watch=1"))
                    .read(frame -> frame.stream() == 1 && frame.type() == HEADERS);
            int last = 1;
            RawMultiplexedConnection.Frame frame;
            do {
                last += 2;
                int stream = last;
                frame = connection
                        .send(request(stream, "/healthz"))
                        .read(each -> each.type() == GOAWAY || each.stream() == stream && each.isEnd());
            } while (frame.type() != GOAWAY);
            assertThat(frame.payload()).startsWith("\u007f\u00ff\u00ff\u00ff");

            assertThat(connection.read(each -> each.type() == GOAWAY).payload())
                    .isEqualTo("\0\0" + (char) (last >> 8) + (char) (last & 0xff) + "\0\0\0\0");
            server.send("POST", REDISES, "{\"metadata\":{\"name\":\"cart\"}}").assertCode(201);
            connection.read(each -> each.stream() == 1 && each.payload().contains("cart"));
        }
    }

    /** Otherwise a kube-apiserver would use its connection to this server, although others behind the address are ready. */
    @Test
    void serverThatIsNotReadyAsksForAnotherConnection() throws IOException {
        try (TestServer server = TestServer.start();
                RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection
                    .send(request(1, REDISES + "?watch=1"))
                    .read(frame -> frame.stream() == 1 && frame.type() == HEADERS);
            server.storeFailure.set("no contact");
            long start = System.nanoTime();
            Awaitility.await().until(() -> {
                server.send("GET", "/readyz", null).assertCode(500);
                return Duration.ofNanos(System.nanoTime() - start).toSeconds() >= 5;
            });
            server.send("GET", "/readyz", null).assertCode(500);

            assertThat(connection.read(frame -> frame.type() == GOAWAY).payload())
                    .startsWith("\u007f\u00ff\u00ff\u00ff");
            assertThat(connection.read(frame -> frame.type() == GOAWAY).payload())
                    .isEqualTo("\0\0\0\u0001\0\0\0\0");
            server.storeFailure.set(null);
            server.send("POST", REDISES, "{\"metadata\":{\"name\":\"cart\"}}").assertCode(201);
            connection.read(frame -> frame.stream() == 1 && frame.payload().contains("cart"));
        }
    }

    /** The kube-apiserver of a replica with a broken network sends no probes, but the next request. */
    @Test
    void failureBehindTheServerAsksForAnotherConnection() throws IOException {
        try (TestServer server = TestServer.start();
                RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection
                    .send(request(1, REDISES + "?watch=1"))
                    .read(frame -> frame.stream() == 1 && frame.type() == HEADERS);
            long start = System.nanoTime();
            Awaitility.await().until(() -> {
                server.send("GET", REDISES, null, Users.HEADER, "early").assertCode(503);
                return Duration.ofNanos(System.nanoTime() - start).toSeconds() >= 5;
            });

            assertThat(connection.read(frame -> frame.type() == GOAWAY).payload())
                    .startsWith("\u007f\u00ff\u00ff\u00ff");
            server.send("POST", REDISES, "{\"metadata\":{\"name\":\"cart\"}}").assertCode(201);
            connection.read(frame -> frame.stream() == 1 && frame.payload().contains("cart"));
        }
    }

    @Test
    void errorOfTheClientAsksForNoOtherConnection() throws IOException {
        try (TestServer server = TestServer.start();
                RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection.send(request(1, "/healthz")).read(frame -> frame.stream() == 1 && frame.isEnd());
            long start = System.nanoTime();
            Awaitility.await().until(() -> {
                server.send("GET", REDISES + "/absent", null).assertCode(404);
                return Duration.ofNanos(System.nanoTime() - start).toSeconds() >= 5;
            });

            connection.ping();
        }
    }

    @Test
    void newConnectionToAServerThatIsNotReadyStaysOpen() throws IOException {
        try (TestServer server = TestServer.start();
                RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            server.storeFailure.set("no contact");
            connection.send(request(1, "/readyz")).read(frame -> frame.stream() == 1 && frame.isEnd());

            // An answer to a ping shows that no GOAWAY came before it.
            connection.ping();
        }
    }

    @Test
    void youngConnectionStaysOpen() throws IOException {
        try (TestServer server = TestServer.start();
                RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            for (int stream = 1; stream < 200; stream += 2) {
                int asked = stream;
                connection.send(request(stream, "/healthz")).read(frame -> frame.stream() == asked && frame.isEnd());
            }
            connection.ping();
        }
    }

    /** A Service sends each new connection to another of its pods. No request fails when a connection ends. */
    @Test
    void requestsOfOneClientReachAllServersBehindAnAddress() throws Exception {
        List<TestServer> servers =
                List.of(TestServer.startWithAge(AGE), TestServer.startWithAge(AGE), TestServer.startWithAge(AGE));
        try (RoundRobin address = new RoundRobin(servers);
                HttpClient client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_2)
                        .sslContext(TestServer.tls())
                        .build()) {
            long end = System.nanoTime() + Duration.ofSeconds(6).toNanos();
            Map<Integer, Integer> answers = new ConcurrentHashMap<>();
            for (int i = 0; System.nanoTime() < end; i++) {
                HttpResponse<String> response = client.send(
                        HttpRequest.newBuilder(
                                        URI.create("https://127.0.0.1:" + address.port() + REDISES + "?dryRun=All"))
                                .header(Users.HEADER, "alice")
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        "{\"metadata\":{\"name\":\"cart-" + i + "\"}}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                answers.merge(response.statusCode(), 1, Integer::sum);
            }
            System.out.println(
                    "connections to each of three servers: " + address.connections() + ", answers: " + answers);
            assertThat(answers).containsOnlyKeys(201);
            assertThat(address.connections()).hasSize(3).allMatch(count -> count >= 2);
        } finally {
            servers.forEach(TestServer::close);
        }
    }

    /** Forwards each connection to the next server. */
    private static final class RoundRobin implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        private final List<TestServer> servers;
        private final List<AtomicInteger> counts = new ArrayList<>();
        private final List<Socket> open = new ArrayList<>();

        RoundRobin(List<TestServer> servers) throws IOException {
            this.servers = servers;
            servers.forEach(_ -> counts.add(new AtomicInteger()));
            Thread.startVirtualThread(this::accept);
        }

        int port() {
            return listener.getLocalPort();
        }

        List<Integer> connections() {
            return counts.stream().map(AtomicInteger::get).toList();
        }

        private void accept() {
            try {
                for (int next = 0; ; next = (next + 1) % servers.size()) {
                    Socket client = listener.accept();
                    Socket server = new Socket(
                            InetAddress.ofLiteral("127.0.0.1"),
                            servers.get(next).port());
                    client.setTcpNoDelay(true);
                    server.setTcpNoDelay(true);
                    counts.get(next).incrementAndGet();
                    synchronized (open) {
                        open.add(client);
                        open.add(server);
                    }
                    Thread.startVirtualThread(() -> pass(client, server));
                    Thread.startVirtualThread(() -> pass(server, client));
                }
            } catch (IOException _) {
                // closed
            }
        }

        private static void pass(Socket from, Socket to) {
            try (from;
                    to;
                    InputStream in = from.getInputStream();
                    OutputStream out = to.getOutputStream()) {
                in.transferTo(out);
            } catch (IOException _) {
                // one side has closed the connection
            }
        }

        @Override
        public void close() {
            try {
                listener.close();
                synchronized (open) {
                    for (Socket socket : open) {
                        socket.close();
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
