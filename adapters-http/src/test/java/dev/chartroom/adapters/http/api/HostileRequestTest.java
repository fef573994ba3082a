package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that try to be authorized as one request and served as another. */
class HostileRequestTest extends ApiTest {
    private static final String REDISES = "/apis/apps.test.example.com/v1alpha1/namespaces/a/redises";

    @Test
    void bytesAfterAMalformedChunkAreNotReadAsARequest() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            String answers = connection
                    .send("POST " + REDISES + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + "ZZZ\r\n{}\r\n0\r\n\r\nGET /version HTTP/1.1\r\nHost: a\r\n\r\n")
                    .readAll();

            assertThat(answers).startsWith("HTTP/1.1 ").doesNotContain("gitVersion");
            assertThat(answers.split("HTTP/1\\.1 ", -1)).as("answers").hasSize(2);
        }
    }

    /** Headers can name a user only if the client has a certificate, so no connection must bypass TLS. */
    @Test
    void requestWithoutTlsGetsNoResponse() throws IOException {
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            plain.setSoTimeout(10_000);
            plain.getOutputStream()
                    .write("GET /version HTTP/1.1\r\nHost: a\r\nX-Remote-User: alice\r\n\r\n"
                            .getBytes(StandardCharsets.ISO_8859_1));

            assertThat(new String(plain.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("HTTP/1.1", "gitVersion");
        }
    }

    /** Helidon itself treats such a method as an internal failure and answers 500. */
    @ParameterizedTest
    @ValueSource(strings = {"G\u00e9T", "G(T", "G\u007fT"})
    void methodThatIsNotATokenGets400(String method) throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            String answers = connection
                    .send(method + " /version HTTP/1.1\r\nHost: a\r\n\r\n")
                    .readAll();

            assertThat(answers).startsWith("HTTP/1.1 400 ").contains("\"kind\":\"Status\"", "cannot be read");
        }
    }

    /** Later requests on a proxy's upgraded connection would have the proxy's identity: CVE-2018-1002105. */
    @ParameterizedTest
    @CsvSource({
        "/apis, websocket",
        "/healthz, SPDY/3.1",
        "/nothing, websocket",
        "/version, h2c",
        REDISES + ", websocket",
    })
    void upgradeGets400AndTheConnectionCloses(String path, String protocol) throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            String answers = connection
                    .send("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                            + "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\nUpgrade: " + protocol
                            + "\r\n\r\nGET /version HTTP/1.1\r\nHost: a\r\n\r\n")
                    .readAll();

            assertThat(answers).startsWith("HTTP/1.1 400 ").contains("\"kind\":\"Status\"");
            assertThat(answers.split("HTTP/1\\.1 ", -1)).as("answers").hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LIST", "WATCH", "DELETECOLLECTION"})
    void httpMethodNamedLikeAVerbGets405(String method) {
        server.send(method, REDISES + "/b", null).assertStatus(405, "MethodNotAllowed");
        server.send(method, REDISES, null).assertStatus(405, "MethodNotAllowed");
    }

    /** The JDK's regular expressions recurse for each repetition of a group. */
    @ParameterizedTest
    @ValueSource(strings = {"name", "generateName", "namespace", "finalizers", "labels", "annotations"})
    void longNameIsRefusedWithoutStackOverflow(String field) {
        String text = "a." + "b.".repeat(500_000) + "c";
        String value = switch (field) {
            case "finalizers" -> "[\"" + text + "/x\"]";
            case "labels", "annotations" -> "{\"" + text + "/x\":\"\"}";
            default -> "\"" + text + "\"";
        };
        TestResponse answer = server.send(
                "POST",
                REDISES,
                "{\"metadata\":{\"" + field + "\":" + value + "}}",
                "Content-Type",
                "application/json");
        assertThat(answer.code()).isIn(400, 422);
    }

    @Test
    void longTextIsWrittenAsYamlWithoutStackOverflow() {
        String text = "1" + ":1".repeat(500_000);
        created("long", "{\"name\":\"" + text + "\"}");
        assertThat(get(path("long"), "Accept", "application/yaml")
                        .assertCode(200)
                        .text())
                .contains(text);
    }

    @ParameterizedTest
    @CsvSource({"GET, ..%2Fx", "DELETE, %2e%2e", "GET, x%252Fstatus"})
    void nameThatCouldBeReadAsAPathGets400(String method, String name) {
        server.send(method, REDISES + "/" + name, null).assertStatus(400, "BadRequest");
    }
}
