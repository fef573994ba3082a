package dev.chartroom.adapters.http.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.storage.ApplicationPage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class WholeRendererTest {
    private final Rendered objects = new Rendered();
    private final Renderer renderer = Rendered.renderer(new Representation.Whole(), IncludeObject.METADATA);

    @Test
    void objectHasTypeMetadataAndSpecWithDefaults() {
        JsonObject object = Json.object(renderer.object(objects.cart));

        assertThat(object.names()).containsExactly("apiVersion", "kind", "metadata", "spec");
        assertThat(object.stringOrEmpty("apiVersion")).isEqualTo("apps.test.example.com/v1alpha1");
        assertThat(object.stringOrEmpty("kind")).isEqualTo("Redis");
        assertThat(object.get("metadata")).isEqualTo(objects.cart.metadata().toJson());
        assertThat(object.get("spec"))
                .isEqualTo(Json.value("{\"name\":\"é\",\"replicas\":2,\"cache\":{\"size\":\"1Gi\"}}"));
    }

    @Test
    void firstAndLaterEventsShareTheBytesOfTheObject() {
        assertThat(renderer.event(objects.cart, true)).isSameAs(renderer.object(objects.cart));
        assertThat(renderer.event(objects.cart, false)).isSameAs(renderer.object(objects.cart));
    }

    @Test
    void aListHoldsItsObjectsInOrder() {
        ApplicationPage everything = objects.everything();

        JsonObject list = Rendered.list(renderer, everything);

        assertThat(list.without("items"))
                .isEqualTo(Rendered.typed(
                        "apps.test.example.com/v1alpha1",
                        "RedisList",
                        Json.object(
                                "{\"continue\":\"\",\"resourceVersion\":\"" + everything.resourceVersion() + "\"}")));
        assertThat(list.get("items"))
                .isEqualTo(JsonArray.of(
                        Json.object(renderer.object(objects.basket)), Json.object(renderer.object(objects.cart))));
    }

    @Test
    void anEmptyListHasAnEmptyArray() {
        JsonObject list = Rendered.list(renderer, new ApplicationPage("5", List.of(), "", null));

        assertThat(list.get("items")).isEqualTo(JsonArray.EMPTY);
        assertThat(list.objectOrEmpty("metadata")).hasToString("{\"continue\":\"\",\"resourceVersion\":\"5\"}");
    }

    @Test
    void pageHasContinueTokenAndRemainingItemCount() {
        ApplicationPage page = new ApplicationPage("5", List.of(objects.cart), "to\"ken", 7L);

        JsonObject list = Rendered.list(renderer, page);

        assertThat(list.get("metadata"))
                .isEqualTo(
                        Json.value("{\"resourceVersion\":\"5\",\"continue\":\"to\\\"ken\",\"remainingItemCount\":7}"));
        assertThat(list.arrayOrEmpty("items").size()).isEqualTo(1);
    }

    @Test
    void bookmarkHasOnlyTypeAndMetadata() {
        assertThat(Json.object(renderer.bookmark(Rendered.BOOKMARK, true)))
                .isEqualTo(Rendered.typed("apps.test.example.com/v1alpha1", "Redis", Rendered.BOOKMARK));
    }

    @Test
    void aFrameIsOneLineOfJson() {
        String frame = new String(Renderer.frame("ADDED", renderer.object(objects.cart)), StandardCharsets.UTF_8);

        assertThat(frame).endsWith("}\n").doesNotContain("\n{").hasLineCount(1);
        assertThat(Json.object(frame))
                .isEqualTo(JsonObject.builder()
                        .put("type", "ADDED")
                        .put("object", Json.object(renderer.object(objects.cart)))
                        .build());
    }
}
