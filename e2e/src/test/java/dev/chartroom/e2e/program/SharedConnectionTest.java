package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.harness.User;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The kube-apiserver sends the requests of all users over one connection. Bodies that no request reads must not block
 * the writes of others, even with four times the connection's window per case. A malformed head must not end the
 * watches of others.
 */
@RequiresControlPlane
class SharedConnectionTest {
    private static final String KINDS = kinds("shared-connection");
    private static final int TOTAL = 4 * 1024 * 1024;
    /** In bytes: within the window of a stream, and beyond it, so that the server must reset the stream. */
    private static final List<Integer> BODIES = List.of(60 * 1024, 200 * 1024, 600 * 1024);

    private static final List<Integer> TOO_LARGE = List.of(4 * 1024 * 1024);

    /** In bytes, a body that is sent at once. */
    private static final int PART = 60 * 1024;

    private static final String UPLOAD = "POST " + KINDS + "?dryRun=All HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\n";

    /** A namespace that contains an object with the name that all bodies use. */
    private static final String TAKEN = "shared-connection-taken";

    /** A namespace that stays terminating until its finalizer is removed. */
    private static final String LEAVING = "shared-connection-leaving";

    /** A namespace for whose objects a webhook is called. Nothing listens at its address. */
    private static final String BROKEN = "shared-connection-broken";

