package dev.chartroom.ports.cache;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.ports.storage.ApplicationFeed;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.ObjectVersions.ObjectVersion;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.ServedApplication;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether what is in memory is the latest: by asking the store for resource versions, which costs it a fraction
 * of the objects.
 */
final class LatestSnapshots {
    private final ApplicationFeed feed;
    private final JoinedCalls<Question, ObjectVersions> calls = new JoinedCalls<>();

    private record Question(GroupResource resource, Selection selection) {}

    LatestSnapshots(ApplicationFeed feed) {
        this.feed = feed;
    }

    /**
     * The latest state, at the earliest that of now; null where the cache did not get there soon enough, or does
     * not hold the kind any more.
     *
     * @throws dev.chartroom.domain.status.ApiException where the store does not say
     */
    @Nullable
    ListedState of(GroupCache cache, ApplicationKind kind, Selection selection) {
        ObjectVersions now =
                calls.answer(new Question(kind.groupResource(), selection), () -> feed.versions(kind, selection));
        long revision = Long.parseLong(now.resourceVersion());
        Snapshot snapshot = cache.await(candidate -> !candidate.holds(kind)
                || candidate.revision() >= revision
                || isEqual(candidate.of(kind.groupResource()), selection, now));
        return snapshot == null || !snapshot.holds(kind)
                ? null
                : new ListedState(snapshot, Math.max(revision, snapshot.revision()));
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
