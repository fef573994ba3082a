package dev.chartroom.ports.watch;

import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One change of one object.
 *
 * @param before what it was; null where it was created
 * @param gone what it was, with the resource version of this change (wire contract D43); null where it was created
 * @param after what it is now; null where it was deleted
 */
public record Change(
        long resourceVersion,
        @Nullable StoredApplication before,
        @Nullable StoredApplication gone,
        @Nullable StoredApplication after) {

    /** The change that made one state of an object another one. */
    public static Change of(
            long resourceVersion, @Nullable StoredApplication before, @Nullable StoredApplication after) {
        return new Change(
                resourceVersion,
                before,
                before == null ? null : before.withResourceVersion(Long.toString(resourceVersion)),
                after);
    }

    /** What the change looks like to someone who sees only some objects: one that leaves their sight is deleted. */
    Optional<WatchEvent<StoredApplication>> seenBy(Predicate<StoredApplication> selection) {
        boolean was = before != null && selection.test(before);
        boolean is = after != null && selection.test(after);
        if (is && after != null) {
            return Optional.of(was ? new WatchEvent.Modified<>(after) : new WatchEvent.Added<>(after));
        }
        return was && gone != null ? Optional.of(new WatchEvent.Deleted<>(gone)) : Optional.empty();
    }
}
