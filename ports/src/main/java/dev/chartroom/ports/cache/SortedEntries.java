package dev.chartroom.ports.cache;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A sorted map from text, made of two arrays: small, quick to walk, and found in by bisection. Immutable.
 *
 * @param <V> its values
 */
final class SortedEntries<V> {
    private static final SortedEntries<?> NONE = new SortedEntries<>(new String[0], new Object[0]);

    private final String[] keys;
    private final Object[] values;

    private SortedEntries(String[] keys, Object[] values) {
        this.keys = keys;
        this.values = values;
    }

    @SuppressWarnings("unchecked")
    static <V> SortedEntries<V> none() {
        return (SortedEntries<V>) NONE;
    }

    static <V> SortedEntries<V> of(SortedMap<String, V> map) {
        return new SortedEntries<>(
                map.keySet().toArray(String[]::new), map.values().toArray());
    }

    int size() {
        return keys.length;
    }

    /** How many keys come after one, which need not be there. */
    int sizeAfter(String key) {
        int at = Arrays.binarySearch(keys, key);
        return keys.length - (at < 0 ? -at - 1 : at + 1);
    }

    boolean isEmpty() {
        return keys.length == 0;
    }

    @SuppressWarnings("unchecked")
    Stream<V> values() {
        return (Stream<V>) Arrays.stream(values);
    }

    /** The values whose keys come after one, which need not be there. */
    @SuppressWarnings("unchecked")
    Stream<V> valuesAfter(String key) {
        int at = Arrays.binarySearch(keys, key);
        return (Stream<V>) Arrays.stream(values, at < 0 ? -at - 1 : at + 1, values.length);
    }

    @SuppressWarnings("unchecked")
    @Nullable
    V get(String key) {
        int at = Arrays.binarySearch(keys, key);
        return at < 0 ? null : (V) values[at];
    }

    SortedEntries<V> with(String key, V value) {
        int at = Arrays.binarySearch(keys, key);
        if (at >= 0) {
            Object[] changed = values.clone();
            changed[at] = value;
            return new SortedEntries<>(keys, changed);
        }
        int place = -at - 1;
        String[] moreKeys = Arrays.copyOf(keys, keys.length + 1);
        Object[] moreValues = Arrays.copyOf(values, values.length + 1);
        System.arraycopy(keys, place, moreKeys, place + 1, keys.length - place);
        System.arraycopy(values, place, moreValues, place + 1, values.length - place);
        moreKeys[place] = key;
        moreValues[place] = value;
        return new SortedEntries<>(moreKeys, moreValues);
    }

    SortedEntries<V> without(String key) {
        int at = Arrays.binarySearch(keys, key);
        if (at < 0) {
            return this;
        }
        String[] fewerKeys = Arrays.copyOf(keys, keys.length - 1);
        Object[] fewerValues = Arrays.copyOf(values, values.length - 1);
        System.arraycopy(keys, at + 1, fewerKeys, at, keys.length - at - 1);
        System.arraycopy(values, at + 1, fewerValues, at, values.length - at - 1);
        return new SortedEntries<>(fewerKeys, fewerValues);
    }
}
