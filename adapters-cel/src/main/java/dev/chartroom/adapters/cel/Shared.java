package dev.chartroom.adapters.cel;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is compiled once for all schemas that say the same: amounts and names look the same in every chart, and so do the
 * rules about them. What no schema has any more is forgotten. Thread-safe.
 *
 * @param <K> what decides what is made, and never holds it
 */
final class Shared<K, V> {
    private final Map<K, Entry<K, V>> known = new ConcurrentHashMap<>();
    private final ReferenceQueue<V> forgotten = new ReferenceQueue<>();

    private static final class Entry<K, V> extends WeakReference<V> {
        private final K key;

        private Entry(K key, V value, ReferenceQueue<V> forgotten) {
            super(value, forgotten);
            this.key = key;
        }
    }

    /**
     * What was made for an equal key, or is now. What cannot be made is not kept.
     *
     * @param make what it throws is thrown here
     */
    V get(K key, Supplier<V> make) {
        forget();
        V shared = find(key);
        if (shared == null) {
            shared = make.get();
            known.put(key, new Entry<>(key, shared, forgotten));
        }
        return shared;
    }

    /** How many are known, some of which may not be there any more. */
    int size() {
        forget();
        return known.size();
    }

    private @Nullable V find(K key) {
        Entry<K, V> entry = known.get(key);
        return entry == null ? null : entry.get();
    }

    private void forget() {
        while (forgotten.poll() instanceof Entry<?, ?> entry) {
            known.remove(entry.key, entry);
        }
    }
}
