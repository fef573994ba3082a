package dev.chartroom.domain.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.managedfields.FieldManager;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Field ownership if managers write different versions of an object. */
class VersionedOwnershipTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String V1 = "apps.example.com/v1";
    private static final String V2 = "apps.example.com/v2";

    private final KindVersions versions = versions();
    private final FieldManager older = FieldManager.of(new GroupVersion("apps.example.com", "v1"), "Redis", versions);
    private final FieldManager newer = FieldManager.of(new GroupVersion("apps.example.com", "v2"), "Redis", versions);

    private static KindVersions versions() {
        Schema v1 = Schema.of(
                TestJson.object("{type: 'object', properties: {count: {type: 'integer'}, title: {type: 'string'}}}"));
        Schema v2 = Schema.of(TestJson.object("{type: 'object', properties: {replicas: {type: 'integer'},"
                + " title: {type: 'string'}, tier: {type: 'string'}}}"));
        ConversionRules rules = new ConversionRules(v1, v2, SchemaExpressions.JDK);
        return new KindVersions(
                "v2",
                v2,
                Map.of(
                        "v1",
                        new VersionConversion(
                                v1,
                                v2,
                                List.of(
                                        rules.moved("spec.count", "spec.replicas", Map.of()),
                                        rules.onlyStored("spec.tier", TestJson.parse("'basic'"))))));
    }

    @Test
    void changeInOneVersionTakesOwnershipFromManagersInTheOtherVersion() {
        JsonObject live = newer.update(JsonObject.EMPTY, object(V2, "{replicas: 3, title: 't'}"), "alice", "", NOW);

        JsonObject next = older.update(
                stored(live, V1, "{count: 3, title: 't'}"), object(V1, "{count: 4, title: 't'}"), "bob", "", NOW);

        assertThat(owners(next))
                .containsExactlyInAnyOrder(
                        "alice v2 {\"f:spec\":{\".\":{},\"f:title\":{}}}", "bob v1 {\"f:spec\":{\"f:count\":{}}}");
    }

    @Test
    void applyConflictsWithAnOwnerInTheOtherVersion() {
        JsonObject live = newer.apply(JsonObject.EMPTY, object(V2, "{replicas: 3}"), "alice", false, "", NOW);
        JsonObject shown = stored(live, V1, "{count: 3}");

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> older.apply(shown, object(V1, "{count: 4}"), "bob", false, "", NOW))
                .withMessageContaining("conflict with \"alice\"")
                .withMessageContaining(".spec.replicas");
        assertThat(older.apply(shown, object(V1, "{count: 3}"), "bob", false, "", NOW)
                        .objectOrEmpty("spec"))
                .isEqualTo(TestJson.parse("{count: 3}"));
    }

    @Test
    void omittedFieldIsRemovedOnlyIfTheVersionOfThePreviousApplyHasTheField() {
        JsonObject live = older.apply(JsonObject.EMPTY, object(V1, "{count: 3, title: 't'}"), "alice", false, "", NOW);
        JsonObject shown = stored(live, V2, "{replicas: 3, title: 't', tier: 'gold'}");

        JsonObject applied = newer.apply(shown, object(V2, "{replicas: 3}"), "alice", false, "", NOW);

        assertThat(applied.objectOrEmpty("spec")).isEqualTo(TestJson.parse("{replicas: 3, tier: 'gold'}"));
        assertThat(owners(applied)).containsExactly("alice v2 {\"f:spec\":{\"f:replicas\":{}}}");
    }

    private static JsonObject object(String apiVersion, String spec) {
        return JsonObject.builder()
                .put("apiVersion", apiVersion)
                .put("kind", "Redis")
                .put("metadata", JsonObject.builder().put("name", "a").build())
                .put("spec", TestJson.parse(spec))
                .build();
    }

    /** Returns the stored object as another version shows it. */
    private static JsonObject stored(JsonObject live, String apiVersion, String spec) {
        JsonObject metadata =
                live.objectOrEmpty("metadata").toBuilder().put("uid", "u-1").build();
        return object(apiVersion, spec).with("metadata", metadata);
    }

    private static List<String> owners(JsonObject object) {
        return object.objectOrEmpty("metadata").arrayOrEmpty("managedFields").values().stream()
                .map(VersionedOwnershipTest::owner)
                .toList();
    }

    private static String owner(JsonValue entry) {
        JsonObject fields = (JsonObject) entry;
        return fields.stringOrEmpty("manager") + " "
                + fields.stringOrEmpty("apiVersion").replace("apps.example.com/", "") + " " + fields.get("fieldsV1");
    }
}
