package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import org.junit.jupiter.api.Test;

/** Wire contract D8, D52 to D57. */
class UpdateTest extends ApiTest {

    @Test
    void updateReturnsTheNewObject() {
        JsonObject cart = created("cart", "{\"replicas\":3}");

        TestResponse answer = put("cart", withSpec(cart, "{\"replicas\":4}"));

        answer.assertCode(200);
        assertThat(answer.spec().get("replicas")).hasToString("4");
        assertThat(answer.metadata().get("generation")).hasToString("2");
        assertThat(Long.parseLong(answer.resourceVersion())).isGreaterThan(Long.parseLong(resourceVersion(cart)));
        assertThat(uid(answer.json())).isEqualTo(uid(cart));
        assertThat(get(path("cart")).json()).isEqualTo(answer.json());
    }

    @Test
    void labelChangeUpdatesTheResourceVersionButNotTheGeneration() {
        JsonObject cart = created("cart", "{}");
        JsonObject labels = Json.object("{\"a\":\"b\"}");

        TestResponse answer =
                put("cart", cart.with("metadata", cart.objectOrEmpty("metadata").with("labels", labels)));

        assertThat(answer.assertCode(200).metadata().get("labels")).isEqualTo(labels);
        assertThat(answer.metadata().get("generation")).hasToString("1");
        assertThat(answer.resourceVersion()).isNotEqualTo(resourceVersion(cart));
    }

    @Test
    void updateWithoutChangesKeepsTheResourceVersion() {
        JsonObject cart = created("cart", "{\"replicas\":3}");

        assertThat(put("cart", cart).assertCode(200).json()).isEqualTo(cart);
        assertThat(put("cart", cart.with("status", Json.value("{\"phase\":\"mine\"}")))
                        .json())
                .isEqualTo(cart);
    }

    @Test
    void staleUpdateConflicts() {
        JsonObject cart = created("cart", "{}");
        put("cart", withSpec(cart, "{\"replicas\":4}")).assertCode(200);

        TestResponse answer = put("cart", withSpec(cart, "{\"replicas\":5}")).assertStatus(409, "Conflict");

        assertThat(answer.message())
                .isEqualTo(
                        "Operation cannot be fulfilled on redises.apps.test.example.com \"cart\": the object has been"
                                + " modified; please apply your changes to the latest version and try again");
        assertThat(answer.json().get("details"))
                .isEqualTo(Json.value("{\"name\":\"cart\",\"group\":\"apps.test.example.com\",\"kind\":\"redises\"}"));
        assertThat(answer.header("Retry-After")).isEmpty();
        assertThat(get(path("cart")).spec().get("replicas")).hasToString("4");
    }

    @Test
    void updateWithoutAResourceVersionGets422() {
        JsonObject cart = created("cart", "{}");

        TestResponse answer = put(
                        "cart",
                        cart.with("metadata", cart.objectOrEmpty("metadata").without("resourceVersion")))
                .assertStatus(422, "Invalid");

        assertThat(answer.message())
                .isEqualTo(
                        "redises.apps.test.example.com \"cart\" is invalid: metadata.resourceVersion: Invalid value: 0:"
                                + " must be specified for an update");
    }

    @Test
    void updateWithAnotherNameGets400() {
        JsonObject cart = created("cart", "{}");

        TestResponse answer = put("cart", withMetadata(cart, "name", "other")).assertStatus(400, "BadRequest");

        assertThat(answer.message())
                .isEqualTo("the name of the object (other) does not match the name on the URL (cart)");
    }

    @Test
    void updateWithAnotherNamespaceGets400() {
        JsonObject cart = created("cart", "{}");

        TestResponse answer =
                put("cart", withMetadata(cart, "namespace", "other")).assertStatus(400, "BadRequest");

        assertThat(answer.message())
                .isEqualTo("the namespace of the provided object does not match the namespace sent on the request");
    }

    @Test
    void updateWithAnotherUidConflicts() {
        JsonObject cart = created("cart", "{}");

        TestResponse answer = put("cart", withMetadata(cart, "uid", "other")).assertStatus(409, "Conflict");

        assertThat(answer.message())
                .contains("Precondition failed: UID in precondition: other, UID in object meta: " + uid(cart));
    }

    @Test
    void updateWithAnotherKindGets422AndWithAnotherVersionGets400() {
        JsonObject cart = created("cart", "{}");

        put("cart", cart.with("kind", Json.value("\"Postgres\""))).assertStatus(422, "Invalid");
        put("cart", cart.with("apiVersion", Json.value("\"v1\""))).assertStatus(400, "BadRequest");
    }

    @Test
    void updateOfAMissingObjectGets404AndCreatesNothing() {
        JsonObject cart = created("cart", "{}");

        put("other", withMetadata(cart, "name", "other")).assertStatus(404, "NotFound");
        assertThat(get(collection()).itemNames()).containsExactly("cart");
    }

    @Test
    void updateIgnoresServerOwnedMetadata() {
        JsonObject cart = created("cart", "{}");
        JsonObject metadata = cart.objectOrEmpty("metadata")
                .with("generation", Json.value("99"))
                .with("creationTimestamp", Json.value("\"2001-01-01T00:00:00Z\""));

        assertThat(put("cart", cart.with("metadata", metadata)).assertCode(200).json())
                .isEqualTo(cart);
    }

    @Test
    void updateThatRemovesTheLastFinalizerDeletesTheObject() {
        createdWithFinalizer("cart");
        JsonObject marked = delete(path("cart")).assertCode(200).json();
        JsonObject freed =
                marked.with("metadata", marked.objectOrEmpty("metadata").with("finalizers", JsonArray.EMPTY));

        TestResponse answer = put("cart", freed).assertCode(200);

        assertThat(answer.metadata().names()).contains("deletionTimestamp").doesNotContain("finalizers");
        get(path("cart")).assertStatus(404, "NotFound");
    }

    @Test
    void putAndPatchOfACollectionGet400() {
        server.send("PUT", collection(), "{}").assertStatus(400, "BadRequest");
        server.send("PATCH", collection(), "{}", "Content-Type", MERGE).assertStatus(400, "BadRequest");
    }

    @Test
    void updateAcceptsYaml() {
        JsonObject cart = created("cart", "{}");
        String yaml = "metadata:\n  name: cart\n  resourceVersion: '%s'\nspec: {replicas: 7}\n"
                .formatted(resourceVersion(cart));

        TestResponse answer = server.send("PUT", path("cart"), yaml, "Content-Type", "application/yaml");

        assertThat(answer.assertCode(200).spec().get("replicas")).hasToString("7");
    }
}
