package dev.chartroom.adapters.http.rendering;

import dev.chartroom.ports.storage.ServedApplication;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Caches the latest frames of watch events. Each frame is encoded once for each form, and all watches of that form
 * write the same bytes. The cache is bounded: if a frame was evicted, it is encoded again for a late watch.
 * Thread-safe.
 */
public final class SharedFrames {
    private static final long CAPACITY_BYTES = 4 << 20;

    private final ConcurrentMap<Key, byte[]> frames = new ConcurrentHashMap<>();
    private final Queue<Key> order = new ConcurrentLinkedQueue<>();
    private final AtomicLong size = new AtomicLong();

    /** Compares objects by identity: each change creates a new object. */
    private record Key(String type, ServedApplication object, Object form) {}

    /**
     * Returns the frame of an event.
     *
     * @param first true for the first event of its watch
     */
    public byte[] of(String type, ServedApplication object, Renderer renderer, boolean first) {
        Key key = new Key(type, object, renderer.eventForm(first));
        byte[] known = frames.get(key);
        if (known != null) {
            return known;
        }
        byte[] frame = frames.computeIfAbsent(key, _ -> {
            byte[] made = Renderer.frame(type, renderer.event(object, first));
            size.addAndGet(weight(key, made));
            order.add(key);
            return made;
        });
        evictOldest();
        return frame;
    }

    private void evictOldest() {
        while (size.get() > CAPACITY_BYTES) {
            Key oldest = order.poll();
            byte[] gone = oldest == null ? null : frames.remove(oldest);
            if (gone == null) {
                return;
            }
            size.addAndGet(-weight(oldest, gone));
        }
    }

    /** Returns the bytes to count. The frame of a table row is short, but its key retains the whole object. */
    private static long weight(Key key, byte[] frame) {
        return Math.max(frame.length, key.object.json().length);
    }
}
