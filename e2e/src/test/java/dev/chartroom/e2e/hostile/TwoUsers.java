package dev.chartroom.e2e.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * Two users of a server, one of which sends hostile requests.
 *
 * @param version the path of the kind's group and version
 * @param collection the path of the namespace's objects
 * @param credentials the headers of a user that may impersonate any user
 */
record TwoUsers(HttpClient client, String url, String version, String collection, Map<String, String> credentials)
        implements AutoCloseable {
    private static final int AT_A_TIME = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int ROUNDS = 6;
    /** Status codes of an overloaded server; 0 if the body did not arrive in time. */
    private static final Set<Integer> OVERLOADED = Set.of(0, 408, 429, 504);

    private static final String HOSTILE = "mallory";
    private static final String OTHER = "dave";

    static TwoUsers of(SSLContext tls, String url, String version, String collection, Map<String, String> credentials) {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(tls)
                .build();
        return new TwoUsers(client, url, version, collection, credentials);
    }

    /**
     * Fails if health, discovery or the other user wait for more than a second while the request is sent 20 times at
     * once. Also fails if no such request is served.
     */
    void assertOthersAreAnswered(HostileRequest request) {
        // The first request of its kind runs code that is not compiled yet.
        assertExpected(request, code(request));
        Queue<Integer> codes = new ConcurrentLinkedQueue<>();
        Duration longest = longestAnswer(request, codes);
        // A machine that is busy otherwise is slow once. A server that waits for one user is always slow.
        for (int i = 1; i < ROUNDS && longest.compareTo(PATIENCE) > 0; i++) {
            longest = longestAnswer(request, codes);
        }

        codes.forEach(code -> assertExpected(request, code));
        assertThat(codes).contains(request.code());
        assertThat(longest).isLessThan(PATIENCE);
    }

    private static void assertExpected(HostileRequest request, int code) {
        assertThat(code == request.code() || OVERLOADED.contains(code))
                .as("the answer is %s", code)
                .isTrue();
    }

    /** Returns the time of the slowest response to others while the request is sent. */
    private Duration longestAnswer(HostileRequest request, Queue<Integer> codes) {
        CompletableFuture<Void> all = CompletableFuture.allOf(IntStream.range(0, AT_A_TIME)
                .mapToObj(_ -> CompletableFuture.runAsync(() -> codes.add(code(request)), Thread::startVirtualThread))
                .toArray(CompletableFuture<?>[]::new));
        Duration longest = Duration.ZERO;
        while (!all.isDone()) {
            longest = Stream.of(
                            longest,
                            timeOf("/livez", Map.of()),
                            timeOf(version, Map.of("Accept", "application/yaml")),
                            timeOf(collection + "/" + HostileRequests.EXISTING + "?resourceVersion=0", Map.of()))
                    .max(Duration::compareTo)
                    .orElseThrow();
        }
        all.join();
        return longest;
    }

    private Duration timeOf(String path, Map<String, String> headers) {
        long begun = System.nanoTime();
        assertThat(send("GET", path, "", OTHER, headers).statusCode()).isEqualTo(200);
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private int code(HostileRequest request) {
        try {
            return send(request.method(), collection + request.path(), request.body(), HOSTILE, request.headers())
                    .statusCode();
        } catch (UncheckedIOException _) {
            return 0;
        }
    }

    void create(String name, String spec) {
        String body = "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":" + spec + "}";
        assertThat(send("POST", collection, body, OTHER, Map.of("Content-Type", "application/json"))
                        .statusCode())
                .isEqualTo(201);
    }

    HttpResponse<String> get(String path) {
        return send("GET", path, "", OTHER, Map.of());
    }

    private HttpResponse<String> send(
            String method, String path, String body, String user, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Impersonate-User", user)
                .header("Impersonate-Group", "system:masters");
        credentials.forEach(request::header);
        headers.forEach(request::header);
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
