package dev.chartroom.ports.cache;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.ports.limit.ServerCapacity;
import dev.chartroom.ports.storage.ApplicationFeed;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.ObjectVersions.ObjectVersion;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether what is in memory is the latest: by asking the store for resource versions, which costs it a fraction
 * of the objects.
 */
final class LatestSnapshots {
    /** Bytes of the name and resource version of one object, roughly. */
    static final int VERSION = 256;

    private final ApplicationFeed feed;
    private final JoinedCalls<Question, Latest> calls = new JoinedCalls<>();

    private record Question(GroupResource resource, Selection selection) {}

    /** What the store says of its latest state. */
    private record Latest(long revision, @Nullable ObjectVersions objects) {}

    LatestSnapshots(ApplicationFeed feed) {
        this.feed = feed;
    }

    /**
     * The latest state, at the earliest that of now; null where the cache did not get there soon enough, or does
     * not hold the kind any more.
     *
     * @throws dev.chartroom.domain.status.ApiException where the store does not say; TooManyRequests if there is no room
     *     for what it says
     */
    @Nullable
    ListedState of(GroupCache cache, ApplicationKind kind, Selection selection) {
        Latest now = calls.answer(new Question(kind.groupResource(), selection), () -> latest(kind, selection));
        Snapshot snapshot = cache.await(candidate -> !candidate.holds(kind)
                || candidate.revision() >= now.revision()
                || now.objects() != null && isEqual(candidate.of(kind.groupResource()), selection, now.objects()));
        return snapshot == null || !snapshot.holds(kind)
                ? null
                : new ListedState(snapshot, Math.max(now.revision(), snapshot.revision()));
    }

    private Latest latest(ApplicationKind kind, Selection selection) {
        OptionalLong latest = feed.latest(kind);
        if (latest.isPresent()) {
            return new Latest(latest.getAsLong(), null);
        }
        ObjectVersions objects = feed.versions(kind, selection);
        ServerCapacity.current()
                .ifPresent(share -> share.keep((int)
                        Math.min(Integer.MAX_VALUE, (long) objects.objects().size() * VERSION)));
        return new Latest(Long.parseLong(objects.resourceVersion()), objects);
    }

    /** An object of the same resource version is the same, so it is selected as well. */
    private static boolean isEqual(SortedApplications objects, Selection selection, ObjectVersions now) {
        for (ObjectVersion version : now.objects()) {
            ServedApplication known = objects.get(version.name());
            if (known == null || !known.resourceVersion().equals(version.resourceVersion())) {
                return false;
            }
        }
        return objects.in(selection.namespace()).filter(selection).count()
                == now.objects().size();
    }
}
