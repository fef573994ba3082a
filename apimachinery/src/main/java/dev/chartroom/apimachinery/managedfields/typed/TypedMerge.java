package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;

/** Merges an applied value into the live value. Removes nothing. If both values have a leaf, the applied leaf wins. */
public final class TypedMerge {
    private TypedMerge() {}

    /**
     * Merges objects that fit the type. Associative lists of {@code live} can have duplicates; those of {@code applied}
     * must not.
     */
    public static JsonObject merge(FieldType type, JsonObject live, JsonObject applied) {
        return (JsonObject) values(type, live, applied);
    }

    static JsonValue values(FieldType type, JsonValue live, JsonValue applied) {
        Deadline.check();
        return switch (type.shape(applied)) {
            case ScalarType _ -> applied;
            case ListType list -> {
                JsonArray old = live instanceof JsonArray array ? array : JsonArray.EMPTY;
                JsonArray now = applied instanceof JsonArray array ? array : JsonArray.EMPTY;
                yield list.atomic() || old.isEmpty() && now.isEmpty() ? applied : ListMerge.merge(list, old, now);
            }
            case MapType map -> {
                JsonObject old = live instanceof JsonObject object ? object : JsonObject.EMPTY;
                JsonObject now = applied instanceof JsonObject object ? object : JsonObject.EMPTY;
                yield map.atomic() || old.isEmpty() && now.isEmpty() ? applied : members(map, old, now);
            }
        };
    }

    private static JsonObject members(MapType map, JsonObject live, JsonObject applied) {
        JsonObject.Builder merged = live.toBuilder();
        applied.members().forEach((name, value) -> {
            JsonValue old = live.get(name);
            FieldType type = map.member(name);
            merged.put(name, old == null || type == null ? value : values(type, old, value));
        });
        return merged.build();
    }
}
