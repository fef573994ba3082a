package dev.chartroom.adapters.cel.value;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map that an expression made. Keys that are equal numbers are one key, whatever their types. */
public final class PlainMap implements MapValue {
    private record Entry(Object key, Object value) {}

    private final Map<Object, Entry> entries = new LinkedHashMap<>();

    public PlainMap() {}

    private PlainMap(PlainMap other) {
        entries.putAll(other.entries);
    }

    /** A map of all entries of this one and another; a key of both is a failure. */
    public PlainMap plus(MapValue other) {
        PlainMap sum = new PlainMap(this);
        for (Object key : other.keys()) {
            Object value = other.find(key);
            if (value != null && !sum.put(key, value)) {
                throw new CelFailure("insert failed: key " + key + " already exists");
            }
        }
        return sum;
    }

    /** Only for whoever made the map and has not given it away yet. Returns false where the key is there already. */
    public boolean put(Object key, Object value) {
        return entries.putIfAbsent(normal(key), new Entry(key, value)) == null;
    }

    @Override
    public int size() {
        return entries.size();
    }

    @Override
    public @Nullable Object find(Object key) {
        Entry entry = entries.get(normal(key));
        return entry == null ? null : entry.value;
    }

    @Override
    public List<Object> keys() {
        List<Object> keys = new ArrayList<>(entries.size());
        entries.values().forEach(entry -> keys.add(entry.key));
        return keys;
    }

    @Override
    public Object equalTo(Object other) {
        if (!(other instanceof MapValue map) || map.size() != size()) {
            return false;
        }
        for (Entry entry : entries.values()) {
            Object value = map.find(entry.key);
            Object equal = value == null ? false : Equality.equal(entry.value, value);
            if (!Boolean.TRUE.equals(equal)) {
                return equal;
            }
        }
        return true;
    }

    private static Object normal(Object key) {
        return switch (key) {
            case Long number -> BigDecimal.valueOf(number);
            case Uint number -> new BigDecimal(number.big());
            case Double number
            when Double.isFinite(number) && number == Math.rint(number) ->
                new BigDecimal(new BigDecimal(number).toBigInteger());
            default -> key;
        };
    }
}
