package dev.chartroom.apimachinery.patch;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** JSON Merge Patch (RFC 7386), with the kube-apiserver's handling of nulls in lists. */
public final class MergePatch {
    private MergePatch() {}

    /**
     * Returns the patched target. A null in the patch removes the member; a patch that is not an object replaces the
     * target. Nulls are also removed from objects in a list, unless the list replaces an object.
     */
    public static JsonValue apply(@Nullable JsonValue target, JsonValue patch) {
        Deadline.check();
        if (!(patch instanceof JsonObject changes)) {
            return target instanceof JsonObject ? patch : withoutNulls(patch);
        }
        JsonObject.Builder merged = target instanceof JsonObject object ? object.toBuilder() : JsonObject.builder();
        JsonObject before = target instanceof JsonObject object ? object : JsonObject.EMPTY;
        changes.members().forEach((name, change) -> {
            if (change == JsonNull.NULL) {
                merged.remove(name);
            } else {
                merged.put(name, apply(before.get(name), change));
            }
        });
        return merged.build();
    }

    private static JsonValue withoutNulls(JsonValue value) {
        return value instanceof JsonArray array ? array.map(item -> apply(null, item)) : value;
    }
}
