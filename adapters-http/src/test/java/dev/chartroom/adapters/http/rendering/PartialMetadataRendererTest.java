package dev.chartroom.adapters.http.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.storage.ApplicationPage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract E6. */
class PartialMetadataRendererTest {
    private final Rendered objects = new Rendered();

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1beta1"})
    void objectHasItsFullMetadata(String version) {
        JsonObject partial = Json.object(renderer(version, false).object(objects.cart));

        assertThat(partial).isEqualTo(expected(version, objects.cart.metadata().toJson()));
        assertThat(partial.objectOrEmpty("metadata").names())
                .contains("uid", "labels", "annotations", "ownerReferences", "finalizers", "managedFields");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1beta1"})
    void firstAndLaterEventsAreTheSame(String version) {
        Renderer renderer = renderer(version, false);

        assertThat(renderer.event(objects.cart, true)).isEqualTo(renderer.object(objects.cart));
        assertThat(renderer.event(objects.cart, false)).isEqualTo(renderer.object(objects.cart));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1beta1"})
    void listHasTypedItemsContinueTokenAndRemainingCount(String version) {
        ApplicationPage page = new ApplicationPage("5", List.of(objects.basket, objects.cart), "token", 7L);

        assertThat(Rendered.list(renderer(version, true), page))
                .isEqualTo(Rendered.typed(
                                "meta.k8s.io/" + version,
                                "PartialObjectMetadataList",
                                Json.object(
                                        "{\"resourceVersion\":\"5\",\"continue\":\"token\",\"remainingItemCount\":7}"))
                        .with(
                                "items",
                                JsonArray.of(
                                        expected(
                                                version,
                                                objects.basket.metadata().toJson()),
                                        expected(
                                                version, objects.cart.metadata().toJson()))));
    }

    @Test
    void emptyListHasNullItemsAsUpstream() {
        assertThat(Rendered.list(renderer("v1", true), new ApplicationPage("5", List.of(), "", null))
                        .get("items"))
                .isEqualTo(JsonNull.NULL);
    }

    @Test
    void metadataListCannotShowWatchEvents() {
        assertThat(renderer("v1", true).showsEvents()).isFalse();
        assertThat(renderer("v1", false).showsEvents()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1beta1"})
    void aBookmarkKeepsItsMetadata(String version) {
        assertThat(Json.object(renderer(version, false).bookmark(Rendered.BOOKMARK, false)))
                .isEqualTo(expected(version, Rendered.BOOKMARK));
    }

    private static Renderer renderer(String version, boolean list) {
        return Rendered.renderer(new Representation.PartialMetadata(version, list), IncludeObject.METADATA);
    }

    private static JsonObject expected(String version, JsonObject metadata) {
        return Rendered.typed("meta.k8s.io/" + version, "PartialObjectMetadata", metadata);
    }
}
