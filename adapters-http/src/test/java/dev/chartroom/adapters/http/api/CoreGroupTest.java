package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A standalone server serves a cluster-scoped kind of the core group. */
class CoreGroupTest {
    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.startStandalone();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void coreGroupIsDiscoveredUnderApiAndNotUnderApis() {
        assertThat(get("/api").json())
                .isEqualTo(Json.value("{\"kind\":\"APIVersions\",\"versions\":[\"v1\"],"
                        + "\"serverAddressByClientCIDRs\":[{\"clientCIDR\":\"0.0.0.0/0\",\"serverAddress\":\"\"}]}"));
        assertThat(get("/apis").text()).doesNotContain("\"name\":\"\"").contains("apps.test.example.com");
        JsonObject core = get("/api", "Accept", AGGREGATED).json();
        assertThat(core.arrayOrEmpty("items").objects()).singleElement().satisfies(group -> {
            assertThat(group.get("metadata")).isEqualTo(JsonObject.EMPTY);
            assertThat(group.toString()).contains("\"resource\":\"namespaces\"", "\"scope\":\"Cluster\"");
        });
        assertThat(get("/apis", "Accept", AGGREGATED).text()).doesNotContain("namespaces");
    }

    @Test
    void resourceListHasNamespacesAndTheirStatus() {
        JsonObject list = get("/api/v1").json();

        assertThat(list.stringOrEmpty("groupVersion")).isEqualTo("v1");
        assertThat(list.arrayOrEmpty("resources").objects().stream().map(each -> each.without("storageVersionHash")))
                .containsExactly((JsonObject) Json.value("""
                                {"name":"namespaces","singularName":"namespace","namespaced":false,"kind":"Namespace",
                                 "verbs":["create","delete","get","list","patch","update","watch"],"shortNames":["ns"]}
                                """), (JsonObject) Json.value("""
                                {"name":"namespaces/status","singularName":"","namespaced":false,"kind":"Namespace",
                                 "verbs":["get","patch","update"]}
                                """));
    }

    @Test
    void openApiDescribesTheCoreGroupUnderApiV1() {
        assertThat(get("/openapi/v3").text()).contains("\"api/v1\":{\"serverRelativeURL\":\"/openapi/v3/api/v1?hash=");
        JsonObject document = get("/openapi/v3/api/v1").json();
        JsonObject namespace = document.objectOrEmpty("components")
                .objectOrEmpty("schemas")
                .objectOrEmpty("io.k8s.api.core.v1.Namespace");

        assertThat(document.objectOrEmpty("paths").names())
                .containsExactlyInAnyOrder(
                        "/api/v1/",
                        "/api/v1/namespaces",
                        "/api/v1/namespaces/{name}",
                        "/api/v1/namespaces/{name}/status");
        assertThat(document.objectOrEmpty("paths")
                        .objectOrEmpty("/api/v1/namespaces")
                        .names())
                .containsExactlyInAnyOrder("get", "post");
        assertThat(document.toString()).contains("\"listCoreV1Namespace\"", "\"readCoreV1NamespaceStatus\"");
        assertThat(namespace
                        .objectOrEmpty("properties")
                        .objectOrEmpty("status")
                        .objectOrEmpty("properties")
                        .names())
                .containsExactly("phase", "conditions");
        assertThat(get("/openapi/v2").json().objectOrEmpty("paths").names())
                .contains("/api/v1/", "/api/v1/namespaces/{name}")
                .doesNotContain("/apis//", "/api/");
    }