    private static final String WEBHOOK = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: shared-connection.example.com}
            webhooks:
              - name: shared-connection.example.com
                failurePolicy: Fail
                sideEffects: None
                admissionReviewVersions: [v1]
                clientConfig: {url: "https://127.0.0.1:1"}
                namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shared-connection-broken}}
                rules:
                  - {apiGroups: [apps.example.com], apiVersions: ["*"], operations: ["*"], resources: [redises]}
            """;

    private static ControlPlane controlPlane;
    private static Program program;

    /** A request that fails or needs no body, and its expected status codes. */
    private record Wasted(String method, String path, String type, List<Integer> codes, List<Integer> sizes) {
        Wasted(String method, String path, String type, List<Integer> codes) {
            this(method, path, type, codes, BODIES);
        }
    }

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
            new Wasted("POST", KINDS + "?dryRun=All", "application/json", List.of(201)),
            new Wasted("POST", kinds(TAKEN), "application/json", List.of(409)),
            new Wasted("POST", KINDS, "application/json", List.of(413), TOO_LARGE),
            new Wasted("POST", kinds(LEAVING), "application/json", List.of(403)),
            new Wasted("POST", kinds(BROKEN), "application/json", List.of(500)),
            new Wasted("POST", "/apis/apps.example.com/v1alpha1/redises", "application/json", List.of(404)));

    @BeforeAll
    static void start() {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        Kubectl kubectl = controlPlane.kubectl();
        for (String namespace : List.of("shared-connection", TAKEN, BROKEN)) {
            kubectl.succeed("create", "namespace", namespace);
        }
        kubectl.apply(
                "apiVersion: v1\nkind: Namespace\nmetadata: {name: " + LEAVING + ", finalizers: [example.com/wait]}\n");
        kubectl.succeed("delete", "namespace", LEAVING, "--wait=false");
        kubectl.apply(WEBHOOK);
        program = Program.startWith(controlPlane, Definitions.EXAMPLES, "limits: {watches: 2}\n")
                .registered("apps.example.com", "v1alpha1");
        kubectl.succeedWithInput(
                "apiVersion: apps.example.com/v1alpha1\nkind: Redis\nmetadata: {name: x, namespace: shared-connection-taken}\n",
                "create",
                "-f",
                "-");
    }

    @AfterAll
    static void stop() {
        controlPlane.kubectl().succeed("delete", "validatingwebhookconfiguration", "shared-connection.example.com");
        controlPlane
                .kubectl()
                .succeed("patch", "namespace", LEAVING, "--type=merge", "-p", "{\"metadata\":{\"finalizers\":[]}}");
        program.close();
    }

    private static String kinds(String namespace) {
        return "/apis/apps.example.com/v1alpha1/namespaces/" + namespace + "/redises";
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void unreadBodiesDoNotBlockWrites(boolean aggregated) throws Exception {
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(
                        controlPlane.admin().identity().sslContext(aggregated ? controlPlane.caPem() : program.caPem()))
                .build()) {
            String url = aggregated ? controlPlane.url() : program.url();
            for (Wasted request : REQUESTS) {
                waste(client, url, request);
                assertWritten(client, url, "a write after " + request);
            }
        }
    }

    /** Sends requests one after the other, except watches, which are concurrent because they last. */
    private static void waste(HttpClient client, String url, Wasted request) throws Exception {
        int threads = request.path().contains("timeoutSeconds") ? 20 : 1;
        List<Future<Integer>> codes = new ArrayList<>();
        try (ExecutorService requests =
                Executors.newFixedThreadPool(threads, Thread.ofVirtual().factory())) {
            for (int sent = 0, i = 0; sent < TOTAL; i++) {
                int size = request.sizes().get(i % request.sizes().size());
                String body = "{\"metadata\":{\"name\":\"x\"},\"spec\":{\"unknown\":\"" + "x".repeat(size) + "\"}}";
                sent += size;
                codes.add(requests.submit(() -> send(client, url, request, body)));
            }
        }
        for (Future<Integer> code : codes) {
            assertThat(code.get()).as(request.toString()).isIn(request.codes());
        }
    }

    private static void assertWritten(HttpClient client, String url, String what) throws Exception {
        Wasted write = new Wasted("POST", KINDS + "?dryRun=All", "application/json", List.of(201));
        assertThat(send(client, url, write, "{\"metadata\":{\"name\":\"written\"},\"spec\":{}}"))
                .as(what)
                .isEqualTo(201);
    }

    /** One user may have half of all watches. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bodiesOfThrottledRequestsDoNotBlockWrites(boolean aggregated) throws Exception {
        User tenant = tenant("watcher-" + aggregated);
        String url = aggregated ? controlPlane.url() : program.url();
        HttpClient client = HttpClient.newBuilder()
                .sslContext(tenant.identity().sslContext(aggregated ? controlPlane.caPem() : program.caPem()))
                .build();
        try (InputStream _ = client.send(
                        HttpRequest.newBuilder(URI.create(url + KINDS + "?watch=1"))
                                .build(),
                        BodyHandlers.ofInputStream())
                .body()) {
            waste(client, url, new Wasted("GET", KINDS + "?watch=1", "application/json", List.of(429)));
            assertWritten(client, url, "a write after too many watches");
        } finally {
            client.shutdownNow();
        }
    }

    /** Java's HTTP/2 client cannot send trailers, so this uses HTTP/1.1; the kube-apiserver proxies over HTTP/2. */
    @Test
    void bodiesWithTrailersDoNotBlockWrites() throws Exception {
        String body = "{\"metadata\":{\"name\":\"y\"},\"spec\":{\"unknown\":\"" + "x".repeat(PART) + "\"}}";
        String request = UPLOAD + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(body.length()) + "\r\n"
                + body + "\r\n0\r\nX-Checksum: 1\r\n\r\n";
        for (int sent = 0; sent < TOTAL; sent += PART) {
            try (Socket socket = sent(request)) {
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 201 ");
            }
        }
        assertAdminWrites("a write after bodies with trailers");
    }

    /**
     * Admins can write while the clients of unfinished bodies stall, and after these clients have closed. Over HTTP/1.1
     * these clients get no response: while the kube-apiserver's server waits for the rest of a body, it forwards
     * nothing.
     */
    @Test
    void unfinishedBodiesDoNotBlockWrites() throws Exception {
        String request = UPLOAD + "Content-Length: 100000\r\n\r\n" + "{".repeat(PART);
        List<Socket> stalling = new ArrayList<>();
        try {
            for (int sent = 0; sent < TOTAL; sent += PART) {
                stalling.add(sent(request));
            }
            assertAdminWrites("a write beside bodies that do not come");
        } finally {
            for (Socket socket : stalling) {
                socket.close();
            }
        }
        assertAdminWrites("a write after bodies that were broken off");
    }

    private static void assertAdminWrites(String what) throws Exception {
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(controlPlane.admin().identity().sslContext(controlPlane.caPem()))
                .build()) {
            assertWritten(client, controlPlane.url(), what);
        }
    }

    private static Socket sent(String request) throws IOException {
        Socket socket = socket(controlPlane.admin());
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static Socket socket(User user) throws IOException {
        URI url = URI.create(controlPlane.url());
        Socket socket = user.identity()
                .sslContext(controlPlane.caPem())
                .getSocketFactory()
                .createSocket(url.getHost(), url.getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** Returns a user with all rights on the kind in the namespace. */
    private static User tenant(String name) {
        User tenant = controlPlane.user(name);
        Kubectl kubectl = controlPlane.kubectl();
        kubectl.succeed(
                "create", "role", name, "-n", "shared-connection", "--verb=*", "--resource=redises.apps.example.com");
        kubectl.succeed("create", "rolebinding", name, "-n", "shared-connection", "--role=" + name, "--user=" + name);
        return tenant;
    }

    /** The head of a CONNECT over HTTP/2 has neither a path nor a scheme (RFC 9113, 8.5). */
    @Test
    void connectRequestDoesNotEndOtherUsersWatches() throws Exception {
        User tenant = tenant("tunneller");
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

    /** Returns the response to CONNECT over HTTP/1.1, which the kube-apiserver proxies over HTTP/2. */
    private static String connect(User user) throws IOException {
        try (Socket socket = socket(user)) {
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
     * Sends a body without its length and returns the status code. The body of an error must be a Status, or the plain
     * 404 of a kube-apiserver for an unknown path.
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
