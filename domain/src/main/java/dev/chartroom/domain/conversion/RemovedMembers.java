package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.Location;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members to remove from a value, as the tree of their paths. A step of a path is the name of a member or the index
 * of an item. Not thread-safe.
 */
final class RemovedMembers {
    private final Map<String, RemovedMembers> below = new LinkedHashMap<>();
    private boolean removed;

    /** Returns the child with the name of a member, or with the index of an item. */
    RemovedMembers below(String step) {
        return below.computeIfAbsent(step, _ -> new RemovedMembers());
    }

    RemovedMembers below(int index) {
        return below(Integer.toString(index));
    }

    /** Marks this member, with everything in it, as removed. */
    void remove() {
        removed = true;
    }

    boolean isRemoved() {
        return removed;
    }

    /** Returns whether the member at the path was removed; false if only an object around it was removed. */
    boolean contains(Iterable<String> path) {
        RemovedMembers node = this;
        for (String step : path) {
            RemovedMembers next = node.below.get(step);
            if (next == null) {
                return false;
            }
            node = next;
        }
        return node.removed;
    }

    /** Returns a value without the removed members. */
    JsonValue appliedTo(JsonValue value) {
        if (below.isEmpty()) {
            return value;
        }
        return switch (value) {
            case JsonObject object -> members(object);
            case JsonArray array -> items(array);
            case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> value;
        };
    }

    /**
     * Reports the paths of the removed members.
     *
     * @param value a value that has all these members
     * @param at the path of the value
     */
    void report(JsonValue value, Location at, BoundedReport<String> paths) {
        below.forEach((step, member) -> {
            Location place = value instanceof JsonArray ? at.index(Integer.parseInt(step)) : at.child(step);
            if (member.removed) {
                paths.add(place::toString);
                return;
            }
            JsonValue inner = child(value, step);
            if (inner != null) {
                member.report(inner, place, paths);
            }
        });
    }

    /** Returns the member of an object, or the item of a list; null if there is none. */
    static @Nullable JsonValue child(@Nullable JsonValue value, String step) {
        if (value instanceof JsonArray array) {
            int index = JsonPointer.index(step, array.size());
            return index < 0 ? null : array.get(index);
        }
        return value instanceof JsonObject object ? object.get(step) : null;
    }

    private JsonObject members(JsonObject object) {
        JsonObject.Builder left = object.toBuilder();
        below.forEach((name, member) -> {
            JsonValue value = object.get(name);
            if (value != null && member.removed) {
                left.remove(name);
            } else if (value != null) {
                left.put(name, member.appliedTo(value));
            }
        });
        return left.build();
    }

    private JsonArray items(JsonArray array) {
        JsonValue[] left = array.values().toArray(JsonValue[]::new);
        below.forEach((step, item) -> {
            int index = JsonPointer.index(step, left.length);
            if (index >= 0) {
                left[index] = item.appliedTo(left[index]);
            }
        });
        return JsonArray.of(left);
    }
}
