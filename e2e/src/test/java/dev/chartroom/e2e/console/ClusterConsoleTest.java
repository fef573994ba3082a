package dev.chartroom.e2e.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The console's port in a cluster: a user has exactly the rights of their own token there. */
@RequiresControlPlane
class ClusterConsoleTest {
    private static final String NAMESPACE = "console";
    private static final String BRANDING = "{\"name\":\"Acme Cloud\",\"logo\":\"branding/logo.svg\"}";
    private static final String REDISES = "/apis/apps.example.com/v1alpha1/namespaces/console/redises";
    private static final String EVENTS = "/api/v1/namespaces/console/events";
    private static final String WHO_AM_I = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    private static @Nullable Program program;
    private static String token = "";

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        Path branding = ModuleDirectory.newWorkDirectory("branding");
        Files.writeString(branding.resolve("branding.json"), BRANDING);
        Files.writeString(branding.resolve("logo.svg"), "<svg/>");
        program = Program.startWith(controlPlane, Definitions.EXAMPLES, """
                console:
                  listen: {address: 127.0.0.1, port: 0}
                  oidc: {issuer: "https://login.example.com", clientId: chartroom}
                  branding: %s
                """.formatted(branding));
        Kubectl admin = controlPlane.kubectl();
        admin.succeed("create", "namespace", NAMESPACE);
        admin.succeed("create", "serviceaccount", "tenant", "-n", NAMESPACE);
        admin.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: tenant, namespace: console}
                rules:
                  - apiGroups: [apps.example.com]
                    resources: [redises]
                    verbs: [list, create, delete]
                  - apiGroups: [""]
                    resources: [events]
                    verbs: [list, watch]
                  - apiGroups: ["", helm.toolkit.fluxcd.io]
                    resources: [secrets, pods, helmreleases]
                    verbs: [list]
                """);
        admin.succeed(
                "create", "rolebinding", "tenant", "-n", NAMESPACE, "--role=tenant", "--serviceaccount=console:tenant");
        token = newToken();
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/console", "/console/", "/console/n/console/apps.example.com/redises"})
    void pagesAreServedToEverybody(String path) throws Exception {
        HttpResponse<String> answer = send(request("GET", path, null));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.body()).contains("<title>", "/console/assets/");
        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy ->
                        assertThat(policy).contains("connect-src 'self' https://login.example.com;", "'none'"));
    }

    @Test
    void brandingIsThatOfTheConfiguration() throws Exception {
        HttpResponse<String> answer = send(request("GET", "/console/branding.json", null));
        HttpResponse<String> logo = send(request("GET", "/console/branding/logo.svg", null));

        assertThat(answer.body()).isEqualTo(BRANDING);
        assertThat(logo.body()).isEqualTo("<svg/>");
        assertThat(logo.headers().firstValue("Content-Type")).contains("image/svg+xml");
    }

    @Test
    void optionsNameTheIssuerAndNoCode() throws Exception {
        HttpResponse<String> answer = send(request("GET", "/console/options", null));

        assertThat(answer.body())
                .isEqualTo(
                        "{\"code\":false,\"oidc\":{\"issuer\":\"https://login.example.com\",\"clientId\":\"chartroom\"}}");
        assertThat(send(request("POST", "/console/login", "{\"code\":\"\"}")).statusCode())
                .isEqualTo(405);
    }

    @Test
    void objectsAreReadAndWrittenWithTheRightsOfTheUser() throws Exception {
        assertThat(send(asTenant("GET", REDISES, null)).statusCode()).isEqualTo(200);
        assertThat(send(asTenant(
                                "POST",
                                REDISES,
                                "{\"apiVersion\":\"apps.example.com/v1alpha1\",\"kind\":\"Redis\",\"metadata\":{\"name\":\"a\"}}"))
                        .statusCode())
                .isEqualTo(201);
        assertThat(send(asTenant("DELETE", REDISES + "/a", null)).statusCode()).isEqualTo(200);

        HttpResponse<String> refused = send(asTenant("GET", REDISES.replace("/console/", "/kube-system/"), null));
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("User \\\"system:serviceaccount:console:tenant\\\" cannot list");
    }

    @ParameterizedTest
    @ValueSource(strings = {REDISES, WHO_AM_I, "/api/v1/namespaces", "/apis", "/openapi/v3", "/metrics", "/healthz"})
    void requestWithoutATokenIsUnauthorized(String path) throws Exception {
        assertThat(send(request("GET", path, null)).statusCode()).isEqualTo(401);
        assertThat(send(request("GET", path, null)
                                .header("X-Remote-User", "admin")
                                .header("X-Remote-Group", "system:masters"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(send(request("GET", path, null).header("Authorization", "Basic YTph"))
                        .statusCode())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {REDISES, "/api/v1/namespaces"})
    void wrongTokenIsUnauthorized(String path) throws Exception {
        assertThat(send(request("GET", path, null).header("Authorization", "Bearer wrong"))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void theKubeApiserverSeesTheUserOfTheTokenAlone() throws Exception {
        HttpResponse<String> answer = send(asTenant(
                        "POST",
                        WHO_AM_I,
                        "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}")
                .header("Impersonate-User", "admin")
                .header("Impersonate-Group", "system:masters")
                .header("X-Remote-User", "admin")
                .header("X-Remote-Group", "system:masters"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        assertThat(answer.body())
                .contains("\"username\":\"system:serviceaccount:console:tenant\"")
                .doesNotContain("system:masters");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/namespaces/console/events, 200",
        "/api/v1/namespaces, 403",
        "/api/v1/namespaces/console, 403",
        "/api/v1/events, 403"
    })
    void theKubeApiserverDecidesWhatTheUserMayRead(String path, int code) throws Exception {
        HttpResponse<String> answer = send(asTenant("GET", path, null));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(code);
        if (code == 403) {
            assertThat(answer.body()).contains("system:serviceaccount:console:tenant");
        }
    }

    /** The user may read all of these, so only the passage decides. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/namespaces/console/secrets",
                "/api/v1/namespaces/console/pods",
                "/apis/helm.toolkit.fluxcd.io/v2/namespaces/console/helmreleases"
            })
    void otherRequestsDoNotReachTheKubeApiserver(String path) throws Exception {
        ControlPlane controlPlane = ControlPlane.shared();
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(Identity.anonymous(controlPlane.caPem()))
                .build()) {
            HttpRequest direct = HttpRequest.newBuilder(URI.create(controlPlane.url() + path))
                    .header("Authorization", "Bearer " + token)
                    .build();
            assertThat(client.send(direct, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
        }

        HttpResponse<String> answer = send(asTenant("GET", path, null));

        assertThat(answer.statusCode()).as(answer.body()).isIn(403, 404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/namespaces/console/events/../secrets",
                "/api/v1/namespaces/console%2fsecrets",
                "/api/v1/namespaces/console/events/%2e%2e/secrets"
            })
    void otherSpellingsDoNotReachTheKubeApiserver(String path) throws Exception {
        assertThat(send(asTenant("GET", path, null)).statusCode()).isIn(400, 403, 404);
    }

    /** A page watches events, and a user opens many pages in the hour that a watch lasts. The kube-apiserver decodes the query. */
    @ParameterizedTest
    @ValueSource(strings = {"watch=true", "%77atch=1"})
    void aWatchBeginsAtOnceAndEndsWithItsClient(String parameter) throws Exception {
        String watch = EVENTS + "?" + parameter + "&timeoutSeconds=600&resourceVersion=0";
        try (HttpClient client = running().client()) {
            for (int i = 0; i < 200; i++) {
                HttpRequest request = asTenant("GET", watch, null)
                        .timeout(Duration.ofSeconds(10))
                        .build();
                HttpResponse<InputStream> answer = client.send(request, BodyHandlers.ofInputStream());
                answer.body().close();
                if (answer.statusCode() == 429) {
                    // The places of the last ones are given back a moment later.
                    Awaitility.await()
                            .until(() -> send(asTenant("GET", EVENTS, null)).statusCode() == 200);
                } else {
                    assertThat(answer.statusCode()).isEqualTo(200);
                }
            }
        }

        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(send(asTenant("GET", EVENTS, null)).statusCode())
                                .isEqualTo(200));
    }

    /** A connection to a kube-apiserver has at most 100 streams. */
    @Test
    void usersTogetherHaveMoreWatchesThanAConnectionHasStreams() throws Exception {
        String watch = EVENTS + "?watch=true&timeoutSeconds=600&resourceVersion=0";
        List<HttpResponse<InputStream>> watches = new ArrayList<>();
        try (HttpClient client = running().client()) {
            for (int user = 0; user < 2; user++) {
                String own = newToken();
                for (int i = 0; i < 60; i++) {
                    watches.add(client.send(
                            request("GET", watch, null)
                                    .header("Authorization", "Bearer " + own)
                                    .build(),
                            BodyHandlers.ofInputStream()));
                }
            }

            assertThat(watches).extracting(HttpResponse::statusCode).containsOnly(200);
            assertThat(send(asTenant("GET", EVENTS, null)).statusCode()).isEqualTo(200);
            // The client would wait for their end.
            client.shutdownNow();
        }
    }

    /** Otherwise clients that need no token could keep all connections of the server. */
    @ParameterizedTest
    @ValueSource(strings = {"/apis/x", "/api/v1/namespaces", "/console/options", "/console/none.js"})
    void aRequestWithoutATokenDoesNotKeepItsConnection(String path) throws Exception {
        try (Socket socket = open()) {
            write(
                    socket,
                    "POST " + path + " HTTP/1.1\r\nHost: localhost:"
                            + running().assembly().consolePort() + "\r\nContent-Length: 1000\r\n\r\n");

            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);

            assertThat(answer).matches("(?s)HTTP/1.1 40[1345] .*").containsIgnoringCase("connection: close");
        }
    }

    /** An address gets at most a half of the places, and the answer to one more is honest. */
    @Test
    void slowBodiesOfOneAddressTakeBoundedPlaces() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 80; i++) {
                Socket socket = open();
                slow.add(socket);
                write(
                        socket,
                        "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews HTTP/1.1\r\nHost: localhost:"
                                + running().assembly().consolePort()
                                + "\r\nAuthorization: Bearer any\r\nContent-Length: 1000\r\n\r\n");
            }

            assertThat(send(request("GET", "/console/", null)).statusCode()).isEqualTo(429);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(send(request("GET", "/console/", null)).statusCode())
                                .isEqualTo(200));
    }

    private static Socket open() throws IOException {
        Socket socket = Identity.anonymous(running().caPem())
                .getSocketFactory()
                .createSocket("localhost", running().assembly().consolePort());
        socket.setSoTimeout((int) Duration.ofSeconds(30).toMillis());
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
        socket.getOutputStream().flush();
    }

    private static String newToken() {
        return ControlPlane.shared()
                .kubectl()
                .succeed("create", "token", "tenant", "-n", NAMESPACE)
                .strip();
    }

    /** An issuer sends the user back by a redirect. */
    @Test
    void theIssuerMaySendTheUserBack() throws Exception {
        HttpResponse<String> answer = send(request("GET", "/console/?code=a&state=b&iss=c", null)
                .header("Sec-Fetch-Site", "cross-site")
                .header("Sec-Fetch-Mode", "navigate"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("/console/assets/");
    }

    private static HttpRequest.Builder asTenant(String method, String path, @Nullable String body) {
        return request(method, path, body)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json");
    }

    private static HttpRequest.Builder request(String method, String path, @Nullable String body) {
        return HttpRequest.newBuilder(
                        URI.create("https://localhost:" + running().assembly().consolePort() + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        try (HttpClient client = running().client()) {
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }

    private static Program running() {
        return Objects.requireNonNull(program, "the program is started before all tests");
    }
}
