package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;

/** How deep a value is nested. */
final class Nesting {
    private Nesting() {}

    /** 0 for a scalar, 1 for an object or array of scalars. */
    static int depth(JsonValue value) {
        return switch (value) {
            case JsonObject object -> 1 + deepest(object.members().values());
            case JsonArray array -> 1 + deepest(array.values());
            default -> 0;
        };
    }

    private static int deepest(Iterable<? extends JsonValue> values) {
        int deepest = 0;
        for (JsonValue value : values) {
            deepest = Math.max(deepest, depth(value));
        }
        return deepest;
    }
}
