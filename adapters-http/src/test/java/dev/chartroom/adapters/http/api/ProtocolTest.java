package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.request.BodyReader;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules for every request: methods, bodies and malformed requests. */
class ProtocolTest extends ApiTest {

    @ParameterizedTest
    @CsvSource({
        "PUT, /apis",
        "POST, /apis",
        "DELETE, /version",
        "PATCH, /openapi/v2",
        "POST, /readyz",
    })
    void unsupportedMethodOfAPathGets405(String method, String path) {
        TestResponse answer = server.send(method, path, null).assertStatus(405, "MethodNotAllowed");

        assertThat(answer.message()).isEqualTo("the server does not allow this method on the requested resource");
    }

    @ParameterizedTest
    @CsvSource({
        "OPTIONS, '', ''",
        "TRACE, '', /b",
        "FOO, '', /b",
        "POST, create, /b/status",
        "DELETE, delete, /b/status"
    })
    void unsupportedVerbOfAResourceGets405(String method, String verb, String path) {
        TestResponse answer = server.send(method, collection() + path, null).assertStatus(405, "MethodNotAllowed");

        assertThat(answer.message())
                .isEqualTo(verb + " is not supported on resources of kind \"redises.apps.test.example.com\"");
        assertThat(answer.json().get("details"))
                .isEqualTo(Json.value("{\"group\":\"apps.test.example.com\",\"kind\":\"redises\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH"})
    void writeWithoutANameInThePathGets400(String method) {
        assertThat(server.send(method, collection(), "{}")
                        .assertStatus(400, "BadRequest")
                        .message())
                .isEqualTo("name must be provided");
    }

    @ParameterizedTest
    @CsvSource({"POST, /redises", "PUT, /redises/a", "DELETE, /redises", "DELETE, /redises/a", "OPTIONS, /redises"})
    void nonReadRequestsAcrossNamespacesGet404(String method, String path) {
        server.send(method, ROOT + path, "{}").assertCode(404);
    }

    @ParameterizedTest
    @CsvSource({"GARBAGE", "GET", "GET /apis", "GET /apis HTTP/9", "GET /apis HTTP/1.1 x", "'GET /ap is HTTP/1.1'"})
    void malformedRequestLineGets400WithAStatus(String line) throws IOException {
        assertStatus(raw(line + "\r\nHost: a\r\n\r\n"), 400, "BadRequest");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/apis/%zz", "/apis/%", "/apis?x=<>", "/apis/{a}", "//", "/../..", "/apis/..", "/a%00b"})
    void oddPathGetsAStatusOrADocument(String path) throws IOException {
        String answer = raw("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

        assertThat(answer).matches("(?s)HTTP/1.1 (200|400|404) .*");
        assertThat(answer).containsAnyOf("\"apiVersion\":\"v1\"", "404 page not found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: x", "a b: c", "Content-Length: -1"})
    void malformedHeaderGets400WithAStatus(String header) throws IOException {
        assertStatus(raw("GET /apis HTTP/1.1\r\nHost: a\r\n" + header + "\r\n\r\n"), 400, "BadRequest");
    }

    /** A selector or a continue token can be long (wire contract D78). */
    @Test
    void requestWithALongQueryIsServed() {
        String values = String.join(",", Collections.nCopies(10_000, "value"));
        get(collection() + "?labelSelector=a+in+(" + values + ")").assertCode(200);
    }

    @Test
    void connectionCloseHeaderClosesTheConnection() throws IOException {
        for (String path : new String[] {"/healthz", "/nothing", collection()}) {
            String answer = raw("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

            assertThat(answer).containsIgnoringCase("Connection: close\r\n");
            assertThat(body(answer)).isNotEmpty();
        }
    }

    @Test
    void headHasTheHeadersOfGetAndNoBody() throws IOException {
        created("cart", "{}");
        for (String path : new String[] {path("cart"), collection(), "/apis", ROOT, "/version", "/healthz"}) {
            TestResponse get = get(path);
            try (RawConnection connection = new RawConnection(server.port())) {
                // The second response begins where the body of the first one would begin.
                String both = connection
                        .send("HEAD " + path + " HTTP/1.1\r\nHost: a\r\n\r\n")
                        .send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                        .readAll();
                String head = both.substring(0, both.indexOf("\r\n\r\n") + 4);

                assertThat(head).startsWith("HTTP/1.1 200 OK\r\n");
                assertThat(head).containsIgnoringCase("Content-Type: " + get.header("Content-Type") + "\r\n");
                assertThat(head)
                        .containsIgnoringCase("Content-Length: " + get.text().length() + "\r\n");
                assertThat(both.substring(head.length()))
                        .startsWith("HTTP/1.1 200 OK\r\n")
                        .endsWith("ok");
            }
        }
    }

    @Test
    void headOfAMissingObjectGets404WithoutABody() throws IOException {
        String answer = raw("HEAD " + path("cart") + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 404 ");
        assertThat(body(answer)).isEmpty();
    }

    @Test
    void headOfAWatchReturnsItsHeadersAndEnds() {
        TestResponse answer =
                server.send("HEAD", collection() + "?watch=1", null).assertCode(200);

        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.text()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"[, ]", "'{\"a\":', '}'"})
    void deeplyNestedBodyGets400(String open, String close) {
        String body = "{\"metadata\":{\"name\":\"cart\"},\"spec\":" + open.repeat(100_000) + "1" + close.repeat(100_000)
                + "}";

        assertThat(post(body).assertStatus(400, "BadRequest").message()).contains("exceeds a limit");
        assertThat(post(body, "Content-Type", "application/yaml")
                        .assertStatus(400, "BadRequest")
                        .message())
                .contains("exceeds a limit");
        patch("cart", MERGE, body).assertStatus(400, "BadRequest");
    }

    @Test
    void bodyOverThreeMebibytesGets413() {
        String object = "{\"metadata\":{\"name\":\"cart\"}}";
        String padding = " ".repeat(BodyReader.LIMIT - object.length());

        TestResponse answer = post(object + padding + " ").assertStatus(413, "RequestEntityTooLarge");
        assertThat(answer.message()).isEqualTo("Request entity too large: limit is 3145728");
        assertThat(get(collection()).items()).isEmpty();
        post(object + padding).assertCode(201);
    }

    @Test
    void bodyOfTwentyMebibytesGets413() {
        post(" ".repeat(20 * 1024 * 1024)).assertStatus(413, "RequestEntityTooLarge");
        get(collection()).assertCode(200);
    }

    @Test
    void chunkedBodiesAreAccepted() {
        byte[] body = "{\"metadata\":{\"name\":\"cart\"}}".getBytes(StandardCharsets.UTF_8);
        HttpRequest.BodyPublisher chunked = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));

        server.send(TestServer.client(TestServer.tls()), server.request("POST", collection(), chunked))
                .assertCode(201);

        byte[] options = "{\"preconditions\":{\"uid\":\"other\"}}".getBytes(StandardCharsets.UTF_8);
        HttpRequest.BodyPublisher chunkedOptions =
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(options));
        server.send(TestServer.client(TestServer.tls()), server.request("DELETE", path("cart"), chunkedOptions))
                .assertStatus(409, "Conflict");
    }

    @Test
    void requestWithExpectContinueIsServed() {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + server.port() + collection()))
                .expectContinue(true)
                .POST(BodyPublishers.ofString("{\"metadata\":{\"name\":\"cart\"}}"))
                .build();

        server.send(TestServer.client(TestServer.tls()), request).assertCode(201);
    }

    @Test
    void auditIdComesFromTheClientOrIsNew() {
        assertThat(get("/apis", "Audit-Id", "abc").header("Audit-Id")).isEqualTo("abc");
        assertThat(get("/nothing", "Audit-Id", "abc").header("Audit-Id")).isEqualTo("abc");
        assertThat(get("/apis").header("Audit-Id"))
                .hasSize(36)
                .isNotEqualTo(get("/apis").header("Audit-Id"));
    }

    private static String raw(String request) throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            return connection.send(request).readAll();
        }
    }

    private static void assertStatus(String answer, int code, String reason) {
        assertThat(answer)
                .startsWith("HTTP/1.1 " + code + " ")
                .containsIgnoringCase("Content-Type: application/json\r\n");
        JsonObject status = Json.object(body(answer));
        assertThat(status.stringOrEmpty("kind")).isEqualTo("Status");
        assertThat(status.stringOrEmpty("message")).isNotEmpty();
        assertThat(status.stringOrEmpty("reason")).isEqualTo(reason);
        assertThat(status.get("code")).hasToString(Integer.toString(code));
    }

    private static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }
}
