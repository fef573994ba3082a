package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** YAML, indentation and compression of responses of every kind: wire contract E3, E7 and E8. */
class FormatTest extends ApiTest {
    private static final String YAML = "application/yaml";
    private static final String TABLE = "application/yaml;as=Table;v=v1;g=meta.k8s.io";

    @Test
    void responsesOfEveryKindAreServedAsYaml() {
        String body = "{\"metadata\":{\"name\":\"cart\"},\"spec\":{\"replicas\":3}}";
        JsonObject created = yaml(post(body, "Accept", YAML).assertCode(201));
        JsonObject patched = yaml(
                server.send("PATCH", path("cart"), "{\"spec\":{\"replicas\":4}}", "Content-Type", MERGE, "Accept", YAML)
                        .assertCode(200));

        assertThat(created.objectOrEmpty("spec").get("replicas")).hasToString("3");
        assertThat(patched).isEqualTo(get(path("cart")).json());
        assertThat(yaml(get(path("cart"), "Accept", YAML))).isEqualTo(patched);
        assertThat(yaml(get(path("cart") + "/status", "Accept", YAML))).isEqualTo(patched);
        assertThat(yaml(get(collection(), "Accept", YAML)))
                .isEqualTo(get(collection()).json());
        assertThat(yaml(get(collection(), "Accept", TABLE)).stringOrEmpty("kind"))
                .isEqualTo("Table");
        assertThat(yaml(server.send("DELETE", path("cart"), null, "Accept", YAML)
                                .assertCode(200))
                        .stringOrEmpty("status"))
                .isEqualTo("Success");
        assertThat(yaml(get(path("cart"), "Accept", YAML).assertCode(404)).stringOrEmpty("reason"))
                .isEqualTo("NotFound");
        assertThat(yaml(get(ROOT, "Accept", YAML)).stringOrEmpty("kind")).isEqualTo("APIResourceList");
    }

    @ParameterizedTest
    @CsvSource({
        "?pretty=true, kubectl, application/json",
        "'', curl/8.5.0, application/json",
        "'', kubectl, application/json;pretty=1",
    })
    void responsesOfEveryKindAreIndentedOnRequestAndForCurl(String query, String userAgent, String accept) {
        JsonObject cart = created("cart", "{}");
        for (String path : new String[] {path("cart"), collection(), path("other"), ROOT, "/apis"}) {
            TestResponse answer = get(path + query, "User-Agent", userAgent, "Accept", accept);

            assertThat(answer.text()).startsWith("{\n  \"").endsWith("\n}");
            assertThat(answer.json()).isEqualTo(get(path).json());
            assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        }
        assertThat(get(path("cart") + query, "User-Agent", userAgent, "Accept", accept)
                        .json())
                .isEqualTo(cart);
    }

    /** Deeply nested JSON grows a hundredfold, so the server does not buffer it to compute its length. */
    @ParameterizedTest
    @ValueSource(strings = {"application/yaml", "application/json;pretty=1"})
    void largeConvertedResponseIsStreamed(String accept) {
        created("small", "{}");
        assertThat(get(path("small"), "Accept", accept).header("Content-Length"))
                .isNotEmpty();
        JsonObject large = created("large", "{\"name\":\"" + "ab\\n".repeat(100_000) + "\"}");
        for (String path : new String[] {path("large"), collection()}) {
            TestResponse answer = get(path, "Accept", accept).assertCode(200);

            assertThat(answer.header("Content-Length")).isEmpty();
            assertThat(Json.CODEC.parseYaml(answer.text().getBytes(StandardCharsets.UTF_8)))
                    .isEqualTo(get(path).json());
            assertThat(server.send("HEAD", path, null, "Accept", accept).header("Content-Length"))
                    .isEqualTo(Integer.toString(answer.text().getBytes(StandardCharsets.UTF_8).length));
        }
        assertThat(get(path("large")).json()).isEqualTo(large);
    }

    @Test
    void prettyParameterOverridesTheUserAgent() {
        created("cart", "{}");

        assertThat(get(path("cart") + "?pretty=false", "User-Agent", "curl/8").text())
                .startsWith("{\"")
                .endsWith("}\n");
    }

    @Test
    void aWatchIsNeverIndented() {
        created("cart", "{}");

        try (Watch watch = server.watch(collection() + "?watch=1&pretty=true", "User-Agent", "curl/8")) {
            assertThat(watch.nextName("ADDED")).isEqualTo("cart");
        }
    }

    /** Upstream does the same. */
    @Test
    void statusIsIndentedIfNoAcceptClauseFitsIt() {
        String table = "application/json;as=Table;v=v1;g=meta.k8s.io";

        assertThat(get(path("cart"), "Accept", table)
                        .assertStatus(404, "NotFound")
                        .text())
                .startsWith("{\n");
        assertThat(get(path("cart"), "Accept", table + ",application/json")
                        .assertStatus(404, "NotFound")
                        .text())
                .startsWith("{\"")
                .endsWith("}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/yaml", "application/json;pretty=1"})
    void largeResponsesAreCompressedIfTheClientAcceptsGzip(String accept) throws Exception {
        large("a");

        for (String path : new String[] {path("a"), collection()}) {
            HttpResponse<byte[]> compressed = raw(path, "Accept", accept, "Accept-Encoding", "br, gzip");
            HttpResponse<byte[]> plain = raw(path, "Accept", accept);

            assertThat(compressed.headers().firstValue("Content-Encoding")).contains("gzip");
            assertThat(compressed.headers().firstValue("Vary")).contains("Accept-Encoding");
            assertThat(compressed.body()).hasSizeLessThan(plain.body().length / 10);
            assertThat(new GZIPInputStream(new ByteArrayInputStream(compressed.body())).readAllBytes())
                    .isEqualTo(plain.body());
            assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
            assertThat(plain.headers().firstValue("Vary")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "gzip;q=0", "br", ""})
    void responseIsNotCompressedUnlessTheClientAcceptsGzip(String encoding) throws Exception {
        large("a");

        assertThat(raw(path("a"), "Accept-Encoding", encoding).headers().firstValue("Content-Encoding"))
                .isEmpty();
    }

    @Test
    void smallResponsesAndWatchesAreNotCompressed() throws Exception {
        created("small", "{}");

        HttpResponse<byte[]> list = raw(collection(), "Accept-Encoding", "gzip");
        assertThat(list.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(list.headers().firstValueAsLong("Content-Length")).hasValue(list.body().length);
        large("large");
        assertThat(raw(collection() + "?watch=1&timeoutSeconds=1", "Accept-Encoding", "gzip")
                        .headers()
                        .firstValue("Content-Encoding"))
                .isEmpty();
    }

    private void large(String name) {
        created(name, "{\"cache\":{\"size\":\"" + "0123456789".repeat(14_000) + "\"}}");
    }

    private static HttpResponse<byte[]> raw(String path, String... headers) throws IOException, InterruptedException {
        return TestServer.client(TestServer.tls())
                .send(server.request("GET", path, BodyPublishers.noBody(), headers), BodyHandlers.ofByteArray());
    }

    private static JsonObject yaml(TestResponse answer) {
        assertThat(answer.header("Content-Type")).isEqualTo(YAML);
        assertThat(answer.text()).doesNotStartWith("{").endsWith("\n");
        return (JsonObject) Json.CODEC.parseYaml(answer.text().getBytes(StandardCharsets.UTF_8));
    }
}
