package dev.chartroom.core.watchcache;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.ObjectVersions.ObjectVersion;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.ServedApplication;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the state in memory is the latest. Either the store returns its latest resource version, and the
 * cache waits until it has reached that version. Or the store returns the resource versions of its objects, and the
 * cache compares them with its own. The comparison costs only a fraction of what a read of the objects costs.
 */
final class LatestSnapshots {
    /** The approximate number of bytes of one object's name and resource version. */
    static final int VERSION = 256;

    private static final System.Logger LOG = System.getLogger(LatestSnapshots.class.getName());
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ApplicationListerWatcher feed;
    /** For each group, the time at which its cache last failed to reach the latest resource version. */
    private final Map<String, Long> silent = new ConcurrentHashMap<>();
    /** The calls for the latest resource version, by group. */
    private final SingleFlight<String, Optional<ResourceVersion>> revisions = new SingleFlight<>();

    private final SingleFlight<Question, ObjectVersions> versions = new SingleFlight<>();

    private volatile LongConsumer lags = _ -> {};

    private record Question(GroupResource resource, Selection selection) {}

    LatestSnapshots(ApplicationListerWatcher feed) {
        this.feed = feed;
    }

    /** @param observer called with the nanoseconds that the cache took to reach the latest version, or gave up after */
    void onLag(LongConsumer observer) {
        lags = observer;
    }

    /**
     * Returns the latest state, no older than this call. Null if the cache did not reach the latest state soon enough,
     * or no longer holds the kind.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException if the store cannot determine its state; TooManyRequests
     *     if there is no memory for the store's answer
     */
    @Nullable
    ListedState of(GroupCache cache, ApplicationKind kind, Selection selection) {
        ListedState reached = isSmall(cache, kind, selection) || isSilent(kind.group()) ? null : reached(cache, kind);
        return reached == null ? compared(cache, kind, selection) : reached;
    }

    /**
     * Returns whether the cache failed to reach the latest version a moment ago. In this case, the watch of the cache
     * may deliver nothing.
     */
    private boolean isSilent(String group) {
        Long since = silent.get(group);
        return since != null && System.nanoTime() - since < SILENCE_NANOS;
    }

    private boolean isSmall(GroupCache cache, ApplicationKind kind, Selection selection) {
        long fewest = feed.minObjectsForLatest();
        boolean isOfOne = !selection.namespace().isEmpty()
                && selection.fieldSelector().required(FieldSelector.Field.NAME).isPresent();
        return fewest > 0
                && (isOfOne || cache.snapshot().of(kind.groupResource()).count(selection.namespace(), null) < fewest);
    }

    private @Nullable ListedState reached(GroupCache cache, ApplicationKind kind) {
        Optional<ResourceVersion> latest = revisions.get(kind.group(), () -> feed.latest(kind));
        if (latest.isEmpty()) {
            return null;
        }
        ResourceVersion revision = latest.get();
        long start = System.nanoTime();
        Snapshot snapshot = cache.awaitConfirmed(candidate -> !candidate.holds(kind) || candidate.reaches(revision));
        lags.accept(System.nanoTime() - start);
        if (snapshot == null && silent.put(kind.group(), System.nanoTime()) == null) {
            LOG.log(
                    Level.WARNING,
                    "The watch of {0} did not reach resource version {1} in time; this makes long lists of {0} slower",
                    kind.group(),
                    revision);
        } else if (snapshot != null && silent.remove(kind.group()) != null) {
            LOG.log(Level.INFO, "The watch of {0} is up to date again", kind.group());
        }
        return state(snapshot, kind, revision);
    }

    private @Nullable ListedState compared(GroupCache cache, ApplicationKind kind, Selection selection) {
        ObjectVersions now =
                versions.get(new Question(kind.groupResource(), selection), () -> versions(kind, selection));
        ResourceVersion revision = now.resourceVersion();
        Comparison comparison = new Comparison(selection, now);
        Snapshot snapshot = cache.await(candidate -> !candidate.holds(kind)
                || candidate.reaches(revision)
                || comparison.holds(candidate.of(kind.groupResource())));
        return state(snapshot, kind, revision);
    }

    private static @Nullable ListedState state(
            @Nullable Snapshot snapshot, ApplicationKind kind, ResourceVersion revision) {
        return snapshot == null || !snapshot.holds(kind)
                ? null
                : new ListedState(snapshot, revision.orLater(snapshot.revision()));
    }

    private ObjectVersions versions(ApplicationKind kind, Selection selection) {
        ObjectVersions objects = feed.versions(kind, selection);
        ServerCapacity.current()
                .ifPresent(share -> share.keep((int)
                        Math.min(Integer.MAX_VALUE, (long) objects.objects().size() * VERSION)));
        return objects;
    }

    /**
     * Compares the store's versions with one snapshot after the other, until a snapshot has the same versions. Not
     * thread-safe.
     */
    private static final class Comparison {
        private final Selection selection;
        private final ObjectVersions now;
        /**
         * The index of the object that differed last. The next comparison begins with this object. Most changes concern
         * other objects, so this object probably still differs.
         */
        private int differing;

        private Comparison(Selection selection, ObjectVersions now) {
            this.selection = selection;
            this.now = now;
        }

        /**
         * Returns whether the cached objects are the store's objects. A cached object with the store's resource version
         * is equal to the stored object, so the client's selection includes the cached object, too.
         */
        private boolean holds(SortedApplications objects) {
            List<ObjectVersion> versions = now.objects();
            int count = versions.size();
            for (int checks = 0; checks < count; checks++) {
                if (!isKnown(objects, versions.get(differing))) {
                    return false;
                }
                differing = (differing + 1) % count;
            }
            return objects.in(selection.namespace()).filter(selection).count() == count;
        }

        private static boolean isKnown(SortedApplications objects, ObjectVersion version) {
            ServedApplication known = objects.get(version.name());
            return known != null && known.resourceVersion().equals(version.resourceVersion());
        }
    }
}
