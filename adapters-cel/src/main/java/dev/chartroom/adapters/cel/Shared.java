package dev.chartroom.adapters.cel;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cache of compiled values that equal schemas share: amounts, names and their rules are the same in most charts. It
 * holds the values by weak references, so a value is evicted after the last schema that uses it. Thread-safe.
 *
 * @param <K> determines the value, and must not refer to it
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
     * @param make its exceptions are passed on
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

    /** Returns the number of entries; some of their values may be gone already. */
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
