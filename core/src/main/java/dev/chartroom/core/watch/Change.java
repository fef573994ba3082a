package dev.chartroom.core.watch;

import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One change of one object. All watches share the event of the change. Thread-safe. */
public final class Change {
    private static final long OVERHEAD = 128;

    /** A number instead of an object, because a log holds many changes. */
    private final long resourceVersion;

    private final @Nullable ServedApplication before;
    private final @Nullable ServedApplication after;
    private final long learned = System.nanoTime();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile @Nullable ServedApplication gone;

    /**
     * @param before the object before the change; null if the change created it
     * @param after the object after the change; null if the change deleted it
     */
    public Change(long resourceVersion, @Nullable ServedApplication before, @Nullable ServedApplication after) {
        this.resourceVersion = resourceVersion;
        this.before = before;
        this.after = after;
    }

    public long resourceVersion() {
        return resourceVersion;
    }

    /** Returns the object before the change; null if the change created it. */
    public @Nullable ServedApplication before() {
        return before;
    }

    /** Returns the object after the change; null if the change deleted it. */
    public @Nullable ServedApplication after() {
        return after;
    }

    /** Returns the time at which this process received the change, as a {@link System#nanoTime} value. */
    long learned() {
        return learned;
    }

    /** Records that one more queue holds the change. Returns whether this is the only such queue. */
    boolean enter() {
        return waiting.getAndIncrement() == 0;
    }

    /** Records that one queue no longer holds the change. Returns whether this was the last such queue. */
    boolean leave() {
        return waiting.decrementAndGet() == 0;
    }

    /**
     * Returns roughly how many bytes the change keeps in memory. The new state is not included, because the cache keeps
     * it anyway until the next change.
     */
    public long size() {
        return OVERHEAD + (before == null ? 0 : before.json().length);
    }

    /** Returns roughly how many bytes the event of the change has. */
    long eventSize() {
        ServedApplication shown = after == null ? before : after;
        return OVERHEAD + (shown == null ? 0 : shown.json().length);
    }

    /**
     * Returns the event for a client that sees only a selection of objects. If the object leaves the selection, the
     * event is Deleted.
     */
    public Optional<WatchEvent<ServedApplication>> eventFor(Predicate<ServedApplication> selection) {
        boolean wasSelected = before != null && selection.test(before);
        boolean isSelected = after != null && selection.test(after);
        if (isSelected && after != null) {
            return Optional.of(wasSelected ? new WatchEvent.Modified<>(after) : new WatchEvent.Added<>(after));
        }
        return wasSelected && before != null ? Optional.of(new WatchEvent.Deleted<>(gone(before))) : Optional.empty();
    }

    /** Returns the object's last state, with the resource version of this change (wire contract D43). */
    private ServedApplication gone(ServedApplication last) {
        ServedApplication known = gone;
        if (known == null) {
            known = last.withResourceVersion(Long.toString(resourceVersion));
            gone = known;
        }
        return known;
    }
}
