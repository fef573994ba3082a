package dev.chartroom.apimachinery.patch;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A document while a patch is applied to it. An object or array is unpacked when an operation first enters it. So
 * thousands of operations on a large object or array do not each copy it. Not thread-safe.
 */
final class Draft {
    /**
     * The limit of nesting, which is the same as for decoded documents. Without this check, a move or a copy could
     * exceed the limit.
     */
    static final int MAX_DEPTH = 100;

    private JsonValue value;
    private @Nullable Map<String, Draft> members;
    private @Nullable DraftList items;

    Draft(JsonValue value) {
        this.value = value;
    }

    /** Returns the value at the pointer. */
    Draft at(JsonPointer pointer) {
        Draft draft = this;
        for (String token : pointer.tokens()) {
            draft = draft.child(token);
        }
        return draft;
    }

    /** Returns the value at the pointer; JSON null if its parent is an object without this member. */
    Draft member(JsonPointer pointer) {
        if (pointer.isRoot()) {
            return this;
        }
        Draft parent = parent(pointer);
        parent.open();
        String token = pointer.tokens().getLast();
        return parent.members != null && !parent.members.containsKey(token)
                ? new Draft(JsonNull.NULL)
                : parent.child(token);
    }

    void add(JsonPointer pointer, Draft added) {
        if (pointer.isRoot()) {
            throw new IllegalArgumentException("the whole document can only be replaced");
        }
        Draft parent = parent(pointer);
        String token = pointer.tokens().getLast();
        parent.open();
        if (parent.members != null) {
            parent.members.put(token, added);
        } else if (parent.items != null) {
            parent.items.add(token.equals("-") ? parent.items.size() : index(token, parent.items.size() + 1), added);
        } else {
            throw new IllegalArgumentException("nothing can be added to a value that is neither an object nor a list");
        }
    }

    void replace(JsonPointer pointer, JsonValue replacement) {
        if (pointer.isRoot()) {
            become(new Draft(replacement));
            return;
        }
        Draft parent = parent(pointer);
        parent.open();
        if (parent.members != null) {
            parent.members.put(pointer.tokens().getLast(), new Draft(replacement));
        } else {
            parent.child(pointer.tokens().getLast()).become(new Draft(replacement));
        }
    }

    Draft remove(JsonPointer pointer) {
        if (pointer.isRoot()) {
            throw new IllegalArgumentException("the whole document cannot be removed");
        }
        Draft parent = parent(pointer);
        String token = pointer.tokens().getLast();
        Draft removed = parent.child(token);
        if (parent.members != null) {
            parent.members.remove(token);
        } else if (parent.items != null) {
            parent.items.remove(index(token, parent.items.size()));
        }
        return removed;
    }

    /**
     * Returns the patched value.
     *
     * @throws IllegalArgumentException if it is nested too deep
     */
    JsonValue value() {
        return value(MAX_DEPTH);
    }

    /**
     * Returns whether neither this draft nor its original value has a member at the pointer. False if an operation has
     * moved or replaced an item of a list on the way: the index then means another item.
     */
    @SuppressWarnings("ReferenceEquality") // an original item is the same instance
    boolean neverHad(JsonPointer pointer, JsonValue original) {
        Draft draft = this;
        JsonValue before = original;
        for (String token : pointer.tokens()) {
            draft.open();
            if (draft.members != null && before instanceof JsonObject object) {
                Draft member = draft.members.get(token);
                JsonValue value = object.get(token);
                if (member == null || value == null) {
                    return member == null && value == null;
                }
                draft = member;
                before = value;
            } else if (draft.items != null && before instanceof JsonArray array) {
                int index = JsonPointer.index(token, Math.min(draft.items.size(), array.size()));
                if (index < 0 || draft.items.get(index).value != array.get(index)) {
                    return false;
                }
                draft = draft.items.get(index);
                before = array.get(index);
            } else {
                return false;
            }
        }
        return false;
    }

    /** Returns whether the draft equals a value. The cost is at most proportional to the size of that value. */
    boolean holds(JsonValue other) {
        if (members != null) {
            return other instanceof JsonObject object
                    && object.names().equals(members.keySet())
                    && members.entrySet().stream()
                            .allMatch(member -> equal(member.getValue(), object.get(member.getKey())));
        }
        if (items != null) {
            return other instanceof JsonArray array && items.holds(array);
        }
        return value.equals(other);
    }

    private void become(Draft other) {
        value = other.value;
        members = other.members;
        items = other.items;
    }

    private Draft parent(JsonPointer pointer) {
        List<String> tokens = pointer.tokens();
        return at(new JsonPointer(tokens.subList(0, tokens.size() - 1)));
    }

    private Draft child(String token) {
        open();
        Draft child = null;
        if (members != null) {
            child = members.get(token);
        } else if (items != null) {
            child = items.get(index(token, items.size()));
        }
        if (child == null) {
            throw new IllegalArgumentException("there is no \"" + token + "\"");
        }
        return child;
    }

    private void open() {
        if (members != null || items != null) {
            return;
        }
        if (value instanceof JsonObject object) {
            Map<String, Draft> opened =
                    LinkedHashMap.newLinkedHashMap(object.members().size());
            object.members().forEach((name, member) -> opened.put(name, new Draft(member)));
            members = opened;
        } else if (value instanceof JsonArray array) {
            items = new DraftList(array);
        }
    }

    private JsonValue value(int levels) {
        if (members == null && items == null ? isDeeper(value, levels) : levels == 0) {
            throw new IllegalArgumentException("the patched document is nested deeper than " + MAX_DEPTH + " levels");
        }
        if (members != null) {
            JsonObject.Builder object = JsonObject.builder();
            members.forEach((name, member) -> object.put(name, member.value(levels - 1)));
            return object.build();
        }
        if (items != null) {
            List<JsonValue> values = new ArrayList<>(items.size());
            items.forEach(item -> values.add(item.value(levels - 1)));
            return new JsonArray(values);
        }
        return value;
    }

    private static boolean isDeeper(JsonValue value, int levels) {
        return switch (value) {
            case JsonObject object ->
                levels == 0 || object.members().values().stream().anyMatch(member -> isDeeper(member, levels - 1));
            case JsonArray array -> levels == 0 || array.values().stream().anyMatch(item -> isDeeper(item, levels - 1));
            case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> false;
        };
    }

    /** @param places the number of places; a negative index counts from the last place */
    private static int index(String token, int places) {
        if (token.length() > 9 || !token.matches("[+-]?[0-9]+")) {
            throw new IllegalArgumentException("\"" + token + "\" is not an index of the list");
        }
        int index = Integer.parseInt(token);
        int place = index < 0 ? index + places : index;
        if (place < 0 || place >= places) {
            throw new IllegalArgumentException("index " + index + " is beyond the end of the list");
        }
        return place;
    }

    private static boolean equal(Draft draft, @Nullable JsonValue other) {
        return other != null && draft.holds(other);
    }
}
