package dev.chartroom.adapters.cel;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cache of compiled values. Equal schemas share them. Most charts have the same schemas and rules for amounts and
 * names. The cache holds its values by weak references, so a value is evicted when no schema uses it any more.
 * Thread-safe.
 *
 * @param <K> the type of a key; the key determines the value and must not refer to the value
 */
final class Shared<K, V> {
    private final Map<K, Entry<K, V>> entries = new ConcurrentHashMap<>();
    private final ReferenceQueue<V> staleEntries = new ReferenceQueue<>();

    private static final class Entry<K, V> extends WeakReference<V> {
        private final K key;

        private Entry(K key, V value, ReferenceQueue<V> staleEntries) {
            super(value, staleEntries);
            this.key = key;
        }
    }

    /**
     * Returns the value of an equal key, or makes and caches it. A failure is not cached.
     *
     * @param make makes the value; the caller gets the exceptions that it throws
     */
    V get(K key, Supplier<V> make) {
        removeStaleEntries();
        V shared = find(key);
        if (shared == null) {
            shared = make.get();
            entries.put(key, new Entry<>(key, shared, staleEntries));
        }
        return shared;
    }

    /** Returns the number of entries; some of their values might already be evicted. */
    int size() {
        removeStaleEntries();
        return entries.size();
    }

    private @Nullable V find(K key) {
        Entry<K, V> entry = entries.get(key);
        return entry == null ? null : entry.get();
    }

    private void removeStaleEntries() {
        while (staleEntries.poll() instanceof Entry<?, ?> entry) {
            entries.remove(entry.key, entry);
        }
    }
}
