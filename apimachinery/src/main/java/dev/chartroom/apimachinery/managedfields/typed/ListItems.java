package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.set.PathElement;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Identifies the items of associative lists. */
final class ListItems {
    private ListItems() {}

    /**
     * Returns the path element of an item. If the item lacks a key, the default of the key is used.
     *
     * @throws TypedException if the item cannot be identified; the message contains no path
     */
    static PathElement element(ListType list, JsonValue item) {
        return list.keys().isEmpty() ? ofSet(item) : ofMap(list, item);
    }

    /** Returns the path element of an item; null if it has none. Only a partial removal can leave such an item. */
    static @Nullable PathElement elementIfAny(ListType list, JsonValue item) {
        try {
            return element(list, item);
        } catch (TypedException _) {
            return null;
        }
    }

    private static PathElement ofSet(JsonValue item) {
        return switch (item) {
            case JsonObject _ ->
                throw new TypedException("associative list without keys has an element that's a map type");
            case JsonArray _ -> throw new TypedException("not supported: associative list with lists as elements");
            case JsonNull _ ->
                throw new TypedException("associative list without keys has an element that's an explicit null");
            default -> new PathElement.Value(item);
        };
    }

    private static PathElement ofMap(ListType list, JsonValue item) {
        if (item == JsonNull.NULL) {
            throw new TypedException("associative list with keys may not have a null element");
        }
        if (!(item instanceof JsonObject object)) {
            throw new TypedException("associative list with keys may not have non-map elements");
        }
        JsonObject.Builder keys = JsonObject.builder();
        for (String key : list.keys()) {
            JsonValue value = object.get(key);
            keys.putIfPresent(key, value == null ? defaultValue(list, key) : value);
        }
        JsonObject found = keys.build();
        if (found.isEmpty()) {
            throw new TypedException("associative list with keys has an element that omits all key fields "
                    + list.keys().stream().map(GoText::quote).collect(Collectors.joining(" ", "[", "]"))
                    + " (and doesn't have default values for any key fields)");
        }
        return PathElement.Key.of(found);
    }

    private static @Nullable JsonValue defaultValue(ListType list, String key) {
        MapType items = list.items().map();
        if (items == null) {
            throw new TypedException(
                    "couldn't find default value for " + key + ": associative list may not have non-map types");
        }
        MapType.Member member = items.named().get(key);
        return member == null ? null : member.defaultValue();
    }
}
