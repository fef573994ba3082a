package dev.chartroom.domain.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.NamespacedName;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedRevisionsTest {
    private static final NamespacedName CART = new NamespacedName("shop", "redis-cart");

    @Test
    void newestRevisionIsFirst() {
        assertThat(RecordedRevisions.of(release("{}", "redis-cart", 3, 12, 1)))
                .contains(new RecordedRevisions(CART, List.of(12L, 3L, 1L)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{releaseName: 'redis-cart'}",
                "{releaseName: ''}",
                "{storageNamespace: 'shop'}",
                "{storageNamespace: '', targetNamespace: ''}"
            })
    void ownNameIsAccepted(String spec) {
        assertThat(RecordedRevisions.of(release(spec, "redis-cart", 1))).isPresent();
    }

    /** These records can belong to another user. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{releaseName: 'redis-other'}",
                "{releaseName: 'redis-car'}",
                "{storageNamespace: 'kube-system'}",
                "{targetNamespace: 'other'}",
                // Flux then names the release shop-redis-cart.
                "{targetNamespace: 'shop'}"
            })
    void otherNameIsRefused(String spec) {
        assertThat(RecordedRevisions.of(release(spec, "redis-cart", 1))).isEmpty();
        assertThat(RecordedRevisions.of(release(spec, "redis-other", 1))).isEmpty();
    }

    @Test
    void revisionOfAnotherReleaseIsIgnored() {
        assertThat(RecordedRevisions.of(release("{}", "redis-other", 1))).isEmpty();
        assertThat(RecordedRevisions.of(release("{}", "redis-cart", 0, -1))).isEmpty();
    }

    @Test
    void longNameIsShortenedAsFluxDoes() {
        String name = "redis-" + "a".repeat(60);
        JsonObject release = TestJson.object("{metadata: {name: '" + name + "', namespace: 'shop'}}");
        String shortened = HelmReleaseName.shortened(name);

        assertThat(shortened).hasSize(53).startsWith("redis-aaaaaaaa");
        assertThat(RecordedRevisions.of(release.with("status", status(shortened, 1)))
                        .orElseThrow()
                        .release()
                        .name())
                .isEqualTo(shortened);
        assertThat(RecordedRevisions.of(release.with("status", status(name, 1))))
                .isEmpty();
    }

    private static JsonObject release(String spec, String recorded, int... revisions) {
        return TestJson.object("{metadata: {name: 'redis-cart', namespace: 'shop'}, spec: " + spec + "}")
                .with("status", status(recorded, revisions));
    }

    private static JsonObject status(String name, int... revisions) {
        return TestJson.object(Arrays.stream(revisions)
                .mapToObj(revision -> "{name: '" + name + "', namespace: 'shop', version: " + revision + "}")
                .collect(Collectors.joining(", ", "{history: [", "]}")));
    }
}
