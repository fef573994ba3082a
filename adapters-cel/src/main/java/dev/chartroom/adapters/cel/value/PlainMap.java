package dev.chartroom.adapters.cel.value;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map that an expression made. Equal numbers of different types are the same key. Several maps can share their
 * entries. Each map sees only the entries that existed when the map was made. So a macro that adds entry by entry takes
 * linear time.
 */
public final class PlainMap implements MapValue {
    private record Entry(int index, Object key, Object value) {}

    private final Map<Object, Entry> shared;
    private final boolean constant;
    private int size;

    public PlainMap() {
        this(new LinkedHashMap<>(), 0, false);
    }

    /**
     * Returns a map that concurrent evaluations can share: {@link #plus} copies it instead of adding to its entries.
     */
    public PlainMap constant() {
        return new PlainMap(Collections.unmodifiableMap(shared), size, true);
    }

    private PlainMap(Map<Object, Entry> shared, int size, boolean constant) {
        this.shared = shared;
        this.size = size;
        this.constant = constant;
    }

    /**
     * Returns a map of all entries of this map and another map.
     *
     * @throws CelFailure if both have the same key
     */
    public PlainMap plus(MapValue other) {
        PlainMap sum = !constant && size > 0 && size == shared.size() ? new PlainMap(shared, size, false) : copy();
        for (Object key : other.keys()) {
            Object value = other.find(key);
            if (value != null && !sum.put(key, value)) {
                throw new CelFailure("insert failed: key " + key + " already exists");
            }
        }
        return sum;
    }

    private PlainMap copy() {
        PlainMap copy = new PlainMap();
        shared.values().stream().limit(size).forEach(entry -> copy.put(entry.key, entry.value));
        return copy;
    }

    /** Adds an entry before the map is shared. Returns false if the key exists already. */
    public boolean put(Object key, Object value) {
        if (shared.putIfAbsent(normal(key), new Entry(size, key, value)) != null) {
            return false;
        }
        size++;
        return true;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public @Nullable Object find(Object key) {
        Entry entry = shared.get(normal(key));
        return entry == null || entry.index >= size ? null : entry.value;
    }

    @Override
    public List<Object> keys() {
        return shared.values().stream().limit(size).map(Entry::key).toList();
    }

    @Override
    public Object equalTo(Object other) {
        return other instanceof MapValue map ? MapValue.equalEntries(this, map) : false;
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
