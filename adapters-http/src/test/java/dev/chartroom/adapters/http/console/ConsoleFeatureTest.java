package dev.chartroom.adapters.http.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.chartroom.adapters.http.connection.RequestBody;
import dev.chartroom.adapters.http.error.StatusResponses;
import dev.chartroom.adapters.json.JacksonCodec;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.WebServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleFeatureTest {
    private static final String PAGE = "<!doctype html><title>Chartroom</title>";
    private static final ConsoleFiles FILES = ConsoleFiles.of(Map.of(
            "index.html", PAGE.getBytes(UTF_8),
            "assets/app-1a2b.js", "start()".getBytes(UTF_8),
            "icon.svg", "<svg/>".getBytes(UTF_8)));

    private final OneTimeLogin login = new OneTimeLogin("a-token", Duration.ofMinutes(1), System::nanoTime);
    private final AtomicReference<@Nullable Headers> received = new AtomicReference<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer apiserver;
    private ClusterPassage passage;
    private WebServer server;

    @BeforeEach
    void start() throws IOException, NoSuchAlgorithmException {
        apiserver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        apiserver.createContext("/", exchange -> {
            received.set(exchange.getRequestHeaders());
            byte[] answer = (exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                            + new String(exchange.getRequestBody().readAllBytes(), UTF_8))
                    .getBytes(UTF_8);
            exchange.getResponseHeaders().set("Set-Cookie", "a=b");
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(202, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        apiserver.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        apiserver.start();
        passage = new ClusterPassage(
                URI.create("http://127.0.0.1:" + apiserver.getAddress().getPort() + "/"), SSLContext.getDefault());
        Console console = new Console(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                FILES,
                () -> BrowserOrigin.ofLoopback(InetAddress.getLoopbackAddress(), server.port()),
                Optional.of(login),
                Optional.of(new OidcClient(URI.create("https://issuer.example.com/realm"), "chartroom")),
                Optional.of(passage));
        JacksonCodec codec = new JacksonCodec();
        StatusResponses statuses = new StatusResponses(codec, () -> {});
        ConsoleFeature feature = new ConsoleFeature(console, codec, statuses);
        server = WebServer.builder()
                .address(InetAddress.getLoopbackAddress())
                .routing(routing -> routing.addFeature(feature)
                        .any((request, response) ->
                                response.send("api " + request.path().rawPath())))
                .errorHandling(ErrorHandling.builder().includeEntity(true).build())
                .directHandlers(statuses.directHandlers())
                .shutdownHook(false)
                .build()
                .start();
    }

    @AfterEach
    void stop() {
        server.stop();
        apiserver.stop(0);
        client.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/console",
                "/console/",
                "/console/n/team-a/apps.example.com/redises/cart",
                "/console/n/team-a/apps.example.com/redises/a.json",
                "/console/platform/redises.apps.example.com",
                "/console/../etc/passwd.txt",
                "/console/%2e%2e/secret.txt"
            })
    void pageIsServedAtEachPathOfTheConsole(String path) throws Exception {
        HttpResponse<String> answer = send("GET", path, null);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(PAGE);
        assertThat(header(answer, "Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(header(answer, "Cache-Control")).isEqualTo("no-cache");
    }

    @Test
    void hashedFileMayBeKeptForever() throws Exception {
        HttpResponse<String> answer = send("GET", "/console/assets/app-1a2b.js", null);

        assertThat(answer.body()).isEqualTo("start()");
        assertThat(header(answer, "Content-Type")).isEqualTo("text/javascript; charset=utf-8");
        assertThat(header(answer, "Cache-Control")).contains("immutable");
    }

    @Test
    void fileIsCompressedForABrowser() throws Exception {
        HttpResponse<byte[]> answer = client.send(
                request("GET", "/console/assets/app-1a2b.js", null)
                        .header("Accept-Encoding", "gzip, br")
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
        try (GZIPInputStream text = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            assertThat(text.readAllBytes()).asString(UTF_8).isEqualTo("start()");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/assets/none.js",
                "/console/assets/../index.js",
                "/console/branding.json",
                "/console/branding/none.svg",
                "/console/none.js"
            })
    void missingFileIsNotFound(String path) throws Exception {
        assertThat(send("GET", path, null).statusCode()).isEqualTo(404);
    }

    /** Each answer has them, also an error. */
    @ParameterizedTest
    @ValueSource(
            strings = {"/console/", "/console/icon.svg", "/console/none.js", "/api/v1/secrets", "/console/options"})
    void answerHasHeadersThatLimitWhatAPageCanDo(String path) throws Exception {
        HttpResponse<String> answer = send("GET", path, null);

        assertThat(header(answer, "Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "base-uri 'none'")
                .contains("connect-src 'self' https://issuer.example.com;")
                .doesNotContain("unsafe");
        assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(answer, "X-Frame-Options")).isEqualTo("DENY");
        assertThat(header(answer, "Referrer-Policy")).isEqualTo("no-referrer");
    }

    @Test
    void codeOfTheUrlIsExchangedForTheToken() throws Exception {
        String body = "{\"code\":\"" + login.issue() + "\"}";

        HttpResponse<String> first = send("POST", "/console/login", body);
        HttpResponse<String> second = send("POST", "/console/login", body);

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).isEqualTo("{\"token\":\"a-token\"}");
        assertThat(header(first, "Cache-Control")).isEqualTo("no-store");
        assertThat(second.statusCode()).isEqualTo(401);
        assertThat(second.body()).doesNotContain("a-token");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{}", "{\"code\":1}", "{\"code\":\"guess\"}"})
    void badLoginIsRefused(String body) throws Exception {
        login.issue();

        assertThat(send("POST", "/console/login", body).statusCode()).isIn(400, 401);
    }

    @Test
    void optionsNameTheWaysToLogIn() throws Exception {
        assertThat(send("GET", "/console/options", null).body())
                .isEqualTo("{\"code\":true,\"oidc\":{\"issuer\":\"https://issuer.example.com/realm\","
                        + "\"clientId\":\"chartroom\"}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/api/v1/namespaces", "/apis", "/apis/apps.example.com/v1/redises", "/openapi/v3", "/metrics"})
    void requestToAnApiNeedsAToken(String path) throws Exception {
        assertThat(send("GET", path, null).statusCode()).isEqualTo(401);
        assertThat(received).hasNullValue();
        assertThat(client.send(
                                request("GET", path, null)
                                        .header("Authorization", "Basic YTpi")
                                        .build(),
                                BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(401);
    }

    /** A kube-apiserver finds no token in the first ones, and the token "a" in the last, but the limits would count another one. */
    @ParameterizedTest
    @ValueSource(strings = {"Bearer", "Bearer ", "Bearer  a", "Bearera", "Bearer a b", "Bearer a "})
    void otherFormsOfATokenAreNone(String authorization) throws Exception {
        HttpResponse<String> answer = client.send(
                request("GET", "/api/v1/namespaces", null)
                        .header("Authorization", authorization)
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(authorization.equals("Bearer a ") ? 202 : 401);
    }

    @Test
    void otherRequestsStayOnThisServer() throws Exception {
        HttpResponse<String> answer = client.send(
                request("GET", "/apis/apps.example.com/v1/redises", null)
                        .header("Authorization", "Bearer a-token")
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.body()).isEqualTo("api /apis/apps.example.com/v1/redises");
        assertThat(received).hasNullValue();
    }

    @Test
    void allowedRequestIsPassedOnWithTheTokenAlone() throws Exception {
        HttpResponse<String> answer = client.send(
                request("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews?pretty=true", "{}")
                        .header("Authorization", "Bearer a-token")
                        .header("Content-Type", "application/json")
                        .header("Cookie", "session=1")
                        .header("X-Remote-User", "admin")
                        .header("X-Remote-Group", "system:masters")
                        .header("Impersonate-User", "admin")
                        .header("X-Forwarded-For", "10.0.0.1")
                        .header("TE", "trailers")
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body())
                .isEqualTo("POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews?pretty=true {}");
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        Headers sent = Objects.requireNonNull(received.get());
        assertThat(sent.getFirst("Authorization")).isEqualTo("Bearer a-token");
        assertThat(sent.getFirst("Content-Type")).isEqualTo("application/json");
        assertThat(sent.keySet())
                .doesNotContain(
                        "Cookie", "X-remote-user", "X-remote-group", "Impersonate-user", "X-forwarded-for", "Te");
    }

    /** The kube-apiserver would believe some of them, and others belong to one connection. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Cookie: session=1",
                "X-Remote-User: admin",
                "X-Remote-Uid: 0",
                "X-Remote-Group: system:masters",
                "X-Remote-Extra-Scopes: all",
                "Impersonate-User: admin",
                "Impersonate-Uid: 0",
                "Impersonate-Group: system:masters",
                "Impersonate-Extra-Scopes: all",
                "X-Forwarded-For: 10.0.0.1",
                "X-Forwarded-Host: a",
                "X-Real-Ip: 10.0.0.1",
                "Forwarded: for=10.0.0.1",
                "Via: 1.1 a",
                "Proxy-Authorization: Basic YTpi",
                "Proxy-Connection: keep-alive",
                "Keep-Alive: timeout=5",
                "TE: trailers",
                "Trailer: X-Secret",
                "Upgrade: websocket",
                "Connection: X-Secret\r\nX-Secret: 1",
                "Audit-Id: chosen",
                "Traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "Origin: http://%s",
                "Referer: http://%s/console/",
                "X-Unknown: 1",
            })
    void headerIsNotPassedOn(String header) throws Exception {
        String answer = raw("GET /api/v1/namespaces HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer a-token\r\n"
                + "Accept: application/json\r\n" + header.replace("%s", "%1$s") + "\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 202 ");
        assertThat(Objects.requireNonNull(received.get()).keySet())
                .containsExactlyInAnyOrder("Accept", "Authorization", "Host", "User-agent", "Content-length");
    }

    @Test
    void largeReviewIsRefused() throws Exception {
        HttpResponse<String> answer = client.send(
                request("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", "x".repeat(70_000))
                        .header("Authorization", "Bearer a-token")
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(received).hasNullValue();
    }

    /** A part of an answer must not look like all of it, and each request gives its place back. */
    @Test
    void answerThatIsCutIsCutForTheClient() throws Exception {
        apiserver.createContext("/api/v1/namespaces/cut", exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write(1);
            exchange.getResponseBody().flush();
            exchange.close();
        });
        for (int i = 0; i <= PassagePlaces.OF_TOKEN; i++) {
            HttpRequest cut = request("GET", "/api/v1/namespaces/cut", null)
                    .header("Authorization", "Bearer a-token")
                    .build();
            assertThatThrownBy(() -> client.send(cut, BodyHandlers.ofString())).isInstanceOf(IOException.class);
        }

        HttpResponse<String> answer = client.send(
                request("GET", "/api/v1/namespaces", null)
                        .header("Authorization", "Bearer a-token")
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(202);
    }

    /** The server of a kubeconfig may have a path, as behind a proxy of several clusters. */
    @Test
    void pathOfTheClusterIsKept() throws Exception {
        int port = apiserver.getAddress().getPort();
        try (ClusterPassage other = new ClusterPassage(
                URI.create("http://127.0.0.1:" + port + "/k8s/clusters/a"), SSLContext.getDefault())) {
            WebServer plain = WebServer.builder()
                    .address(InetAddress.getLoopbackAddress())
                    .routing(routing -> routing.any((request, response) ->
                            other.pass(request, "a-token", new byte[0], RequestBody.of(request, response), response)))
                    .shutdownHook(false)
                    .build()
                    .start();
            try {
                assertThat(client.send(
                                        HttpRequest.newBuilder(URI.create(
                                                        "http://127.0.0.1:" + plain.port() + "/api/v1/namespaces"))
                                                .build(),
                                        BodyHandlers.ofString())
                                .body())
                        .startsWith("GET /k8s/clusters/a/api/v1/namespaces");
            } finally {
                plain.stop();
            }
        }
    }

    @Test
    void watchEndsCleanlyWhenTheServerCloses() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        apiserver.createContext("/api/v1/events", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("{}\n".getBytes(UTF_8));
            exchange.getResponseBody().flush();
            try {
                closed.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        HttpResponse<InputStream> watch = client.send(
                request("GET", "/api/v1/events?%77atch=1", null)
                        .header("Authorization", "Bearer a-token")
                        .build(),
                BodyHandlers.ofInputStream());
        assertThat(new String(watch.body().readNBytes(3), UTF_8).strip()).startsWith("{");

        passage.endAll();

        assertThat(new String(watch.body().readAllBytes(), UTF_8).strip()).isIn("", "}");
        HttpResponse<String> late = client.send(
                request("GET", "/api/v1/events?watch=true", null)
                        .header("Authorization", "Bearer a-token")
                        .build(),
                BodyHandlers.ofString());
        assertThat(late.statusCode()).isEqualTo(200);
        closed.countDown();
    }

    @Test
    void clusterThatCannotBeReachedIsServiceUnavailable() throws Exception {
        apiserver.stop(0);

        HttpResponse<String> answer = client.send(
                request("GET", "/api/v1/namespaces", null)
                        .header("Authorization", "Bearer a-token")
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("the kube-apiserver cannot be reached");
    }

    /** An issuer sends the user back by a redirect, and other pages may link to the console. */
    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/console/?code=a&state=b", "/console/n/a/apps.example.com/redises", "/console/icon.svg"})
    void otherPagesMayLinkToFiles(String path) throws Exception {
        HttpResponse<String> answer = client.send(
                request("GET", path, null)
                        .header("Sec-Fetch-Site", "cross-site")
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console/options", "/api/v1/namespaces", "/apis/apps.example.com/v1/redises"})
    void otherPagesMayReadNothingElse(String path) throws Exception {
        HttpResponse<String> answer = client.send(
                request("GET", path, null)
                        .header("Authorization", "Bearer a-token")
                        .header("Sec-Fetch-Site", "cross-site")
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(received).hasNullValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "OPTIONS", "POST"})
    void filesCanOnlyBeRead(String method) throws Exception {
        for (String path : List.of("/", "/console/", "/console/icon.svg", "/console/options")) {
            assertThat(send(method, path, null).statusCode()).as(path).isEqualTo(405);
        }
    }

    /** A body after the answer to a HEAD would be read as the next answer. */
    @Test
    void headOfAFileHasNoBody() throws Exception {
        String answers =
                raw("HEAD /console/ HTTP/1.1\r\nHost: %1$s\r\n\r\nHEAD /console/ HTTP/1.1\r\nHost: %1$s\r\n\r\n");

        assertThat(answers.split("HTTP/1.1 200 ", -1)).hasSize(3);
        assertThat(answers).contains("Content-Length: " + PAGE.length()).doesNotContain(PAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip;q=0", "identity", "br"})
    void fileIsNotCompressedForAClientThatRefusesIt(String encodings) throws Exception {
        HttpResponse<String> answer = client.send(
                request("GET", "/console/", null)
                        .header("Accept-Encoding", encodings)
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.body()).isEqualTo(PAGE);
    }

    /** Nothing that a client sends is an internal error. */
    @ParameterizedTest
    @ValueSource(strings = {"limit={", "limit=|", "limit=[", "a=%", "limit=\\", "limit=^"})
    void malformedQueryIsBadRequest(String query) throws Exception {
        String answer = raw("GET /api/v1/namespaces?" + query.replace("%", "%%")
                + " HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer a\r\nAccept: application/json\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"kind\":\"Status\"", "\"reason\":\"BadRequest\"");
    }

    /** A page elsewhere can send a request without a preflight, if the request is simple enough. */
    @ParameterizedTest
    @ValueSource(strings = {"/console/login", "/apis/apps.example.com/v1/redises", "/api/v1/namespaces"})
    void requestOfAnotherPageIsForbidden(String path) throws Exception {
        String code = login.issue();
        HttpResponse<String> answer = client.send(
                request("POST", path, "{\"code\":\"" + code + "\"}")
                        .header("Authorization", "Bearer a-token")
                        .header("Origin", "https://evil.example.com")
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(login.exchange(code)).isPresent();
    }

    /** A page whose name resolves to this server later (DNS rebinding) has its own name in the header Host. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /",
                "GET /console/",
                "GET /console/icon.svg",
                "GET /console/options",
                "POST /console/login",
                "GET /apis",
                "GET /apis/apps.example.com/v1/redises",
                "GET /api/v1/namespaces"
            })
    void requestByAForeignNameIsForbidden(String request) throws Exception {
        for (String host : List.of("rebound.example.com", "rebound.example.com:" + server.port(), "127.0.0.1", "")) {
            String answer = raw(request + " HTTP/1.1\r\nHost: " + host
                    + "\r\nAuthorization: Bearer a-token\r\nContent-Length: 0\r\n\r\n");

            assertThat(answer).as(host).matches("(?s)HTTP/1\\.1 40[03] .*").doesNotContain(PAGE, "a=b");
        }
        assertThat(received).hasNullValue();
    }

    /** Sends these bytes and nothing else, and returns all answers. */
    private String raw(String requests) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(requests.formatted("127.0.0.1:" + server.port()).getBytes(UTF_8));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private HttpResponse<String> send(String method, String path, @Nullable String body)
            throws IOException, InterruptedException {
        return client.send(request(method, path, body).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String method, String path, @Nullable String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .version(HttpClient.Version.HTTP_1_1)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }
}
