package dev.chartroom.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The kube-apiserver sends the requests of all users over one connection. Bodies that no request reads, four times the
 * window of the connection for each outcome, keep nobody's write waiting, and a malformed head ends nobody's watch.
 */
@RequiresControlPlane
class SharedConnectionTest {
    private static final String KINDS = "/apis/apps.example.com/v1alpha1/namespaces/shared-connection/redises";
    private static final int TOTAL = 4 * 1024 * 1024;
    /** In bytes: within the window of a stream, and beyond it, so that the server has to reset the stream. */
    private static final List<Integer> BODIES = List.of(200 * 1024, 600 * 1024);

    private static ControlPlane controlPlane;
    private static Program program;

    /** A request that fails, or needs no body, and the codes it may be answered with. */
    private record Wasted(String method, String path, String type, List<Integer> codes) {}

    private static final List<Wasted> REQUESTS = List.of(
            new Wasted("POST", KINDS + "?dryRun=Nope", "application/json", List.of(400, 422)),
            new Wasted("POST", KINDS, "application/xml", List.of(415)),
            new Wasted("POST", KINDS + "/x/y", "application/json", List.of(404, 405)),
            new Wasted(
                    "POST", "/apis/apps.example.com/v1alpha1/namespaces/a/nothings", "application/json", List.of(404)),
            new Wasted("PATCH", KINDS + "/missing", "application/strategic-merge-patch+json", List.of(404, 415)),
            new Wasted("PATCH", KINDS + "/missing", "text/plain", List.of(415)),
            new Wasted("PUT", KINDS + "/missing", "application/json", List.of(400, 404)),
            new Wasted("DELETE", KINDS + "/missing", "application/json", List.of(404)),
            new Wasted("GET", KINDS, "application/json", List.of(200)),
            new Wasted("GET", KINDS + "?watch=1&timeoutSeconds=1", "application/json", List.of(200)),
            new Wasted("POST", KINDS + "?dryRun=All", "application/json", List.of(201, 422)),
            new Wasted("POST", "/apis/apps.example.com/v1alpha1/redises", "application/json", List.of(404)));

    @BeforeAll
    static void start() {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().succeed("create", "namespace", "shared-connection");
        program = Program.start(controlPlane, Definitions.EXAMPLES).registered("apps.example.com", "v1alpha1");
    }

    @AfterAll
    static void stop() {
        program.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bodiesThatNobodyReadsKeepNoWriteWaiting(boolean aggregated) throws Exception {
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(
                        controlPlane.admin().identity().sslContext(aggregated ? controlPlane.caPem() : program.caPem()))
                .build()) {
            String url = aggregated ? controlPlane.url() : program.url();
            for (Wasted request : REQUESTS) {
                for (int sent = 0, i = 0; sent < TOTAL; i++) {
                    int size = BODIES.get(i % BODIES.size());
                    String body =
                            "{\"metadata\":{\"name\":\"x\",\"annotations\":{\"a\":\"" + "x".repeat(size) + "\"}}}";
                    sent += size;
                    assertThat(send(client, url, request, body))
                            .as(request.toString())
                            .isIn(request.codes());
                }
                Wasted write = new Wasted("POST", KINDS + "?dryRun=All", "application/json", List.of(201));
                assertThat(send(client, url, write, "{\"metadata\":{\"name\":\"written\"},\"spec\":{}}"))
                        .as("a write after " + request)
                        .isEqualTo(201);
            }
        }
    }

    /** Its head has neither a path nor a scheme over HTTP/2 (RFC 9113, 8.5). */
    @Test
    void aTunnelThatATenantAsksForEndsNobodysWatch() throws Exception {
        User tenant = controlPlane.user("tunneller");
        Kubectl kubectl = controlPlane.kubectl();
        kubectl.succeed(
                "create",
                "role",
                "tunneller",
                "-n",
                "shared-connection",
                "--verb=*",
                "--resource=redises.apps.example.com");
        kubectl.succeed(
                "create",
                "rolebinding",
                "tunneller",
                "-n",
                "shared-connection",
                "--role=tunneller",
                "--user=" + tenant.name());
        HttpClient client = HttpClient.newBuilder()
                .sslContext(controlPlane.admin().identity().sslContext(controlPlane.caPem()))
                .build();
        try (InputStream watch = client.send(
                        HttpRequest.newBuilder(URI.create(controlPlane.url() + KINDS + "?watch=1"))
                                .build(),
                        BodyHandlers.ofInputStream())
                .body()) {
            assertThat(connect(tenant)).startsWith("HTTP/1.1 405 ").contains("MethodNotAllowed");

            Wasted write = new Wasted("POST", KINDS, "application/json", List.of(201));
            assertThat(send(client, controlPlane.url(), write, "{\"metadata\":{\"name\":\"tunnel\"},\"spec\":{}}"))
                    .isEqualTo(201);
            assertThat(CompletableFuture.supplyAsync(() -> line(watch)).get(10, TimeUnit.SECONDS))
                    .contains("ADDED", "\"tunnel\"");
        } finally {
            client.shutdownNow();
        }
    }

    /** What comes of CONNECT over HTTP/1.1, which the kube-apiserver proxies over HTTP/2. */
    private static String connect(User user) throws IOException {
        URI url = URI.create(controlPlane.url());
        try (Socket socket = user.identity()
                .sslContext(controlPlane.caPem())
                .getSocketFactory()
                .createSocket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("CONNECT " + KINDS + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String line(InputStream watch) {
        try {
            return new BufferedReader(new InputStreamReader(watch, StandardCharsets.UTF_8)).readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sends a body without its length, and returns the code of the answer, which is a Status if that is an error
     * (or the plain 404 that a kube-apiserver has for paths of nothing).
     */
    private static int send(HttpClient client, String url, Wasted request, String body)
            throws IOException, InterruptedException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(url + request.path()))
                        .timeout(Duration.ofSeconds(20))
                        .header("Content-Type", request.type())
                        .method(request.method(), BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))
                        .build(),
                BodyHandlers.ofString());
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        if (response.statusCode() >= 400) {
            assertThat(response.body()).containsAnyOf("\"kind\":\"Status\"", "404 page not found");
        }
        return response.statusCode();
    }
}
