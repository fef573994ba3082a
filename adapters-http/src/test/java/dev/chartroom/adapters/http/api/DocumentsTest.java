package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Discovery, OpenAPI, version and health over HTTP: wire contract A. */
class DocumentsTest extends ApiTest {
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=%s;as=APIGroupDiscoveryList";

    @AfterEach
    void heal() {
        server.storeFailure.set(null);
    }

    /** client-go 1.26 to 1.36 and kube-aggregator send the first three headers. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
                        + "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json | v2",
                "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json | v2beta1",
                "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList;profile=nopeer,application/json | v2",
                "application/json;q=0.5,application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io | v2",
            })
    void acceptHeaderSelectsTheAggregatedDiscoveryVersion(String accept, String version) {
        TestResponse answer = get("/apis", "Accept", accept).assertCode(200);

        assertThat(answer.header("Content-Type")).isEqualTo(AGGREGATED.formatted(version));
        assertThat(answer.json().stringOrEmpty("apiVersion")).isEqualTo("apidiscovery.k8s.io/" + version);
        assertThat(answer.header("Vary")).isEqualTo("Accept");
        assertThat(answer.header("Cache-Control")).isEqualTo("public");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/json, */*",
                "application/vnd.kubernetes.protobuf, */*",
                "application/json;g=apidiscovery.k8s.io;v=v3;as=APIGroupDiscoveryList,application/json",
                "application/json;g=other;v=v2;as=APIGroupDiscoveryList,application/json",
            })
    void otherAcceptHeadersGetTheGroupList(String accept) {
        TestResponse answer = get("/apis", "Accept", accept).assertCode(200);

        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.json().stringOrEmpty("kind")).isEqualTo("APIGroupList");
    }

    @Test
    void rootListsThePathsThatAnswer() {
        JsonObject root = get("/").assertCode(200).json();

        assertThat(root.names()).containsExactly("paths");
        assertThat(root.arrayOrEmpty("paths").toString())
                .startsWith("[\"/\", \"/apis\", \"/apis/apps.test.example.com\", ")
                .contains("\"/healthz\"", "\"/openapi/v2\"", "\"/version\"");
        root.arrayOrEmpty("paths")
                .forEach(path -> get(path.toString().replace("\"", "")).assertCode(200));
    }

    @Test
    void withoutAcceptHeaderTheGroupListIsReturned() {
        assertThat(get("/apis").assertCode(200).json().stringOrEmpty("kind")).isEqualTo("APIGroupList");
    }

    @Test
    void unknownAggregatedDiscoveryVersionGets406() {
        get("/apis", "Accept", AGGREGATED.formatted("v3")).assertStatus(406, "NotAcceptable");
        get("/apis", "Accept", "text/plain").assertStatus(406, "NotAcceptable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/apis", "/openapi/v2", "/openapi/v3", "/openapi/v3/apis/apps.test.example.com/v1alpha1"})
    void matchingEtagGets304(String path) {
        TestResponse first = get(path).assertCode(200);
        String etag = first.header("ETag");

        assertThat(etag).matches("\"[0-9A-F]{128}\"");
        assertThat(get(path).header("ETag")).isEqualTo(etag);
        TestResponse known = get(path, "If-None-Match", etag).assertCode(304);
        assertThat(known.text()).isEmpty();
        assertThat(known.header("ETag")).isEqualTo(etag);
        assertThat(get(path, "If-None-Match", "\"other\"").assertCode(200).text())
                .isEqualTo(first.text());
        assertThat(get(path, "If-None-Match", etag.replace("\"", "")).code()).isEqualTo(200);
    }

    @Test
    void etagDependsOnTheRepresentation() {
        String legacy = get("/apis").header("ETag");

        TestResponse aggregated = get("/apis", "Accept", AGGREGATED.formatted("v2"), "If-None-Match", legacy);

        assertThat(aggregated.assertCode(200).header("ETag")).isNotEqualTo(legacy);
        get("/apis", "Accept", AGGREGATED.formatted("v2"), "If-None-Match", aggregated.header("ETag"))
                .assertCode(304);
    }

    @Test
    void groupResourceAndVersionDocumentsAreServed() {
        assertThat(get("/apis/apps.test.example.com").json().stringOrEmpty("kind"))
                .isEqualTo("APIGroup");
        TestResponse resources = get(ROOT + "?timeout=32s").assertCode(200);

        assertThat(resources.header("Content-Type")).isEqualTo("application/json");
        assertThat(resources.json().stringOrEmpty("groupVersion")).isEqualTo(API_VERSION);
        assertThat(resources.json().arrayOrEmpty("resources").size()).isEqualTo(4);
        assertThat(get("/version").assertCode(200).json().stringOrEmpty("gitVersion"))
                .isEqualTo("v0.1.0");
    }

    @Test
    void openApiV3DocumentIsImmutableUnderItsHash() {
        JsonObject paths = get("/openapi/v3").json().objectOrEmpty("paths");
        String url = paths.objectOrEmpty("apis/" + API_VERSION).stringOrEmpty("serverRelativeURL");

        TestResponse current = get(url).assertCode(200);
        TestResponse outdated = get(url.replaceAll("hash=.*", "hash=AB")).assertCode(200);

        assertThat(current.header("Cache-Control")).isEqualTo("public, immutable");
        assertThat(outdated.header("Cache-Control")).isEqualTo("no-cache, private");
        assertThat(outdated.text()).isEqualTo(current.text());
        assertThat(current.json().stringOrEmpty("openapi")).startsWith("3.");
    }

    @Test
    void openApiIsServedOnlyAsJson() {
        get("/openapi/v2", "Accept", "application/com.github.proto-openapi.spec.v2@v1.0+protobuf")
                .assertStatus(406, "NotAcceptable");
        get("/openapi/v2", "Accept", "application/com.github.proto-openapi.spec.v2@v1.0+protobuf,application/json")
                .assertCode(200);
        get("/openapi/v3/apis/other.example.com/v1").assertCode(404);
    }

    @Test
    void healthEndpointsReturnPlainText() {
        for (String path :
                new String[] {"/healthz", "/livez", "/readyz", "/readyz/", "/readyz/store", "/healthz/ping"}) {
            TestResponse answer = get(path).assertCode(200);

            assertThat(answer.text()).isEqualTo("ok");
            assertThat(answer.header("Content-Type")).isEqualTo("text/plain; charset=utf-8");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        }
        assertThat(get("/readyz?verbose").text())
                .isEqualTo("[+]ping ok\n[+]store ok\n[+]shutdown ok\nreadyz check passed\n");
        get("/readyz/etcd").assertCode(404);
        get("/startupz").assertCode(404);
    }

    @Test
    void failedReadinessGets500AndWithholdsTheReason() {
        server.storeFailure.set("connection refused");

        TestResponse answer = get("/readyz").assertCode(500);

        assertThat(answer.header("Content-Type")).isEqualTo("text/plain; charset=utf-8");
        assertThat(answer.text())
                .isEqualTo("[+]ping ok\n[-]store failed: reason withheld\n[+]shutdown ok\nreadyz check failed\n");
        assertThat(get("/readyz?exclude=store").assertCode(200).text()).isEqualTo("ok");
        assertThat(get("/readyz/store").assertCode(500).text()).isEqualTo("internal server error: connection refused");
        get("/healthz").assertCode(200);
    }

    @Test
    void discoveryIsServedWhileTheServerIsNotReady() {
        server.storeFailure.set("connection refused");

        get("/apis").assertCode(200);
        get(ROOT).assertCode(200);
        get("/openapi/v2").assertCode(200);
    }
}
