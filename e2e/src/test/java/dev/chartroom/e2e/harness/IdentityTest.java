package dev.chartroom.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Delegated authentication and authorization with a real kube-apiserver: wire contract C1 to C6 and C12 to C15. */
@RequiresControlPlane
class IdentityTest {
    private static final String GROUP = "apps.example.com";
    private static final String NAMESPACE = "identity";
    private static final String REDISES = "/apis/apps.example.com/v1alpha1/namespaces/identity/redises";
    private static final String POSTGRESES = "/apis/apps.example.com/v1alpha1/namespaces/identity/postgreses";
    private static @Nullable Program program;
    private static @Nullable User alice;

    @BeforeAll
    static void start() {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        program = Program.start(controlPlane, Definitions.EXAMPLES).registered(GROUP, "v1alpha1");
        alice = controlPlane.user("alice", "team-a");
        Kubectl admin = controlPlane.kubectl();
        admin.succeed("create", "namespace", NAMESPACE);
        admin.succeed("create", "role", "redis-admin", "-n", NAMESPACE, "--verb=*", "--resource=redises." + GROUP);
        admin.succeed("create", "rolebinding", "redis-admin", "-n", NAMESPACE, "--role=redis-admin", "--group=team-a");
        admin.succeed("create", "serviceaccount", "robot", "-n", NAMESPACE);
        admin.succeed(
                "create",
                "rolebinding",
                "robot",
                "-n",
                NAMESPACE,
                "--role=redis-admin",
                "--serviceaccount=" + NAMESPACE + ":robot");
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
    }

