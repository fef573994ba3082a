package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.DirectEdits;
import dev.chartroom.domain.kind.ApplicationKind;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The {@code managedFields} of an Application, recorded in an annotation of its release (ADR 0009). The
 * {@code managedFields} of the release itself contain only Chartroom's write and later changes by other managers.
 */
final class RecordedManagers {
    /** The limit of a kube-apiserver for all annotations of an object together, in bytes (wire contract F7). */
    private static final int ANNOTATIONS_MAX = 256 * 1024;

    private RecordedManagers() {}

    /** Returns the entries that the Application shows. */
    static JsonArray shown(ApplicationKind kind, JsonObject metadata) {
        JsonArray onRelease = ReleaseFields.of(kind, metadata);
        JsonArray recorded = recorded(kind, metadata);
        try {
            return DirectEdits.shown(recorded, onRelease, ReleaseConverter.FIELD_MANAGER);
        } catch (IllegalArgumentException _) {
            // Another client can write any text into the annotation.
            return DirectEdits.shown(null, onRelease, ReleaseConverter.FIELD_MANAGER);
        }
    }

    /**
     * Returns the metadata with a record of the Application's entries. Each write must record the entries: other
     * managers may have changed the release before the write, and after the write only this record has their changes.
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
                // Like upstream, drops the entries if they make the object too large.
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
