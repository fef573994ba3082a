package dev.chartroom.adapters.cel;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cache of compiled values, which equal schemas share. Most charts have the same schemas and rules for amounts and
 * names. The cache holds its values by weak references, so a value is evicted after the last schema that uses the
 * value. Thread-safe.
 *
 * @param <K> the type of a key, which determines the value and must not refer to the value
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
     * Returns the value of an equal key, or makes and caches it. A failure is not cached.
     *
     * @param make makes the value; its exceptions are passed on
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

    /** Returns the number of entries; some of their values might already be evicted. */
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