    @Test
    void roleForOneKindDoesNotGrantAccessToAnotherKind() {
        Kubectl kubectl = ControlPlane.shared().kubectl(alice());

        assertThat(kubectl.run("get", "redises", "-n", NAMESPACE).exitCode()).isZero();
        Kubectl.Result refused = kubectl.run("get", "postgreses", "-n", NAMESPACE);
        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.stderr())
                .contains(
                        "Error from server (Forbidden): postgreses.apps.example.com is forbidden: User \"alice\" cannot"
                                + " list resource \"postgreses\" in API group \"apps.example.com\" in the namespace \"identity\"");
    }

    @Test
    void directRequestWithoutRights_returns403Status() throws Exception {
        HttpClient client = running().client(alice().identity());

        assertThat(get(client, REDISES, Map.of()).statusCode()).isEqualTo(200);
        HttpResponse<byte[]> refused = get(client, POSTGRESES, Map.of());
        assertThat(refused.statusCode()).isEqualTo(403);
        JsonObject status = JsonClient.object(refused);
        assertThat(status.stringOrEmpty("kind")).isEqualTo("Status");
        assertThat(status.stringOrEmpty("reason")).isEqualTo("Forbidden");
        assertThat(status.objectOrEmpty("details").stringOrEmpty("kind")).isEqualTo("postgreses");
        assertThat(status.stringOrEmpty("message"))
                .startsWith("postgreses.apps.example.com is forbidden: User \"alice\" cannot list resource"
                        + " \"postgreses\" in API group \"apps.example.com\" in the namespace \"identity\"");
        assertThat(refused.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }

    @Test
    void authorizationComesBeforeRouting() throws Exception {
        HttpClient client = running().client(alice().identity());

        assertThat(get(client, "/apis/apps.example.com/v1alpha1/namespaces/identity/nothings", Map.of())
                        .statusCode())
                .isEqualTo(403);
        assertThat(get(client, "/unknown", Map.of()).statusCode()).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({
        // the client certificate, X-Remote-User and X-Remote-Group, and the status code of a list of redises
        "front-proxy, alice, team-a, 200",
        "front-proxy, bob, team-b, 403",
        "front-proxy, '', '', 401",
        "front-proxy-other-name, alice, team-a, 401",
        "other-ca, alice, team-a, 401",
        "client-ca-bob, alice, team-a, 403",
        "none, alice, team-a, 403",
        "none, '', '', 403",
    })
    void remoteUserHeadersAreTrustedOnlyFromTheFrontProxy(String certificate, String user, String group, int expected)
            throws Exception {
        ControlPlane controlPlane = ControlPlane.shared();
        HttpClient client = switch (certificate) {
            case "front-proxy" -> running().client(controlPlane.frontProxyClient());
            case "front-proxy-other-name" -> running().client(controlPlane.frontProxyClient("somebody-else"));
            case "other-ca" -> running().client(ControlPlane.otherCaClient("alice", "team-a"));
            case "client-ca-bob" -> running().client(controlPlane.user("bob").identity());
            default -> running().client();
        };
        Map<String, String> headers =
                user.isEmpty() ? Map.of() : Map.of("X-Remote-User", user, "X-Remote-Group", group);

        assertThat(get(client, REDISES, headers).statusCode()).isEqualTo(expected);
    }

    @Test
    void serviceAccountTokenIsAuthenticatedAndAuthorized() throws Exception {
        String token = ControlPlane.shared()
                .kubectl()
                .succeed("create", "token", "robot", "-n", NAMESPACE)
                .strip();

        assertThat(get(running().client(), REDISES, Map.of("Authorization", "Bearer " + token))
                        .statusCode())
                .isEqualTo(200);
        assertThat(get(running().client(), POSTGRESES, Map.of("Authorization", "Bearer " + token))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void tokenForAnotherAudienceIsUnauthorized() throws Exception {
        String token = ControlPlane.shared()
                .kubectl()
                .succeed("create", "token", "robot", "-n", NAMESPACE, "--audience=chartroom")
                .strip();

        assertThat(get(running().client(), REDISES, Map.of("Authorization", "Bearer " + token))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void invalidTokenIsUnauthorizedAndNotAnonymous() throws Exception {
        HttpResponse<byte[]> refused =
                get(running().client(), "/healthz", Map.of("Authorization", "Bearer no-such-token"));

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(JsonClient.object(refused))
                .isEqualTo(JsonObject.builder()
                        .put("kind", "Status")
                        .put("apiVersion", "v1")
                        .put("metadata", JsonObject.EMPTY)
                        .put("status", "Failure")
                        .put("message", "Unauthorized")
                        .put("reason", "Unauthorized")
                        .put("code", 401)
                        .build());
    }

    @Test
    void anonymousMayReadHealthEndpointsOnly() throws Exception {
        for (String path : List.of("/healthz", "/livez", "/readyz")) {
            HttpResponse<byte[]> answer = get(running().client(), path, Map.of());
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("ok");
        }
        for (String path : List.of("/readyz/kind-definitions", "/metrics", "/openapi/v3")) {
            assertThat(get(running().client(), path, Map.of()).statusCode())
                    .as(path)
                    .isEqualTo(403);
        }
        assertThat(get(running().client(), "/apis/" + GROUP + "/v1alpha1", Map.of())
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void authenticatedUserWithoutGroupsMayReadDiscovery() throws Exception {
        ControlPlane controlPlane = ControlPlane.shared();
        // The aggregator fetches OpenAPI as a user without groups, which is still authenticated (C6).
        HttpClient frontProxy = running().client(controlPlane.frontProxyClient());
        Map<String, String> aggregator = Map.of("X-Remote-User", "system:aggregator");

        for (String path : List.of("/apis", "/apis/" + GROUP + "/v1alpha1", "/openapi/v2", "/openapi/v3", "/version")) {
            assertThat(get(frontProxy, path, aggregator).statusCode()).as(path).isEqualTo(200);
        }
    }

    @Test
    void identityIsPerRequestNotPerConnection() throws Exception {
        // Both users share one connection of the front proxy.
        HttpClient frontProxy = running().client(ControlPlane.shared().frontProxyClient());

        for (int i = 0; i < 3; i++) {
            assertThat(get(frontProxy, REDISES, Map.of("X-Remote-User", "alice", "X-Remote-Group", "team-a"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(get(frontProxy, REDISES, Map.of("X-Remote-User", "mallory"))
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    /** Decisions are cached for ten seconds; the next request after that is authorized again. */
    @Test
    void revokedRightIsForbiddenWithinThirteenSeconds() {
        Kubectl admin = ControlPlane.shared().kubectl();
        admin.succeed(
                "create", "rolebinding", "leaver", "-n", NAMESPACE, "--role=redis-admin", "--user=identity-leaver");
        HttpClient leaver =
                running().client(ControlPlane.shared().user("identity-leaver").identity());
        await().until(() -> get(leaver, REDISES, Map.of()).statusCode() == 200);

        admin.succeed("delete", "rolebinding", "leaver", "-n", NAMESPACE);

        await().atMost(Duration.ofSeconds(13))
                .until(() -> get(leaver, REDISES, Map.of()).statusCode() == 403);
    }

    /** In addition to the cache above, the kube-apiserver caches tokens for ten seconds. */
    @Test
    void revokedTokenIsUnauthorizedWithinTwentyFiveSeconds() {
        Kubectl admin = ControlPlane.shared().kubectl();
        admin.succeed("create", "serviceaccount", "dismissed", "-n", NAMESPACE);
        String token =
                admin.succeed("create", "token", "dismissed", "-n", NAMESPACE).strip();
        Map<String, String> bearer = Map.of("Authorization", "Bearer " + token);
        await().until(() -> get(running().client(), REDISES, bearer).statusCode() == 403);

        admin.succeed("delete", "serviceaccount", "dismissed", "-n", NAMESPACE);

        await().atMost(Duration.ofSeconds(25))
                .until(() -> get(running().client(), REDISES, bearer).statusCode() == 401);
    }

    private static HttpResponse<byte[]> get(HttpClient client, String path, Map<String, String> headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(running().url() + path));
        headers.forEach(request::header);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static Program running() {
        if (program == null) {
            throw new IllegalStateException("the program is started before all tests");
        }
        return program;
    }

    private static User alice() {
        if (alice == null) {
            throw new IllegalStateException("alice is made before all tests");
        }
        return alice;
    }
}
