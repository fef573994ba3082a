package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.storage.Kinds;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The server returns defaults, and never stores them unless a client set the value. */
class DefaultsTest extends ApiTest {

    @Test
    void createStoresNoDefaults() {
        JsonObject shown = created("cart", "{\"name\":\"a\"}");

        assertThat(shown.get("spec"))
                .isEqualTo(Json.object("{\"name\":\"a\",\"replicas\":2,\"cache\":{\"size\":\"1Gi\"}}"));
        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"name\":\"a\"}"));
    }

    @Test
    void createStoresAnExplicitValueEqualToItsDefault() {
        created("cart", "{\"replicas\":2,\"cache\":{}}");

        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"replicas\":2,\"cache\":{}}"));
    }

    @Test
    void updateThatSendsBackReturnedDefaultsStoresNoDefaults() {
        JsonObject shown = created("cart", "{\"name\":\"a\"}");

        put("cart", shown).assertCode(200);
        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"name\":\"a\"}"));

        put("cart", withSpec(shown, "{\"name\":\"b\",\"replicas\":2,\"cache\":{\"size\":\"1Gi\"}}"))
                .assertCode(200);
        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"name\":\"b\"}"));
    }

    @Test
    void updateKeepsAStoredValueEqualToItsDefault() {
        JsonObject shown = created("cart", "{\"replicas\":2}");

        put("cart", withSpec(shown, "{\"name\":\"b\",\"replicas\":2,\"cache\":{\"size\":\"1Gi\"}}"))
                .assertCode(200);

        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"name\":\"b\",\"replicas\":2}"));
    }

    @Test
    void updateStoresOnlyValuesThatDifferFromDefaults() {
        JsonObject shown = created("cart", "{}");

        put("cart", withSpec(shown, "{\"replicas\":2,\"cache\":{\"size\":\"2Gi\"}}"))
                .assertCode(200);

        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"cache\":{\"size\":\"2Gi\"}}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/merge-patch+json | {\"spec\":{\"name\":\"b\"}}",
                "application/merge-patch+json | {\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"name\":\"b\"}}",
                "application/json-patch+json | [{\"op\":\"add\",\"path\":\"/spec/name\",\"value\":\"b\"}]",
                "application/json-patch+json | [{\"op\":\"test\",\"path\":\"/spec/replicas\",\"value\":2},"
                        + "{\"op\":\"add\",\"path\":\"/spec/name\",\"value\":\"b\"}]",
            })
    void patchOfOtherFieldsStoresNoDefaults(String contentType, String patch) {
        created("cart", "{\"name\":\"a\"}");

        TestResponse answer = patch("cart", contentType, patch).assertCode(200);

        assertThat(answer.spec().get("replicas")).hasToString("2");
        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"name\":\"b\"}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"spec\":{\"replicas\":2}}",
                "{\"spec\":{\"replicas\":2,\"name\":\"a\"}}",
            })
    void mergePatchThatSetsADefaultStoresIt(String patch) {
        String before = resourceVersion(created("cart", "{\"name\":\"a\"}"));

        TestResponse answer = patch("cart", MERGE, patch).assertCode(200);

        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"name\":\"a\",\"replicas\":2}"));
        assertThat(answer.resourceVersion()).isNotEqualTo(before);
    }

    @Test
    void jsonPatchThatAddsADefaultStoresIt() {
        created("cart", "{\"name\":\"a\"}");

        patch("cart", JSON_PATCH, "[{\"op\":\"add\",\"path\":\"/spec/replicas\",\"value\":2}]")
                .assertCode(200);

        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"name\":\"a\",\"replicas\":2}"));
    }

    @Test
    void removedValueFallsBackToItsDefault() {
        created("cart", "{\"replicas\":5}");

        TestResponse answer =
                patch("cart", MERGE, "{\"spec\":{\"replicas\":null}}").assertCode(200);

        assertThat(answer.spec().get("replicas")).hasToString("2");
        assertThat(storedSpec("cart")).isEqualTo(JsonObject.EMPTY);
    }

    @Test
    void updateThatOmitsAValueStoresNoDefault() {
        JsonObject shown = created("cart", "{\"name\":\"a\",\"replicas\":3}");

        put("cart", withSpec(shown, "{\"name\":\"a\"}")).assertCode(200);

        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"name\":\"a\"}"));
    }

    /** The server prunes a null that the schema does not allow. Helm would treat it as a value. */
    @Test
    void aNullInPlaceOfADefaultIsNotStored() {
        JsonObject shown = created("cart", "{\"replicas\":null,\"cache\":{\"size\":null}}");
        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"cache\":{}}"));

        put("cart", withSpec(shown, "{\"replicas\":null,\"cache\":{\"size\":null}}"))
                .assertCode(200);
        patch("cart", "application/json-patch+json", "[{\"op\":\"add\",\"path\":\"/spec/replicas\",\"value\":null}]")
                .assertCode(200);

        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"cache\":{}}"));
    }

    @Test
    void applyThatOmitsAValueStoresNoDefault() {
        applied("{\"name\":\"a\",\"replicas\":3}").assertCode(201);
        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"name\":\"a\",\"replicas\":3}"));

        applied("{\"name\":\"b\"}").assertCode(200);
        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"name\":\"b\"}"));

        applied("{\"name\":\"b\",\"replicas\":2}").assertCode(200);
        assertThat(storedSpec("cart")).isEqualTo(Json.object("{\"name\":\"b\",\"replicas\":2}"));
    }

    private TestResponse applied(String spec) {
        return server.send(
                "PATCH",
                path("cart") + "?fieldManager=alice",
                "{\"apiVersion\":\"" + Kinds.redis().gvk().apiVersion()
                        + "\",\"kind\":\"Redis\",\"metadata\":{\"name\":\"cart\"},\"spec\":" + spec + "}",
                "Content-Type",
                "application/apply-patch+yaml");
    }

    @Test
    void listsAndWatchesReturnDefaults() {
        JsonObject cart = created("cart", "{}");

        assertThat(get(collection()).items()).containsExactly(cart);
        try (Watch watch = server.watch(collection() + "?watch=1")) {
            assertThat(watch.next("ADDED")).isEqualTo(cart);
        }
        assertThat(storedSpec("cart")).isEqualTo(JsonObject.EMPTY);
    }

    private JsonObject storedSpec(String name) {
        return Objects.requireNonNull(stored(name).application().spec());
    }
}
