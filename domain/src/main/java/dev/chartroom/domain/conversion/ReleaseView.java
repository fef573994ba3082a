package dev.chartroom.domain.conversion;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What an Application shows of its release. */
final class ReleaseView {
    private static final Set<String> CONDITIONS = Set.of("Ready", "Released");

    private ReleaseView() {}

    static Application of(ApplicationKind kind, JsonObject release) {
        return new Application(
                kind.gvk(),
                metadata(kind, release.objectOrEmpty("metadata")),
                HiddenValues.without(
                        kind.schema(), release.objectOrEmpty("spec").get("values")),
                status(release.objectOrEmpty("status")));
    }

    private static ObjectMeta metadata(ApplicationKind kind, JsonObject metadata) {
        String group = kind.group();
        ObjectMeta release = ObjectMeta.fromJson(metadata);
        String prefix = kind.release().prefix();
        return release.toBuilder()
                .name(release.name().startsWith(prefix) ? release.name().substring(prefix.length()) : release.name())
                .generateName(GeneratedName.shown(kind, metadata))
                .labels(ReleaseLabels.shown(group, metadata.objectOrEmpty("labels")))
                .annotations(ReleaseLabels.shown(group, metadata.objectOrEmpty("annotations")))
                .finalizers(texts(SharedList.FINALIZERS.shown(group, metadata)))
                .ownerReferences(SharedList.OWNER_REFERENCES.shown(group, metadata))
                .managedFields(RecordedManagers.shown(kind, metadata))
                .build();
    }

    private static JsonObject status(JsonObject release) {
        List<JsonValue> conditions = new ArrayList<>();
        for (JsonValue condition : release.arrayOrEmpty("conditions")) {
            if (condition instanceof JsonObject object && CONDITIONS.contains(object.stringOrEmpty("type"))) {
                conditions.add(condition);
            }
        }
        JsonObject.Builder status = JsonObject.builder()
                .putIfPresent("version", release.stringOrEmpty("lastAttemptedRevision"))
                .putIfPresent("observedGeneration", release.get("observedGeneration"));
        if (!conditions.isEmpty()) {
            status.put("conditions", new JsonArray(conditions));
        }
        return status.build();
    }

    private static List<String> texts(JsonArray strings) {
        List<String> texts = new ArrayList<>();
        for (JsonValue value : strings) {
            if (value instanceof JsonString(String text)) {
                texts.add(text);
            }
        }
        return texts;
    }
}
