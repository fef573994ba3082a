package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract D59 to D61. */
class PatchTest extends ApiTest {

    @Test
    void mergePatchMergesFieldsAndNullRemovesThem() {
        created("cart", "{\"replicas\":3,\"name\":\"a\"}");

        TestResponse answer = patch("cart", MERGE, """
                {"metadata":{"labels":{"x":"y"}},"spec":{"replicas":4,"name":null}}
                """);

        answer.assertCode(200);
        assertThat(answer.spec()).hasToString("{\"replicas\":4,\"cache\":{\"size\":\"1Gi\"}}");
        assertThat(answer.metadata().get("labels")).hasToString("{\"x\":\"y\"}");
        assertThat(answer.metadata().get("generation")).hasToString("2");
        assertThat(get(path("cart")).json()).isEqualTo(answer.json());
    }

    @Test
    void jsonPatchAppliesItsOperationsInOrder() {
        created("cart", "{\"replicas\":3,\"name\":\"a\"}");

        TestResponse answer = patch("cart", JSON_PATCH, """
                [{"op":"test","path":"/spec/replicas","value":3},
                 {"op":"replace","path":"/spec/replicas","value":4},
                 {"op":"test","path":"/spec/cache/size","value":"1Gi"},
                 {"op":"add","path":"/metadata/labels","value":{}},
                 {"op":"add","path":"/metadata/labels/a~1b","value":"c"},
                 {"op":"remove","path":"/spec/name"}]
                """);

        assertThat(answer.assertCode(200).spec()).hasToString("{\"replicas\":4,\"cache\":{\"size\":\"1Gi\"}}");
        assertThat(answer.metadata().get("labels")).hasToString("{\"a/b\":\"c\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":9},"
                        + "{\"op\":\"test\",\"path\":\"/spec/replicas\",\"value\":1}]",
                "[{\"op\":\"test\",\"path\":\"/spec/missing\",\"value\":1}]",
                "[{\"op\":\"remove\",\"path\":\"/spec/missing\"}]",
                "[{\"op\":\"replace\",\"path\":\"\",\"value\":1}]",
            })
    void failedJsonPatchOperationGets422AndChangesNothing(String patch) {
        JsonObject cart = created("cart", "{\"replicas\":3}");

        TestResponse answer = patch("cart", JSON_PATCH, patch).assertStatus(422, "Invalid");

        assertThat(answer.message())
                .startsWith("Redis.apps.test.example.com \"cart\" is invalid: patch: Invalid value: ");
        assertThat(get(path("cart")).json()).isEqualTo(cart);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/merge-patch+json | {\"metadata\":{\"resourceVersion\":\"%s\"},\"spec\":{\"replicas\":5}}",
                "application/json-patch+json | [{\"op\":\"replace\",\"path\":\"/metadata/resourceVersion\",\"value\":\"%s\"},"
                        + "{\"op\":\"add\",\"path\":\"/spec/replicas\",\"value\":5}]",
            })
    void patchWithAStaleResourceVersionConflicts(String contentType, String patch) {
        String stale = resourceVersion(created("cart", "{}"));
        String current = patch("cart", MERGE, "{\"spec\":{\"replicas\":4}}").resourceVersion();

        TestResponse refused =
                patch("cart", contentType, patch.formatted(stale)).assertStatus(409, "Conflict");
        assertThat(refused.message()).contains("the object has been modified");
        assertThat(get(path("cart")).spec().get("replicas")).hasToString("4");

        assertThat(patch("cart", contentType, patch.formatted(current))
                        .assertCode(200)
                        .spec()
                        .get("replicas"))
                .hasToString("5");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/merge-patch+json | {}",
                "application/merge-patch+json | {\"spec\":{\"replicas\":3}}",
                "application/merge-patch+json | {\"spec\":{\"missing\":null}}",
                "application/merge-patch+json | {\"status\":{\"phase\":\"mine\"}}",
                "application/json-patch+json | []",
                "application/json-patch+json | [{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":3}]",
            })
    void patchWithoutChangesKeepsTheResourceVersion(String contentType, String patch) {
        JsonObject cart = created("cart", "{\"replicas\":3}");

        assertThat(patch("cart", contentType, patch).assertCode(200).json()).isEqualTo(cart);
    }

    @Test
    void patchOfTheUidGets422() {
        String uid = uid(created("cart", "{}"));

        patch("cart", MERGE, "{\"metadata\":{\"uid\":\"other\"}}").assertStatus(422, "Invalid");
        patch("cart", MERGE, "{\"metadata\":{\"uid\":\"" + uid + "\"}}").assertCode(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"metadata\":{\"name\":\"other\"}}",
                "{\"metadata\":{\"namespace\":\"other\"}}",
                "[]",
                "{",
            })
    void patchThatIsMalformedOrChangesNameOrNamespaceGets400(String patch) {
        JsonObject cart = created("cart", "{}");

        patch("cart", MERGE, patch).assertStatus(400, "BadRequest");
        assertThat(get(path("cart")).json()).isEqualTo(cart);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"kind\":\"Postgres\"} | kind",
                "{\"metadata\":{\"labels\":5}} | patch",
                "{\"metadata\":{\"labels\":{\"a\":\"-\"}}} | metadata.labels",
                "{\"spec\":{\"replicas\":\"many\"}} | spec.replicas",
                "{\"spec\":5} | spec",
            })
    void patchThatMakesAnObjectInvalidGets422(String patch, String field) {
        JsonObject cart = created("cart", "{}");

        TestResponse answer = patch("cart", MERGE, patch).assertStatus(422, "Invalid");

        assertThat(answer.json().objectOrEmpty("details").arrayOrEmpty("causes").get(0))
                .isInstanceOfSatisfying(
                        JsonObject.class,
                        cause -> assertThat(cause.stringOrEmpty("field")).isEqualTo(field));
        assertThat(get(path("cart")).json()).isEqualTo(cart);
    }

    @Test
    void applyCreatesAnObjectAndConflictsWithOtherManagersUnlessForced() {
        String three = "{\"apiVersion\":\"" + API_VERSION
                + "\",\"kind\":\"Redis\",\"metadata\":{\"name\":\"cart\"},\"spec\":{\"replicas\":3}}";

        assertThat(apply("alice", "", three).assertCode(201).spec().get("replicas"))
                .hasToString("3");
        JsonObject again = apply("alice", "", three).assertCode(200).json();
        TestResponse conflict = apply("bob", "", three.replace("3}", "4}")).assertStatus(409, "Conflict");
        TestResponse forced =
                apply("bob", "&force=true", three.replace("3}", "4}")).assertCode(200);

        assertThat(again.objectOrEmpty("metadata").arrayOrEmpty("managedFields").size())
                .isEqualTo(1);
        assertThat(conflict.message())
                .isEqualTo("Apply failed with 1 conflict: conflict with \"alice\": .spec.replicas");
        assertThat(forced.spec().get("replicas")).hasToString("4");
    }

    private TestResponse apply(String manager, String query, String configuration) {
        return server.send(
                "PATCH",
                path("cart") + "?fieldManager=" + manager + query,
                configuration,
                "Content-Type",
                "application/apply-patch+yaml");
    }

    @Test
    void patchOfAMissingObjectGets404() {
        patch("cart", MERGE, "{}").assertStatus(404, "NotFound");
        patch("cart", JSON_PATCH, "[]").assertStatus(404, "NotFound");
    }

    /** On exactly this error, the garbage collector and other clients fall back to a merge patch. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/strategic-merge-patch+json",
                "application/apply-patch+cbor",
                "application/json",
                "text/plain"
            })
    void otherPatchTypesGet415(String contentType) {
        created("cart", "{}");

        TestResponse answer = patch("cart", contentType, "{}").assertStatus(415, "UnsupportedMediaType");

        assertThat(answer.message())
                .isEqualTo("the body of the request was in an unknown format - accepted media types include: "
                        + "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml");
    }

    @Test
    void mergePatchThatRemovesTheLastFinalizerDeletesTheObject() {
        createdWithFinalizer("cart");
        JsonObject marked = delete(path("cart")).assertCode(200).json();

        patch(
                        "cart",
                        MERGE,
                        "{\"metadata\":{\"resourceVersion\":\"%s\",\"uid\":\"%s\",\"finalizers\":[]}}"
                                .formatted(resourceVersion(marked), uid(marked)))
                .assertCode(200);

        get(path("cart")).assertStatus(404, "NotFound");
    }

    @Test
    void patchReturnsMetadataOnRequest() {
        created("cart", "{}");

        TestResponse answer = server.send(
                "PATCH",
                path("cart"),
                "{\"metadata\":{\"annotations\":{\"a\":\"b\"}}}",
                "Content-Type",
                MERGE,
                "Accept",
                "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json");

        assertThat(answer.assertCode(200).json().stringOrEmpty("kind")).isEqualTo("PartialObjectMetadata");
        assertThat(answer.metadata().get("annotations")).hasToString("{\"a\":\"b\"}");
    }
}
