package dev.chartroom.domain.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleaseConverterTest {
    private static final ApplicationKind REDIS = TestKinds.redis();

    @ParameterizedTest
    @CsvSource({
        "redis-a, Redis, apps.example.com, true",
        "redis-a, Postgres, apps.example.com, false",
        "redis-a, Redis, other.example.com, false",
        "redis-a, , , false",
        "a, Redis, apps.example.com, false",
        "redis-, Redis, apps.example.com, false",
    })
    void labelsAndPrefixDecideTheKindOfARelease(String name, String kind, String group, boolean belongs) {
        JsonObject labels = JsonObject.builder()
                .putIfPresent("apps.example.com/application.kind", kind)
                .putIfPresent("apps.example.com/application.group", group)
                .build();

        assertThat(ReleaseConverter.isOf(REDIS, release(name, labels))).isEqualTo(belongs);
    }

    @ParameterizedTest
    @CsvSource({"redis-a, a, true", "redis-a, , true", "redis-a, redis-a, false", "redis-a, b, false"})
    void nameLabelIsOptionalButMustNotNameAnotherApplication(String name, String label, boolean agrees) {
        JsonObject labels = JsonObject.builder()
                .putIfPresent("apps.example.com/application.name", label)
                .build();

        assertThat(ReleaseConverter.isLabelledWithItsName(REDIS, release(name, labels)))
                .isEqualTo(agrees);
    }

    @Test
    void fluxFinalizerCannotBeSetOrRemovedThroughTheApplication() {
        Application asking = new Application(
                REDIS.gvk(),
                ObjectMeta.of("team-a", "cache").toBuilder()
                        .finalizers(List.of("finalizers.fluxcd.io"))
                        .build(),
                null,
                JsonObject.EMPTY);
        JsonObject created = ReleaseConverter.newRelease(REDIS, asking);
        assertThat(created.objectOrEmpty("metadata").has("finalizers")).isFalse();

        JsonObject metadata = created.objectOrEmpty("metadata");
        JsonObject live = created.with(
                "metadata", metadata.with("finalizers", JsonArray.of(new JsonString("finalizers.fluxcd.io"))));
        assertThat(ReleaseConverter.updatedRelease(REDIS, live, asking)).isEqualTo(live);
        Application none = asking.withMetadata(ObjectMeta.of("team-a", "cache")).withSpec(JsonObject.EMPTY);
        assertThat(ReleaseConverter.updatedRelease(REDIS, live, none)
                        .objectOrEmpty("metadata")
                        .get("finalizers"))
                .isEqualTo(JsonArray.of(new JsonString("finalizers.fluxcd.io")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "team=a | apps.example.com-team=a",
                "example.com/tier in (x,y) | apps.example.com-example.com/tier in (x,y)",
                "!old,team!=b | !apps.example.com-old,apps.example.com-team!=b",
                "'' | ''",
            })
    void selectorIsTranslatedToPrefixedLabelsOfTheKind(String selector, String onRelease) {
        String identity = "apps.example.com/application.kind=Redis,apps.example.com/application.group=apps.example.com";

        assertThat(ReleaseLabels.ofKind(REDIS, LabelSelector.parse(selector)).toString())
                .isEqualTo(onRelease.isEmpty() ? identity : identity + "," + onRelease);
    }

    @Test
    void selectorTreatsATooLongLabelAsAbsent() {
        String tooLong = "k".repeat(60);
        Map<String, String> labels = Map.of(
                "apps.example.com/application.kind", "Redis",
                "apps.example.com/application.group", "apps.example.com");

        assertThat(ReleaseLabels.ofKind(REDIS, LabelSelector.parse(tooLong)).matches(labels))
                .isFalse();
        assertThat(ReleaseLabels.ofKind(REDIS, LabelSelector.parse("!" + tooLong))
                        .matches(labels))
                .isTrue();
        assertThat(ReleaseLabels.ofKind(REDIS, LabelSelector.parse("!" + tooLong))
                        .toString())
                .doesNotContain(tooLong);
    }

    private static JsonObject release(String name, JsonObject labels) {
        return JsonObject.of(
                "metadata",
                JsonObject.builder().put("name", name).put("labels", labels).build());
    }
}
