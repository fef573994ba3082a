package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersionKind;

/** Formats objects as upstream's messages name them. */
final class ObjectName {
    private ObjectName() {}

    static String of(JsonObject object) {
        JsonObject metadata = object.objectOrEmpty("metadata");
        return metadata.stringOrEmpty("namespace") + "/" + metadata.stringOrEmpty("name") + "; " + text(kind(object));
    }

    static String text(GroupVersionKind kind) {
        return kind.group() + "/" + kind.version() + ", Kind=" + kind.kind();
    }

    /** Returns the kind that the object declares. All parts are empty if its {@code apiVersion} is malformed. */
    static GroupVersionKind kind(JsonObject object) {
        String apiVersion = object.stringOrEmpty("apiVersion");
        String kind = object.stringOrEmpty("kind");
        int slash = apiVersion.indexOf('/');
        if (slash < 0 || apiVersion.equals("/")) {
            return new GroupVersionKind("", slash < 0 ? apiVersion : "", kind);
        }
        return apiVersion.indexOf('/', slash + 1) >= 0
                ? new GroupVersionKind("", "", "")
                : new GroupVersionKind(apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
    }
}
