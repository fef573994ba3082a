package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.typed.FieldType;
import dev.chartroom.apimachinery.managedfields.typed.ListType;
import dev.chartroom.apimachinery.managedfields.typed.MapType;
import dev.chartroom.apimachinery.managedfields.typed.TypedException;
import dev.chartroom.apimachinery.managedfields.typed.TypedMerge;
import dev.chartroom.apimachinery.managedfields.typed.TypedValidation;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges the configuration of a mutating admission policy into an object. No manager becomes the owner of the merged
 * fields.
 */
record MergeOperation(FieldType type, JsonObject typeMeta) {

    /** @throws IllegalArgumentException with the same errors as {@link FieldManager#merge} */
    JsonObject merge(JsonObject live, JsonObject configuration) {
        JsonObject patch = configuration.toBuilder().putAll(typeMeta).build();
        check(patch, "patch", false);
        List<String> atomics = new ArrayList<>();
        atomics(type, patch, "", atomics);
        if (!atomics.isEmpty()) {
            throw new IllegalArgumentException(
                    "invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: "
                            + String.join(", ", atomics));
        }
        check(live, "original", true);
        return TypedMerge.merge(type, live, patch);
    }

    private void check(JsonObject object, String role, boolean duplicatesAllowed) {
        try {
            TypedValidation.check(type, object, duplicatesAllowed);
        } catch (TypedException e) {
            throw new IllegalArgumentException("failed to convert " + role + " object to typed object: " + e.text(), e);
        }
    }

    /** Collects the atomic lists and maps in a value. A merge would replace each of them as a whole. */
    private static void atomics(FieldType type, JsonValue value, String path, List<String> found) {
        if (value instanceof JsonObject object && type.map() != null) {
            MapType map = type.map();
            if (map.atomic()) {
                found.add(path);
            }
            object.members().forEach((name, member) -> {
                MapType.Member named = map.named().get(name);
                if (named != null) {
                    atomics(named.type(), member, path + "." + name, found);
                }
            });
        }
        if (value instanceof JsonArray array && type.list() != null) {
            ListType list = type.list();
            if (list.atomic()) {
                found.add(path);
            }
            for (int i = 0; i < array.size(); i++) {
                atomics(list.items(), array.get(i), path + "[" + i + "]", found);
            }
        }
    }
}
