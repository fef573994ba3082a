package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.domain.kind.ApplicationKind;

/** Converts {@code metadata.generateName}. On the release, the value begins with the prefix of the release's name. */
final class GeneratedName {
    private static final String FIELD = "generateName";

    private GeneratedName() {}

    static String ofRelease(ApplicationKind kind, String ofApplication) {
        return ofApplication.isEmpty() ? "" : kind.release().releaseName(ofApplication);
    }

    /** Returns the value that the Application shows; empty if the release's value lacks the prefix. */
    static String shown(ApplicationKind kind, JsonObject metadata) {
        String generateName = metadata.stringOrEmpty(FIELD);
        String prefix = kind.release().prefix();
        return generateName.startsWith(prefix) ? generateName.substring(prefix.length()) : "";
    }

    /** Returns a release's metadata with the Application's value, or without a value if a client's update omits it. */
    static JsonObject replaced(ApplicationKind kind, JsonObject metadata, String ofApplication) {
        if (shown(kind, metadata).equals(ofApplication)) {
            return metadata;
        }
        return ofApplication.isEmpty()
                ? metadata.without(FIELD)
                : metadata.with(FIELD, new JsonString(ofRelease(kind, ofApplication)));
    }
}
