package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract C8, C9, C12 to C14 and C16. */
class AccessTest extends ApiTest {

    @ParameterizedTest
    @ValueSource(strings = {"nobody", "forger"})
    void unauthenticatedRequestGets401(String user) {
        for (String path : List.of("/apis", "/nothing", "/healthz", collection())) {
            TestResponse answer = get(path, Users.HEADER, user);

            assertThat(answer.code()).isEqualTo(401);
            assertThat(answer.header("Content-Type")).isEqualTo("application/json");
            assertThat(answer.text()).isEqualTo("""
                    {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Unauthorized",\
                    "reason":"Unauthorized","code":401}
                    """);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bob | ': bob is banned'",
                "carol | ''",
            })
    void unauthorizedRequestGets403WithTheReason(String user, String reason) {
        TestResponse answer = get(path("cart"), Users.HEADER, user).assertStatus(403, "Forbidden");

        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.json()).isEqualTo(Json.object("""
                {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","reason":"Forbidden","code":403,
                 "message":"redises.apps.test.example.com \\"cart\\" is forbidden: User \\"%s\\" cannot get resource \
                \\"redises\\" in API group \\"apps.test.example.com\\" in the namespace \\"%s\\"%s",
                 "details":{"name":"cart","group":"apps.test.example.com","kind":"redises"}}
                """.formatted(user, namespace, reason)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | /redises | redises.apps.test.example.com is forbidden: User \"carol\" cannot list resource"
                        + " \"redises\" in API group \"apps.test.example.com\" at the cluster scope",
                "GET | /redises?watch=1 | redises.apps.test.example.com is forbidden: User \"carol\" cannot watch resource"
                        + " \"redises\" in API group \"apps.test.example.com\" at the cluster scope",
                "POST | /namespaces/a/redises | redises.apps.test.example.com is forbidden: User \"carol\" cannot create"
                        + " resource \"redises\" in API group \"apps.test.example.com\" in the namespace \"a\"",
                "DELETE | /namespaces/a/redises | redises.apps.test.example.com is forbidden: User \"carol\" cannot"
                        + " deletecollection resource \"redises\" in API group \"apps.test.example.com\" in the namespace"
                        + " \"a\"",
                "PATCH | /namespaces/a/redises/b/status | redises.apps.test.example.com \"b\" is forbidden: User \"carol\""
                        + " cannot patch resource \"redises/status\" in API group \"apps.test.example.com\" in the"
                        + " namespace \"a\"",
            })
    void forbiddenMessageNamesVerbResourceAndNamespace(String method, String path, String message) {
        TestResponse answer =
                server.send(method, ROOT + path, null, Users.HEADER, "carol").assertStatus(403, "Forbidden");

        assertThat(answer.message()).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/apis", "/apis/" + API_VERSION, "/version", "/nothing", "/readyz/store", "/openapi/v2"})
    void forbiddenPathGets403WithoutDetails(String path) {
        TestResponse answer = get(path, Users.HEADER, "carol").assertStatus(403, "Forbidden");

        assertThat(answer.message()).isEqualTo("forbidden: User \"carol\" cannot get path \"" + path + "\"");
        assertThat(answer.json().objectOrEmpty("details").isEmpty()).isTrue();
    }

    /** A user without permission must not learn which resources exist. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nothing",
                ROOT + "/kafkas",
                ROOT + "/namespaces/a/redises/missing",
                "/apis/other.example.com/v1/things",
                ROOT + "/redises?labelSelector=a%3D%28"
            })
    void forbiddenComesBeforeNotFoundAndBadRequest(String path) {
        get(path, Users.HEADER, "carol").assertStatus(403, "Forbidden");
        server.send("POST", path, "{", Users.HEADER, "carol").assertStatus(403, "Forbidden");
        server.send("OPTIONS", path, null, Users.HEADER, "carol").assertStatus(403, "Forbidden");
    }

    @Test
    void unavailableAuthenticatorGets503() {
        TestResponse answer = get(collection(), Users.HEADER, "early").assertStatus(503, "ServiceUnavailable");

        assertThat(answer.header("Retry-After")).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"crash", "exhausted"})
    void failingAuthorizerGets500WithoutData(String user) {
        created("cart", "{}");

        TestResponse answer = get(path("cart"), Users.HEADER, user).assertStatus(500, "InternalError");

        assertThat(answer.text()).doesNotContain("broke").doesNotContain("replicas");
    }

    @Test
    void requestsOfOneConnectionAreAuthorizedSeparately() {
        created("cart", "{}");
        for (int i = 0; i < 3; i++) {
            get(path("cart")).assertCode(200);
            get(path("cart"), Users.HEADER, "bob").assertCode(403);
            get(path("cart"), Users.HEADER, "nobody").assertCode(401);
        }
    }

    @Test
    void authorizerGetsTheRequestAttributes() {
        UserInfo alice = UserInfo.of("alice", List.of("testers"));
        server.users.asked();

        get(collection() + "?fieldSelector=metadata.name%3Dcart");
        get("/apis?timeout=32s");

        assertThat(server.users.asked())
                .containsExactly(
                        new RequestAttributes.Resource(
                                alice,
                                "list",
                                "apps.test.example.com",
                                "v1alpha1",
                                "redises",
                                "",
                                namespace,
                                "cart",
                                FieldSelector.ofName("cart"),
                                LabelSelector.EVERYTHING),
                        new RequestAttributes.NonResource(alice, "get", "/apis"));
    }

    @Test
    void authenticatorGetsTheClientCertificate() {
        SelfSigned own = SelfSigned.of("front-proxy");
        server.users.certificates();

        try (HttpClient proxy = TestServer.client(TestServer.tls(own))) {
            server.send(proxy, server.request("GET", "/apis", BodyPublishers.noBody()))
                    .assertCode(200);
            server.send(proxy, server.request("GET", "/apis", BodyPublishers.noBody()))
                    .assertCode(200);
        }
        get("/apis").assertCode(200);

        List<X509Certificate> chain = List.of(own.certificate());
        assertThat(server.users.certificates()).containsExactly(chain, chain, List.of());
    }

    /** A client must not be able to choose the address for which its made-up tokens are counted. */
    @Test
    void authenticatorGetsTheConnectionAddressDespiteForwardingHeaders() {
        server.users.peers();

        get("/apis", "X-Forwarded-For", "192.0.2.7").assertCode(200);
        server.send("GET", "/apis", null, "X-Real-Ip", "192.0.2.7").assertCode(200);

        assertThat(server.users.peers()).containsExactly("127.0.0.1", "127.0.0.1");
    }
}
