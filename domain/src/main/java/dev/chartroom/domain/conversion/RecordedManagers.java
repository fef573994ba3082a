package dev.chartroom.domain.conversion;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonText;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.managedfields.DirectEdits;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The {@code managedFields} of an Application, which an annotation of its release keeps (ADR 0009): the release's own
 * say only that Chartroom wrote it, and what others changed there since.
 */
final class RecordedManagers {
    /** All annotations of an object together: what a kube-apiserver accepts (wire contract F7). */
    private static final int ANNOTATIONS_MAX = 256 * 1024;

    private RecordedManagers() {}

    /** What the Application shows. */
    static JsonArray shown(ApplicationKind kind, JsonObject metadata) {
        JsonArray onRelease = ReleaseFields.of(kind, metadata);
        JsonArray recorded = recorded(kind, metadata);
        try {
            return DirectEdits.shown(recorded, onRelease, ReleaseConverter.FIELD_MANAGER);
        } catch (IllegalArgumentException _) {
            // Somebody else may have written it.
            return DirectEdits.shown(null, onRelease, ReleaseConverter.FIELD_MANAGER);
        }
    }

    /**
     * The metadata with a record of the Application's entries. Of each write: what others changed on the release
     * before it is theirs from then on by this record only.
     */
    static JsonObject recorded(ApplicationKind kind, JsonObject metadata, JsonArray entries) {
        JsonArray before = recorded(kind, metadata);
        boolean nothingToSay = entries.isEmpty()
                && before == null
                && ReleaseFields.of(kind, metadata).isEmpty();
        if (nothingToSay || entries.equals(before)) {
            return metadata;
        }
        JsonObject annotations = metadata.objectOrEmpty("annotations");
        JsonObject with = annotations.with(key(kind), new JsonString(entries.toString()));
        return metadata.with(
                "annotations",
                // As upstream, which goes without where they alone make the object too large.
                size(with) > ANNOTATIONS_MAX ? annotations.with(key(kind), new JsonString("[]")) : with);
    }

    private static @Nullable JsonArray recorded(ApplicationKind kind, JsonObject metadata) {
        String text = metadata.objectOrEmpty("annotations").stringOrEmpty(key(kind));
        try {
            return !text.isEmpty() && JsonText.parse(text) instanceof JsonArray entries ? entries : null;
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    private static String key(ApplicationKind kind) {
        return kind.group() + "/application.managed-fields";
    }

    private static long size(JsonObject annotations) {
        long size = 0;
        for (var annotation : annotations.members().entrySet()) {
            size += bytes(annotation.getKey()) + bytes(text(annotation.getValue()));
        }
        return size;
    }

    private static String text(JsonValue value) {
        return value instanceof JsonString(String text) ? text : "";
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
