package dev.chartroom.domain.patch;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A list whose items are told apart by a member, however long it is. Not thread-safe. */
final class MergedList {
    /** Null where one was removed. */
    private final List<@Nullable JsonValue> items = new ArrayList<>();

    private final Map<JsonString, List<Integer>> places = new HashMap<>();
    private final String key;

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

    /** Changes the first of them, or adds one to the end. */
    void merge(JsonString identity, UnaryOperator<JsonObject> change) {
        List<Integer> known = places.get(identity);
        if (known == null) {
            add(change.apply(JsonObject.EMPTY));
        } else {
            int first = known.getFirst();
            items.set(first, items.get(first) instanceof JsonObject before ? change.apply(before) : null);
        }
    }

    JsonArray array() {
        return new JsonArray(items.stream().filter(Objects::nonNull).toList());
    }
}
