package dev.chartroom.apimachinery.json;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;

/** An array of values, in order. */
public record JsonArray(List<JsonValue> values) implements JsonValue, Iterable<JsonValue> {
    public static final JsonArray EMPTY = new JsonArray(List.of());

    public JsonArray {
        values = List.copyOf(values);
    }

    public static JsonArray of(JsonValue... values) {
        return new JsonArray(List.of(values));
    }

    public static JsonArray ofStrings(Iterable<String> strings) {
        List<JsonValue> values = new ArrayList<>();
        strings.forEach(string -> values.add(new JsonString(string)));
        return new JsonArray(values);
    }

    /** Returns the elements that are strings; other elements are left out. */
    public List<String> strings() {
        return values.stream()
                .filter(JsonString.class::isInstance)
                .map(value -> ((JsonString) value).value())
                .toList();
    }

    /** Returns the elements that are objects; other elements are left out. */
    public List<JsonObject> objects() {
        return values.stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .toList();
    }

    public int size() {
        return values.size();
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    public JsonValue get(int index) {
        return values.get(index);
    }

    /** Applies {@code change} to each value. Returns the same instance if nothing changed. */
    @SuppressWarnings("ReferenceEquality") // an unchanged value is the same instance
    public JsonArray map(UnaryOperator<JsonValue> change) {
        List<JsonValue> changed = new ArrayList<>(values.size());
        boolean same = true;
        for (JsonValue value : values) {
            JsonValue now = change.apply(value);
            same &= now == value;
            changed.add(now);
        }
        return same ? this : new JsonArray(changed);
    }

    @Override
    public Iterator<JsonValue> iterator() {
        return values.iterator();
    }

    @Override
    public int hashCode() {
        return KeyedHash.of(values);
    }

    @Override
    public String toString() {
        return JsonText.of(this);
    }
}