    @Test
    void namespacesAreCreatedReadPatchedAndDeletedByName() {
        JsonObject created = send("POST", NAMESPACES, "{\"metadata\":{\"name\":\"a\"}}")
                .assertCode(201)
                .json();
        assertThat(created.stringOrEmpty("apiVersion")).isEqualTo("v1");
        assertThat(created.objectOrEmpty("metadata").has("namespace")).isFalse();
        assertThat(created.objectOrEmpty("metadata").objectOrEmpty("labels").strings())
                .containsEntry("kubernetes.io/metadata.name", "a");
        assertThat(created.objectOrEmpty("metadata").toString()).contains("f:kubernetes.io/metadata.name");

        assertThat(get(NAMESPACES + "/a").json()).isEqualTo(created);
        assertThat(get(NAMESPACES + "?fieldSelector=metadata.name%3Da").items()).containsExactly(created);
        assertThat(patch("application/strategic-merge-patch+json", "{\"metadata\":{\"finalizers\":[\"a.io/x\"]}}")
                        .metadata()
                        .arrayOrEmpty("finalizers")
                        .strings())
                .containsExactly("a.io/x");
        assertThat(patch("application/strategic-merge-patch+json", "{\"metadata\":{\"finalizers\":[\"a.io/y\"]}}")
                        .metadata()
                        .arrayOrEmpty("finalizers")
                        .strings())
                .containsExactly("a.io/x", "a.io/y");
        patch("application/merge-patch+json", "{\"metadata\":{\"finalizers\":null}}");
        send("DELETE", NAMESPACES + "/a", null).assertCode(200);
    }

    @Test
    void tableHasTheColumnsOfKubeApiserver() {
        send("POST", NAMESPACES, "{\"metadata\":{\"name\":\"table\"}}").assertCode(201);

        JsonObject table = get(NAMESPACES, "Accept", "application/json;as=Table;v=v1;g=meta.k8s.io")
                .json();

        assertThat(table.arrayOrEmpty("columnDefinitions").objects().stream()
                        .map(column -> column.stringOrEmpty("name")))
                .containsExactly("Name", "Status", "Age");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Aa", "a.b", "-a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})
    void nameThatIsNotADnsLabelIsInvalid(String name) {
        TestResponse answer = send("POST", NAMESPACES, "{\"metadata\":{\"name\":\"" + name + "\"}}");

        answer.assertStatus(422, "Invalid");
        assertThat(answer.message())
                .startsWith("Namespace \"" + name + "\" is invalid: ")
                .contains("metadata.name: Invalid value: \"" + name + "\": ");
    }

    @Test
    void aNameMayBeginWithADigit() {
        send("POST", NAMESPACES, "{\"metadata\":{\"name\":\"1a\"}}").assertCode(201);
    }

    @Test
    void missingObjectsAndPathsGet404AndDeleteCollectionGets405() {
        get(NAMESPACES + "/none").assertStatus(404, "NotFound");
        get("/api/v1/pods").assertCode(404);
        get("/api/v1/namespaces/a/pods").assertCode(404);
        get("/api/v1/namespaces/a/namespaces/b").assertCode(404);
        get("/apis/v1").assertCode(404);
        get("/openapi/v3/apis/v1").assertCode(404);
        send("PUT", NAMESPACES + "/none/finalize", "{}").assertStatus(404, "NotFound");
        send("DELETE", NAMESPACES, null).assertStatus(405, "MethodNotAllowed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api",
                "/api/v1",
                "/api/v1/namespaces",
                "/api/v1/namespaces/default",
                "/api/apps.test.example.com/v1alpha1",
                "/openapi/v3/api/v1"
            })
    void serverBehindAKubeApiserverHasNoCoreGroup(String path) {
        try (TestServer other = TestServer.start()) {
            assertThat(other.send("GET", path, null).assertCode(404).text()).isEqualTo("404 page not found\n");
        }
    }

    private static TestResponse get(String path, String... headers) {
        return server.send("GET", path, null, headers);
    }

    private static TestResponse send(String method, String path, @Nullable String body) {
        return server.send(method, path, body, "Content-Type", "application/json");
    }

    private static TestResponse patch(String contentType, String body) {
        return server.send("PATCH", NAMESPACES + "/a", body, "Content-Type", contentType)
                .assertCode(200);
    }
}
