package dev.chartroom.core.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.patch.HiddenMembers;
import dev.chartroom.apimachinery.patch.JsonPatch;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SpecEditTest {
    private static final ApplicationKind KIND = Kinds.redis(Schema.of(TestJson.object("""
            {"type": "object", "properties": {
              "replicas": {"type": "integer", "default": 2},
              "size": {"type": "string"}}}
            """)));

    @Test
    void updateStoresOnlyWhatDiffersFromTheDefaults() {
        SpecEdit edit = SpecEdit.ofUpdate(stored("{}"));

        assertThat(edit.stored(KIND, TestJson.object("{'replicas': 2, 'size': '1Gi'}")))
                .isEqualTo(TestJson.object("{'size': '1Gi'}"));
    }

    @Test
    void updateKeepsAStoredValueThatEqualsItsDefault() {
        SpecEdit edit = SpecEdit.ofUpdate(stored("{'replicas': 2}"));

        assertThat(edit.stored(KIND, TestJson.object("{'replicas': 2, 'size': '1Gi'}")))
                .isEqualTo(TestJson.object("{'replicas': 2, 'size': '1Gi'}"));
    }

    @Test
    void patchStoresAValueThatEqualsItsDefault() {
        SpecEdit edit = SpecEdit.ofPatch(stored("{}"), merge("{'spec': {'replicas': 2}}"), HiddenMembers.NONE);

        assertThat(edit.stored(KIND, TestJson.object("{'replicas': 2}"))).isEqualTo(TestJson.object("{'replicas': 2}"));
    }

    @Test
    void patchThatFitsOnlyTheObjectWithDefaultsChoosesNothing() {
        JsonValue operations = TestJson.parse("""
                [{"op": "test", "path": "/spec/replicas", "value": 2},
                 {"op": "add", "path": "/spec/size", "value": "1Gi"}]
                """);
        Patch patch = new Patch.Json(JsonPatch.parse(operations), operations, List.of());
        SpecEdit edit = SpecEdit.ofPatch(stored("{}"), patch, HiddenMembers.NONE);

        assertThat(edit.stored(KIND, TestJson.object("{'replicas': 2, 'size': '1Gi'}")))
                .isEqualTo(TestJson.object("{'size': '1Gi'}"));
    }

    @Test
    void absentSpecStaysAbsentIfNothingIsChosen() {
        assertThat(SpecEdit.ofUpdate(stored(null)).stored(KIND, TestJson.object("{'replicas': 2}")))
                .isNull();
    }

    @Test
    void removedSpecIsAbsent() {
        assertThat(SpecEdit.ofUpdate(stored("{'size': '1Gi'}")).stored(KIND, null))
                .isNull();
    }

    private static Patch merge(String changes) {
        return new Patch.Merge(TestJson.object(changes), List.of());
    }

    private static StoredApplication stored(@Nullable String spec) {
        @Nullable JsonObject values = spec == null ? null : TestJson.object(spec);
        return new StoredApplication(
                KIND, new Application(KIND.gvk(), ObjectMeta.of("ns", "a"), values, JsonObject.EMPTY), new TextCodec());
    }
}
