package dev.chartroom.apimachinery.patch;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonSize;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A list whose items are identified by a member. The time to find an item does not depend on the length of the list.
 * Not thread-safe.
 */
final class MergedList {
    /**
     * The limit of copied characters. If a patch changes an item again, the item is copied and its size counts toward
     * the limit. A sensible patch changes each item once.
     */
    private static final long MAX_COPIED = 4L * 1024 * 1024;

    /** The items, with null in place of a removed item. */
    private final List<@Nullable JsonValue> items = new ArrayList<>();

    private final Map<JsonString, List<Integer>> places = new HashMap<>();
    private final Set<JsonString> changed = new HashSet<>();
    private final String key;
    private long left = MAX_COPIED;

    MergedList(JsonArray before, String key) {
        this.key = key;
        before.values().forEach(this::add);
    }

    private void add(JsonValue item) {
        if (item instanceof JsonObject object && object.get(key) instanceof JsonString identity) {
            places.computeIfAbsent(identity, _ -> new ArrayList<>()).add(items.size());
        }
        items.add(item);
    }

    void remove(JsonString identity) {
        List<Integer> gone = places.remove(identity);
        if (gone != null) {
            gone.forEach(place -> items.set(place, null));
        }
    }

    /**
     * Changes the first item with the identity, or adds a new item at the end.
     *
     * @throws IllegalArgumentException if large items are changed too often
     */
    void merge(JsonString identity, UnaryOperator<JsonObject> change) {
        boolean again = !changed.add(identity);
        List<Integer> known = places.get(identity);
        if (known == null) {
            add(change.apply(JsonObject.EMPTY));
        } else {
            int first = known.getFirst();
            if (again && items.get(first) instanceof JsonObject before) {
                left -= JsonSize.of(before, left);
            }
            if (left < 0) {
                throw new IllegalArgumentException(
                        "the patch changes an item too often: its " + key + " is " + identity);
            }
            items.set(first, items.get(first) instanceof JsonObject before ? change.apply(before) : null);
        }
    }

    JsonArray array() {
        return new JsonArray(items.stream().filter(Objects::nonNull).toList());
    }
}
