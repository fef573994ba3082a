package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wire contract D27: the response is complete, but the server stores nothing and sends no event. */
class DryRunTest extends ApiTest {

    @Test
    void createStoresNothing() {
        TestResponse answer =
                server.send("POST", collection() + "?dryRun=All", "{\"metadata\":{\"name\":\"cart\"},\"spec\":{}}");

        assertThat(answer.assertCode(201).metadata().stringOrEmpty("name")).isEqualTo("cart");
        assertThat(answer.metadata().stringOrEmpty("uid")).isNotEmpty();
        assertThat(answer.spec().get("replicas")).hasToString("2");
        get(path("cart")).assertStatus(404, "NotFound");
    }

    @Test
    void createStillReportsErrors() {
        created("cart", "{}");

        server.send("POST", collection() + "?dryRun=All", "{\"metadata\":{\"name\":\"cart\"}}")
                .assertStatus(409, "AlreadyExists");
        server.send("POST", collection() + "?dryRun=All", "{}").assertStatus(422, "Invalid");
    }

    @Test
    void updateStoresNothing() {
        JsonObject cart = created("cart", "{\"replicas\":3}");

        TestResponse answer = server.send(
                "PUT",
                path("cart") + "?dryRun=All",
                withSpec(cart, "{\"replicas\":4}").toString());

        assertThat(answer.assertCode(200).spec().get("replicas")).hasToString("4");
        assertThat(answer.resourceVersion()).isEqualTo(resourceVersion(cart));
        assertThat(get(path("cart")).json()).isEqualTo(cart);
    }

    @Test
    void patchStoresNothing() {
        JsonObject cart = created("cart", "{\"replicas\":3}");

        // kubectl diff sends this (wire contract N8).
        TestResponse answer = server.send(
                "PATCH",
                path("cart") + "?dryRun=All&fieldManager=kubectl-client-side-apply",
                "{\"metadata\":{\"resourceVersion\":\"" + resourceVersion(cart) + "\"},\"spec\":{\"replicas\":4}}",
                "Content-Type",
                MERGE);

        assertThat(answer.assertCode(200).spec().get("replicas")).hasToString("4");
        assertThat(get(path("cart")).json()).isEqualTo(cart);
    }

    @ParameterizedTest
    @CsvSource({"?dryRun=All, ''", "'', '{\"dryRun\":[\"All\"]}'"})
    void deleteDeletesNothing(String query, String body) {
        JsonObject cart = created("cart", "{}");
        JsonObject basket = createdWithFinalizer("basket");

        TestResponse gone = server.send("DELETE", path("cart") + query, body).assertCode(200);
        TestResponse marked =
                server.send("DELETE", path("basket") + query, body).assertCode(200);

        assertThat(gone.json().stringOrEmpty("status")).isEqualTo("Success");
        assertThat(marked.metadata().names()).contains("deletionTimestamp");
        assertThat(get(collection()).items()).containsExactly(basket, cart);
    }

    @ParameterizedTest
    @CsvSource({"?dryRun=All, ''", "'', '{\"dryRun\":[\"All\"]}'"})
    void deleteCollectionDeletesNothing(String query, String body) {
        JsonObject cart = created("cart", "{}");

        TestResponse answer = server.send("DELETE", collection() + query, body).assertCode(200);

        assertThat(answer.itemNames()).containsExactly("cart");
        assertThat(get(collection()).items()).containsExactly(cart);
    }

    @Test
    void dryRunSendsNoWatchEvents() {
        JsonObject cart = created("cart", "{}");
        try (Watch watch = server.watch(collection() + "?watch=1&resourceVersion=" + resourceVersion(cart))) {
            server.send("POST", collection() + "?dryRun=All", "{\"metadata\":{\"name\":\"other\"}}")
                    .assertCode(201);
            server.send(
                            "PUT",
                            path("cart") + "?dryRun=All",
                            withSpec(cart, "{\"replicas\":4}").toString())
                    .assertCode(200);
            server.send("DELETE", path("cart") + "?dryRun=All", null).assertCode(200);
            created("real", "{}");

            assertThat(watch.nextName("ADDED")).isEqualTo("real");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POST, '', CreateOptions",
        "PUT, /cart, UpdateOptions",
        "PATCH, /cart, PatchOptions",
        "DELETE, /cart, DeleteOptions",
        "DELETE, '', DeleteOptions"
    })
    void dryRunOtherThanAllIsInvalid(String method, String suffix, String options) {
        created("cart", "{}");

        TestResponse answer = server.send(method, collection() + suffix + "?dryRun=Some", null, "Content-Type", MERGE)
                .assertStatus(422, "Invalid");

        assertThat(answer.message()).startsWith(options + ".meta.k8s.io \"\" is invalid: dryRun: Unsupported value");
        get(path("cart")).assertCode(200);
    }
}
