package dev.chartroom.apimachinery.schema.constraint;

import dev.chartroom.apimachinery.go.GoValues;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value in an update, and its counterpart in the old object. Errors in a value that did not change are dropped
 * (KEP-4008). Members correlate by name. Items correlate by their keys, and only in a list of type map. An instance is
 * for one validation and is not thread-safe.
 */
public final class Correlation {
    private final Correlatable schema;
    private final JsonValue now;
    private final JsonValue before;
    private final Map<Object, Correlation> inside = new HashMap<>();
    private @Nullable Map<String, JsonValue> oldItems;
    private @Nullable Boolean unchanged;

    public Correlation(Correlatable schema, JsonValue now, JsonValue before) {
        this.schema = schema;
        this.now = now;
        this.before = before;
    }

    /** Returns the correlation of a member; null if the member is new or the schema does not know it. */
    @Nullable
    public Correlation member(String name) {
        Correlation known = inside.get(name);
        if (known != null) {
            return known;
        }
        Correlatable declared = schema.member(name);
        if (declared == null || !(now instanceof JsonObject object) || !(before instanceof JsonObject old)) {
            return null;
        }
        return remember(name, declared, object.get(name), old.get(name));
    }

    /** Returns the correlation of an item; null if the item is new or the list is not of type map. */
    @Nullable
    public Correlation item(int index) {
        Correlation known = inside.get(index);
        if (known != null) {
            return known;
        }
        Correlatable items = schema.items();
        if (items == null || !isMapList() || !(now instanceof JsonArray list)) {
            return null;
        }
        String key = key(list.get(index));
        return remember(
                index, items, list.get(index), key == null ? null : oldItems().get(key));
    }

    private @Nullable Correlation remember(
            Object step, Correlatable declared, @Nullable JsonValue value, @Nullable JsonValue old) {
        if (value == null || old == null) {
            return null;
        }
        Correlation correlation = new Correlation(declared, value, old);
        inside.put(step, correlation);
        return correlation;
    }

    public JsonValue before() {
        return before;
    }

    /**
     * Returns whether the value is unchanged. The order of a list of type map is ignored. A member that the schema does
     * not know is treated as changed.
     */
    public boolean isUnchanged() {
        if (unchanged == null) {
            unchanged = compare();
        }
        return unchanged;
    }

    private boolean compare() {
        if (now instanceof JsonObject object && before instanceof JsonObject old) {
            return object.members().size() == old.members().size()
                    && object.names().stream().allMatch(name -> isUnchanged(member(name)));
        }
        if (now instanceof JsonArray list && before instanceof JsonArray old && isMapList()) {
            if (list.size() != old.size()) {
                return false;
            }
            for (int i = 0; i < list.size(); i++) {
                if (!isUnchanged(item(i))) {
                    return false;
                }
            }
            return true;
        }
        return GoValues.equal(now, before);
    }

    private static boolean isUnchanged(@Nullable Correlation correlation) {
        return correlation != null && correlation.isUnchanged();
    }

    private boolean isMapList() {
        return !schema.mapKeys().isEmpty();
    }

    private Map<String, JsonValue> oldItems() {
        if (oldItems == null) {
            oldItems = new HashMap<>();
            if (before instanceof JsonArray list) {
                for (JsonValue item : list) {
                    String key = key(item);
                    if (key != null) {
                        oldItems.putIfAbsent(key, item);
                    }
                }
            }
        }
        return oldItems;
    }

    /** Returns the identity of an item; null if it is not an object, lacks a key or has a key that is not a scalar. */
    private @Nullable String key(JsonValue item) {
        if (!(item instanceof JsonObject object)) {
            return null;
        }
        StringBuilder key = new StringBuilder();
        for (String name : schema.mapKeys()) {
            JsonValue value = object.get(name);
            if (value == null || GoValues.key(value) == null) {
                return null;
            }
            String part = GoValues.identity(value);
            key.append(part.length()).append(':').append(part);
        }
        return key.toString();
    }
}
