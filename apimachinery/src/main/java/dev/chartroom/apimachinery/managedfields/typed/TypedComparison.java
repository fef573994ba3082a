package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.set.ManagedFieldPath;
import dev.chartroom.apimachinery.managedfields.set.PathElement;
import dev.chartroom.apimachinery.managedfields.set.ValueOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares two values of the same type, field by field. Java's null stands for a missing value. */
public final class TypedComparison {
    private TypedComparison() {}

    /**
     * Returns the fields that changed.
     *
     * @throws TypedException if an item of an associative list cannot be identified. A valid object has no such item,
     *     but pruning leaves one if the applier owned only the key of an item.
     */
    public static Comparison compare(FieldType type, JsonObject before, JsonObject after) {
        return values(type, before, after, ManagedFieldPath.ROOT).build();
    }

    @SuppressWarnings("ReferenceEquality") // a type has one instance of each shape
    private static Comparison.Builder values(
            FieldType type, @Nullable JsonValue before, @Nullable JsonValue after, ManagedFieldPath path) {
        Deadline.check();
        Comparison.Builder changes = new Comparison.Builder();
        Shape old = type.shape(before);
        Shape now = type.shape(after);
        if (before != null) {
            shapes(old, before, after, path, changes);
        }
        if (after != null && (before == null || old != now)) {
            shapes(now, before, after, path, changes);
        }
        if (before == null) {
            changes.markAdded();
        } else if (after == null) {
            changes.markRemoved();
        }
        return changes;
    }

    private static void shapes(
            Shape shape,
            @Nullable JsonValue before,
            @Nullable JsonValue after,
            ManagedFieldPath path,
            Comparison.Builder changes) {
        switch (shape) {
            case ScalarType _ -> leaf(before, after, changes);
            case ListType list -> {
                JsonArray old = before instanceof JsonArray array ? array : JsonArray.EMPTY;
                JsonArray now = after instanceof JsonArray array ? array : JsonArray.EMPTY;
                if (list.atomic() || old.isEmpty() && now.isEmpty()) {
                    leaf(before, after, changes);
                } else {
                    items(list, old, now, path, changes);
                }
            }
            case MapType map -> {
                JsonObject old = before instanceof JsonObject object ? object : JsonObject.EMPTY;
                JsonObject now = after instanceof JsonObject object ? object : JsonObject.EMPTY;
                if (map.atomic() || old.isEmpty() && now.isEmpty()) {
                    leaf(before, after, changes);
                } else {
                    members(map, old, now, path, changes);
                }
            }
        }
    }

    private static void leaf(@Nullable JsonValue before, @Nullable JsonValue after, Comparison.Builder changes) {
        if (before != null && after != null && !ValueOrder.same(before, after)) {
            changes.markModified();
        }
    }

    private static void members(
            MapType map, JsonObject before, JsonObject after, ManagedFieldPath path, Comparison.Builder changes) {
        before.members().forEach((name, value) -> member(map, name, value, after.get(name), path, changes));
        after.members().forEach((name, value) -> {
            if (!before.has(name)) {
                member(map, name, null, value, path, changes);
            }
        });
    }

    private static void member(
            MapType map,
            String name,
            @Nullable JsonValue before,
            @Nullable JsonValue after,
            ManagedFieldPath path,
            Comparison.Builder changes) {
        FieldType type = map.member(name);
        if (type != null) {
            PathElement element = new PathElement.Field(name);
            changes.put(element, values(type, before, after, path.then(element)));
        }
    }

    private static void items(
            ListType list, JsonArray before, JsonArray after, ManagedFieldPath path, Comparison.Builder changes) {
        Map<PathElement, List<JsonValue>> old = index(list, before, path);
        Map<PathElement, List<JsonValue>> now = index(list, after, path);
        old.forEach((element, items) ->
                item(list, element, items, now.getOrDefault(element, List.of()), path.then(element), changes));
        now.forEach((element, items) -> {
            if (!old.containsKey(element)) {
                item(list, element, List.of(), items, path.then(element), changes);
            }
        });
    }

    /** Compares the items that have the same identity. Duplicates are compared together, as if they were one leaf. */
    private static void item(
            ListType list,
            PathElement element,
            List<JsonValue> before,
            List<JsonValue> after,
            ManagedFieldPath path,
            Comparison.Builder changes) {
        Comparison.Builder repeated = new Comparison.Builder();
        if (before.size() <= 1 && after.size() <= 1) {
            changes.put(element, values(list.items(), only(before), only(after), path));
        } else if (before.size() > 1 && after.size() > 1) {
            if (!ValueOrder.same(new JsonArray(before), new JsonArray(after))) {
                repeated.markModified();
            }
        } else if (before.size() > 1) {
            if (!after.isEmpty()) {
                changes.put(element, values(list.items(), null, after.getFirst(), path));
            }
            repeated.markRemoved();
        } else {
            if (!before.isEmpty()) {
                changes.put(element, values(list.items(), before.getFirst(), null, path));
            }
            repeated.markAdded();
        }
        changes.put(element, repeated);
    }

    private static @Nullable JsonValue only(List<JsonValue> items) {
        return items.isEmpty() ? null : items.getFirst();
    }

    private static Map<PathElement, List<JsonValue>> index(ListType list, JsonArray array, ManagedFieldPath path) {
        Map<PathElement, List<JsonValue>> index = new LinkedHashMap<>();
        for (int i = 0; i < array.size(); i++) {
            try {
                index.computeIfAbsent(ListItems.element(list, array.get(i)), _ -> new ArrayList<>(1))
                        .add(array.get(i));
            } catch (TypedException e) {
                throw new TypedException(path + ": element " + i + ": " + e.text());
            }
        }
        return index;
    }
}
