package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.set.ValueOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * If a write would change only the times of the entries, restores these times. The write then changes nothing (wire
 * contract D56).
 */
final class IdleTimes {
    /** Metadata that an update gets from the server and not from the client. The comparison ignores it. */
    private static final List<String> KEPT = List.of(
            "managedFields",
            "name",
            "namespace",
            "selfLink",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds");

    private IdleTimes() {}

    /** Returns the object with its old entries if only their times change. */
    static JsonObject restored(JsonObject live, JsonObject next, String subresource) {
        JsonArray before = ManagedFieldsReader.raw(live);
        JsonArray after = ManagedFieldsReader.raw(next);
        return after.isEmpty() || !sameEntries(before, after) || !sameFields(live, next, subresource)
                ? next
                : next.with("metadata", next.objectOrEmpty("metadata").with("managedFields", before));
    }

    private static boolean sameEntries(JsonArray before, JsonArray after) {
        if (before.size() != after.size()) {
            return false;
        }
        for (int i = 0; i < after.size(); i++) {
            if (!timeless(before.get(i)).equals(timeless(after.get(i)))) {
                return false;
            }
        }
        return true;
    }

    private static JsonValue timeless(JsonValue entry) {
        return entry instanceof JsonObject object ? object.without("time") : entry;
    }

    private static boolean sameFields(JsonObject live, JsonObject next, String subresource) {
        return subresource.equals("status")
                ? same(live.get("status"), next.get("status"))
                : same(live.get("spec"), next.get("spec")) && ValueOrder.same(metadata(live), metadata(next));
    }

    private static boolean same(@Nullable JsonValue a, @Nullable JsonValue b) {
        return a == null ? b == null : b != null && ValueOrder.same(a, b);
    }

    private static JsonObject metadata(JsonObject object) {
        JsonObject.Builder metadata = object.objectOrEmpty("metadata").toBuilder();
        KEPT.forEach(metadata::remove);
        return metadata.build();
    }
}
