package dev.chartroom.apimachinery.patch;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The items of a list while a patch is applied to it. They are stored in short parts, because thousands of operations
 * may change the head of a list of a million items. Not thread-safe.
 */
final class DraftList {
    private static final int PART = 1024;

    private final List<List<Draft>> parts = new ArrayList<>();
    private int size;

    DraftList(JsonArray items) {
        for (JsonValue item : items) {
            add(size, new Draft(item));
        }
    }

    int size() {
        return size;
    }

    Draft get(int index) {
        Place place = place(index);
        return parts.get(place.part).get(place.index);
    }

    /** @param index the position of the new item, at most the size */
    void add(int index, Draft item) {
        if (index == size && (parts.isEmpty() || parts.getLast().size() == PART)) {
            parts.add(new ArrayList<>());
        }
        Place place = place(index);
        List<Draft> part = parts.get(place.part);
        part.add(place.index, item);
        size++;
        if (part.size() > PART) {
            List<Draft> half = part.subList(PART / 2, part.size());
            parts.add(place.part + 1, new ArrayList<>(half));
            half.clear();
        }
    }

    void remove(int index) {
        Place place = place(index);
        parts.get(place.part).remove(place.index);
        size--;
        if (parts.get(place.part).isEmpty()) {
            parts.remove(place.part);
        }
    }

    void forEach(Consumer<Draft> action) {
        parts.forEach(part -> part.forEach(action));
    }

    /** Returns whether the items equal those of an array. */
    boolean holds(JsonArray array) {
        if (array.size() != size) {
            return false;
        }
        int index = 0;
        for (List<Draft> part : parts) {
            for (Draft item : part) {
                if (!item.holds(array.get(index++))) {
                    return false;
                }
            }
        }
        return true;
    }

    private record Place(int part, int index) {}

    /** Returns the place of an item, or the place for a new item. */
    private Place place(int index) {
        int part = index == size && !parts.isEmpty() ? parts.size() - 1 : 0;
        int before = part == 0 ? 0 : size - parts.getLast().size();
        while (part < parts.size() - 1 && index - before >= parts.get(part).size()) {
            before += parts.get(part++).size();
        }
        return new Place(part, index - before);
    }
}
