package dev.chartroom.ports.watch;

import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One change of one object. All watches share its event. Thread-safe. */
public final class Change {
    private static final long OVERHEAD = 128;

    private final long resourceVersion;
    private final @Nullable ServedApplication before;
    private final @Nullable ServedApplication after;
    private final long learned = System.nanoTime();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile @Nullable ServedApplication gone;

    /**
     * @param before what it was; null where it was created
     * @param after what it is now; null where it was deleted
     */
    public Change(long resourceVersion, @Nullable ServedApplication before, @Nullable ServedApplication after) {
        this.resourceVersion = resourceVersion;
        this.before = before;
        this.after = after;
    }

    public long resourceVersion() {
        return resourceVersion;
    }

    /** What it was; null where it was created. */
    public @Nullable ServedApplication before() {
        return before;
    }

    /** What it is now; null where it was deleted. */
    public @Nullable ServedApplication after() {
        return after;
    }

    /** When the program learned of it, as {@link System#nanoTime} counts. */
    long learned() {
        return learned;
    }

    /** It enters the queue of one more watch. True if it is in no other one. */
    boolean enter() {
        return waiting.getAndIncrement() == 0;
    }

    /** It leaves the queue of a watch. True if it is in no other one. */
    boolean leave() {
        return waiting.decrementAndGet() == 0;
    }

    /** How many bytes it keeps in memory, roughly: what it is now is kept anyway, until the next change. */
    public long size() {
        return OVERHEAD + (before == null ? 0 : before.json().length);
    }

    /** How many bytes telling it means, roughly. */
    long eventSize() {
        ServedApplication told = after == null ? before : after;
        return OVERHEAD + (told == null ? 0 : told.json().length);
    }

    /** What the change looks like to someone who sees only some objects: one that leaves their sight is deleted. */
    public Optional<WatchEvent<ServedApplication>> seenBy(Predicate<ServedApplication> selection) {
        boolean was = before != null && selection.test(before);
        boolean is = after != null && selection.test(after);
        if (is && after != null) {
            return Optional.of(was ? new WatchEvent.Modified<>(after) : new WatchEvent.Added<>(after));
        }
        return was && before != null ? Optional.of(new WatchEvent.Deleted<>(gone(before))) : Optional.empty();
    }

    /** What it was, with the resource version of this change (wire contract D43). */
    private ServedApplication gone(ServedApplication last) {
        ServedApplication known = gone;
        if (known == null) {
            known = last.withResourceVersion(Long.toString(resourceVersion));
            gone = known;
        }
        return known;
    }
}
