package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract D2, D3, D5, D33, D34 to D38, E2, E5 and E6. */
class ReadTest extends ApiTest {
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

    @Test
    void getReturnsTheObject() {
        JsonObject cart = created("cart", "{\"replicas\":3}");

        for (String query : new String[] {"", "?resourceVersion=0", "?resourceVersion=" + resourceVersion(cart)}) {
            TestResponse answer = get(path("cart") + query);
            assertThat(answer.assertCode(200).json()).isEqualTo(cart);
            assertThat(answer.text()).endsWith("}\n");
            assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        }
    }

    @Test
    void getOfAMissingObjectGets404() {
        TestResponse answer = get(path("cart")).assertStatus(404, "NotFound");

        assertThat(answer.message()).isEqualTo("redises.apps.test.example.com \"cart\" not found");
        assertThat(answer.json().get("details"))
                .isEqualTo(Json.value("{\"name\":\"cart\",\"group\":\"apps.test.example.com\",\"kind\":\"redises\"}"));
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ROOT + "/redis",
                ROOT + "/kafkas",
                ROOT + "/namespaces/a/kafkas",
                ROOT + "/namespaces/a/kafkas/b",
                ROOT + "/namespaces/a",
                ROOT + "/redises/b",
                "/apis/apps.test.example.com/v1/redises",
                "/apis/other.example.com/v1alpha1/redises",
                "/apis/apps.test.example.com/v1",
                "/apis/other.example.com",
                "/api/v1/pods",
                "/api",
                "/nothing",
                "/openapi/v4",
            })
    void unknownPathGetsAPlainText404(String path) {
        TestResponse answer = get(path).assertCode(404);

        assertThat(answer.text()).isEqualTo("404 page not found\n");
        assertThat(answer.header("Content-Type")).isEqualTo("text/plain; charset=utf-8");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @ParameterizedTest
    @ValueSource(strings = {"scale", "foo", "foo/bar"})
    void unknownSubresourceGets404ThatNamesTheObject(String subresource) {
        created("cart", "{}");

        for (String name : new String[] {"cart", "other"}) {
            assertThat(get(path(name) + "/" + subresource)
                            .assertStatus(404, "NotFound")
                            .message())
                    .isEqualTo("redises.apps.test.example.com \"" + name + "\" not found");
        }
        assertThat(get(collection() + "//cart").assertStatus(404, "NotFound").message())
                .isEqualTo("redises.apps.test.example.com \"\" not found");
    }

    @Test
    void statusSubresourceReturnsTheWholeObject() {
        JsonObject cart = created("cart", "{}");

        assertThat(get(path("cart") + "/status").assertCode(200).json()).isEqualTo(cart);
        assertThat(get(path("cart") + "/status", "Accept", TABLE)
                        .assertCode(200)
                        .json()
                        .stringOrEmpty("kind"))
                .isEqualTo("Table");
        get(path("other") + "/status").assertStatus(404, "NotFound");
    }

    @Test
    void getWithAFutureResourceVersionGets504WithRetryAfter() {
        created("cart", "{}");

        TestResponse answer =
                get(path("cart") + "?resourceVersion=999999999999999999").assertStatus(504, "Timeout");

        assertThat(answer.message()).startsWith("Timeout: Too large resource version: 999999999999999999, current: ");
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.json().objectOrEmpty("details").get("retryAfterSeconds"))
                .hasToString("1");
        assertThat(answer.text()).contains("ResourceVersionTooLarge");
    }

    @Test
    void emptyListHasItemsAndAResourceVersion() {
        TestResponse answer = get(collection()).assertCode(200);

        assertThat(answer.json().names()).containsExactlyInAnyOrder("kind", "apiVersion", "metadata", "items");
        assertThat(answer.json().stringOrEmpty("kind")).isEqualTo("RedisList");
        assertThat(answer.json().stringOrEmpty("apiVersion")).isEqualTo(API_VERSION);
        assertThat(answer.text()).contains("\"items\":[]").endsWith("}\n");
        assertThat(answer.metadata().names()).containsExactlyInAnyOrder("continue", "resourceVersion");
        assertThat(answer.metadata().get("continue")).isEqualTo(new JsonString(""));
        assertThat(answer.resourceVersion()).matches("[1-9][0-9]*");
    }

    @Test
    void listHasWholeObjectsSortedByName() {
        JsonObject b = created("b", "{}");
        JsonObject a = created("a", "{\"replicas\":3}");

        TestResponse answer = get(collection());

        assertThat(answer.items()).containsExactly(a, b);
        assertThat(answer.resourceVersion()).isEqualTo(resourceVersion(a));
    }

    @Test
    void listAcrossNamespacesHasTheObjectsOfAll() {
        created("x", "{}");
        String first = namespace;
        nameNamespace();
        created("x", "{}");

        assertThat(get(ROOT + "/redises").items())
                .extracting(item -> item.objectOrEmpty("metadata").stringOrEmpty("namespace"))
                .containsSubsequence(first, namespace);
        assertThat(get(collection()).items()).hasSize(1);
        assertThat(get(ROOT + "/redises?fieldSelector=metadata.namespace%3D" + first)
                        .items())
                .hasSize(1);
    }

    @Test
    void limitAndContinuePageAList() {
        created("a", "{}");
        created("b", "{}");
        created("c", "{}");

        TestResponse first = get(collection() + "?limit=2");
        String token = first.metadata().stringOrEmpty("continue");
        TestResponse rest = get(collection() + "?limit=2&continue=" + token);
        TestResponse table = get(collection() + "?limit=2", "Accept", TABLE);

        assertThat(first.itemNames()).containsExactly("a", "b");
        assertThat(token).isNotEmpty().isEqualTo(URLEncoder.encode(token, StandardCharsets.UTF_8));
        assertThat(rest.itemNames()).containsExactly("c");
        assertThat(rest.metadata().stringOrEmpty("continue")).isEmpty();
        assertThat(table.metadata().stringOrEmpty("continue")).isEqualTo(token);
        get(collection() + "?limit=2&continue=nonsense").assertStatus(400, "BadRequest");
    }

    @ParameterizedTest
    @CsvSource({
        "labelSelector=tier%3Dweb, a",
        "labelSelector=tier!%3Dweb, b c",
        "labelSelector=tier, a b",
        "labelSelector=!tier, c",
        "'labelSelector=tier+in+(web,db)', a b",
        "fieldSelector=metadata.name%3Db, b",
        "fieldSelector=metadata.name!%3Db, a c",
        "limit=500&resourceVersion=0, a b c",
    })
    void selectorsFilterTheList(String query, String names) {
        post("{\"metadata\":{\"name\":\"a\",\"labels\":{\"tier\":\"web\"}}}").assertCode(201);
        post("{\"metadata\":{\"name\":\"b\",\"labels\":{\"tier\":\"db\"}}}").assertCode(201);
        post("{\"metadata\":{\"name\":\"c\"}}").assertCode(201);

        assertThat(get(collection() + "?" + query).itemNames()).containsExactly(names.split(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "labelSelector=a%3D%28, 400, BadRequest",
        "fieldSelector=spec.replicas%3D1, 400, BadRequest",
        "resourceVersion=abc, 400, BadRequest",
        "limit=abc, 400, BadRequest",
        "continue=t&resourceVersion=7, 400, BadRequest",
        "limit=, 400, BadRequest",
        "timeoutSeconds=abc, 400, BadRequest",
        "timeout=abc, 400, BadRequest",
        "resourceVersionMatch=Exact, 422, Invalid",
        "sendInitialEvents=true, 422, Invalid",
    })
    void invalidListParametersAreRefused(String query, int code, String reason) {
        get(collection() + "?" + query).assertStatus(code, reason);
    }

    @Test
    void objectsAndListsAreServedAsTables() {
        created("cart", "{}");
        JsonObject one = get(path("cart"), "Accept", TABLE).assertCode(200).json();
        TestResponse answer = get(collection() + "?limit=500", "Accept", TABLE).assertCode(200);

        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.json().stringOrEmpty("kind")).isEqualTo("Table");
        assertThat(answer.resourceVersion()).isNotEmpty();
        assertThat(answer.json().get("rows")).isEqualTo(one.get("rows"));
        assertThat(answer.json().get("columnDefinitions")).isEqualTo(one.get("columnDefinitions"));
        assertThat(get(collection() + "?includeObject=None", "Accept", TABLE).text())
                .contains("\"object\":null");
        assertThat(get(collection() + "?includeObject=Object", "Accept", TABLE).text())
                .contains("\"spec\":");
    }

    @Test
    void objectsAndListsAreServedAsMetadata() {
        JsonObject cart = created("cart", "{}");
        String accept = "application/vnd.kubernetes.protobuf;as=%1$s;g=meta.k8s.io;v=v1,"
                + "application/json;as=%1$s;g=meta.k8s.io;v=v1,application/json";
        TestResponse one = get(path("cart"), "Accept", accept.formatted("PartialObjectMetadata"));
        TestResponse all = get(collection(), "Accept", accept.formatted("PartialObjectMetadataList"));

        assertThat(one.json().stringOrEmpty("kind")).isEqualTo("PartialObjectMetadata");
        assertThat(one.json().get("metadata")).isEqualTo(cart.get("metadata"));
        assertThat(all.json().stringOrEmpty("kind")).isEqualTo("PartialObjectMetadataList");
        assertThat(all.items()).containsExactly(one.json());
    }

    /** As on a kube-apiserver, which does not find them in etcd. */
    @Test
    void tooLongNameOrNamespaceIsNotFound() {
        String longName = "a".repeat(254);
        String below = ROOT + "/namespaces/" + longName + "/redises";

        for (String path : List.of(path(longName), below + "/a")) {
            get(path).assertStatus(404, "NotFound");
            delete(path).assertStatus(404, "NotFound");
            server.send("PATCH", path, "{}", "Content-Type", MERGE).assertStatus(404, "NotFound");
        }
        put(longName, Json.object("{\"metadata\":{\"name\":\"" + longName + "\"},\"spec\":{}}"))
                .assertStatus(404, "NotFound");
        assertThat(get(below).assertCode(200).items()).isEmpty();
    }

    @Test
    void longNameOfDigitsGets404InYaml() {
        assertThat(get(path("1".repeat(50_000)), "Accept", "application/yaml")
                        .assertCode(404)
                        .text())
                .contains("reason: NotFound");
    }

    @Test
    void errorIsAStatusForTableAndProtobufClients() {
        get(path("cart"), "Accept", TABLE).assertStatus(404, "NotFound");
        get(path("cart"), "Accept", "application/vnd.kubernetes.protobuf, */*").assertStatus(404, "NotFound");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json;v=v7", "application/vnd.kubernetes.protobuf", "text/html"})
    void unsupportedAcceptHeaderGets406(String accept) {
        TestResponse answer = get(collection(), "Accept", accept).assertStatus(406, "NotAcceptable");

        assertThat(answer.message())
                .isEqualTo("only the following media types are accepted: application/json, application/yaml,"
                        + " application/vnd.kubernetes.protobuf");
        assertThat(answer.text()).startsWith("{\n  \"kind\": \"Status\",\n").endsWith("\n}");
    }

    @Test
    void trailingSlashIsServedWithoutARedirect() {
        JsonObject cart = created("cart", "{}");

        assertThat(get(collection() + "/").assertCode(200).items()).containsExactly(cart);
        assertThat(get(path("cart") + "/").assertCode(200).json()).isEqualTo(cart);
        assertThat(get(ROOT + "/").assertCode(200).json().stringOrEmpty("kind")).isEqualTo("APIResourceList");
        assertThat(get("/apis/").assertCode(200).json().stringOrEmpty("kind")).isEqualTo("APIGroupList");
        get("/" + collection()).assertCode(404);
    }

    @Test
    void timeoutParameterIsAcceptedEverywhere() {
        created("cart", "{}");

        get(path("cart") + "?timeout=32s").assertCode(200);
        get(collection() + "?timeout=32s").assertCode(200);
        get(ROOT + "?timeout=32s").assertCode(200);
        get("/apis?timeout=32s").assertCode(200);
    }
}
