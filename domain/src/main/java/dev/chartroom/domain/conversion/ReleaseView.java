package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.ArrayList;
import java.util.List;

/** Creates the Application that a release stores. */
final class ReleaseView {
    private ReleaseView() {}

    static Application of(ApplicationKind kind, JsonObject release) {
        return new Application(
                kind.gvk(),
                metadata(kind, release.objectOrEmpty("metadata")),
                HiddenValues.without(
                        kind.schema(), release.objectOrEmpty("spec").get("values")),
                kind.status().of(release));
    }

    private static ObjectMeta metadata(ApplicationKind kind, JsonObject metadata) {
        String group = kind.group();
        ObjectMeta release = ObjectMeta.fromJson(metadata);
        String prefix = kind.release().prefix();
        ObjectMeta identified = RecordedIdentity.in(kind, metadata)
                .map(identity -> identity.shownOn(release))
                .orElse(release);
        return identified.toBuilder()
                .name(release.name().startsWith(prefix) ? release.name().substring(prefix.length()) : release.name())
                .generateName(GeneratedName.shown(kind, metadata))
                .labels(ReleaseLabels.shown(group, metadata.objectOrEmpty("labels")))
                .annotations(ReleaseAnnotations.shown(kind, metadata.objectOrEmpty("annotations")))
                .finalizers(texts(SharedList.FINALIZERS.shown(group, metadata)))
                .ownerReferences(SharedList.OWNER_REFERENCES.shown(group, metadata))
                .managedFields(RecordedManagers.shown(kind, metadata))
                .build();
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
