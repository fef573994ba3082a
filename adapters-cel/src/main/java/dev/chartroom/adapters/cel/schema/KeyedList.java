package dev.chartroom.adapters.cel.schema;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelNull;
import dev.chartroom.adapters.cel.value.Equality;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.MapValue;
import dev.chartroom.adapters.cel.value.PlainList;
import dev.chartroom.apimachinery.json.KeyedHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A list of {@code x-kubernetes-list-type: map}. Equality ignores the order. {@code +} replaces elements with equal
 * keys in place and appends the others.
 */
record KeyedList(ListValue elements, List<String> keys) implements ListValue {
    /** The values of an element's keys. Clients choose these values, so their hash is a keyed hash. */
    private record Key(List<Object> values) {
        @Override
        public int hashCode() {
            return KeyedHash.of(values.stream()
                    .mapToInt(value -> KeyedHash.of(value.toString()))
                    .toArray());
        }
    }

    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public Object get(int index) {
        return elements.get(index);
    }

    @Override
    public Object equalTo(Object other) {
        if (!(other instanceof ListValue list)) {
            return CelError.NO_SUCH_OVERLOAD;
        }
        if (list.size() != size()) {
            return false;
        }
        Map<Key, Integer> positions = positions();
        for (int i = 0; i < size(); i++) {
            Object element = list.get(i);
            Integer position = positions.get(key(element));
            Object equal = position == null ? false : Equality.equal(get(position), element);
            if (!Boolean.TRUE.equals(equal)) {
                return equal;
            }
        }
        return true;
    }

    @Override
    public ListValue plus(ListValue other) {
        Map<Key, Integer> positions = positions();
        List<Object> merged = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            merged.add(get(i));
        }
        for (int i = 0; i < other.size(); i++) {
            Object element = other.get(i);
            Integer position = positions.get(key(element));
            if (position == null) {
                merged.add(element);
            } else {
                merged.set(position, element);
            }
        }
        return new KeyedList(PlainList.of(merged), keys);
    }

    private Map<Key, Integer> positions() {
        Map<Key, Integer> positions = new HashMap<>();
        for (int i = 0; i < size(); i++) {
            positions.put(key(get(i)), i);
        }
        return positions;
    }

    /** Returns the values of the keys, with CEL's null for an absent key. */
    private Key key(Object element) {
        List<Object> key = new ArrayList<>(keys.size());
        for (String name : keys) {
            Object value = element instanceof MapValue map
                    ? MemberNames.escape(name).map(map::find).orElse(null)
                    : null;
            key.add(value == null ? CelNull.NULL : value);
        }
        return new Key(key);
    }
}
