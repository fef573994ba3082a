package dev.chartroom.domain.application;

import dev.chartroom.domain.meta.GarbageCollectorFinalizers;
import dev.chartroom.domain.meta.ObjectMeta;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

/**
 * What a store that keeps objects itself makes of the metadata that only the server sets: uid, timestamps and
 * generation. The resource version is the store's own, and stays as it is here (wire contract D53, D57, D69).
 */
public final class ObjectLifecycle {
    private ObjectLifecycle() {}

    /** A new object, without a resource version. */
    public static Application created(Application application, String uid, Instant now) {
        return application.withMetadata(application.metadata().toBuilder()
                .uid(uid)
                .creationTimestamp(now.truncatedTo(ChronoUnit.SECONDS))
                .generation(1)
                .resourceVersion("")
                .build());
    }

    /** What an object becomes by an update; equal to what it is where the update changes nothing. */
    public static Application updated(Application live, Application next) {
        ObjectMeta before = live.metadata();
        boolean sameSpec = Objects.equals(live.spec(), next.spec());
        return next.withMetadata(next.metadata().toBuilder()
                .uid(before.uid())
                .resourceVersion(before.resourceVersion())
                .creationTimestamp(before.creationTimestamp())
                .deletionTimestamp(before.deletionTimestamp())
                .deletionGracePeriodSeconds(before.deletionGracePeriodSeconds())
                .generation(before.generation() + (sameSpec ? 0 : 1))
                .build());
    }

    /**
     * What an object becomes whose deletion is asked for; it is to be removed where {@link #isReleased} is true of that.
     *
     * @param propagationPolicy {@code Background}, {@code Foreground}, {@code Orphan} or empty
     */
    public static Application deleted(Application live, String propagationPolicy, Instant now) {
        ObjectMeta before = live.metadata();
        List<String> finalizers = GarbageCollectorFinalizers.onDeletion(before.finalizers(), propagationPolicy);
        ObjectMeta.Builder marked = before.toBuilder().finalizers(finalizers).deletionGracePeriodSeconds(0L);
        if (!before.isTerminating()) {
            marked.deletionTimestamp(now.truncatedTo(ChronoUnit.SECONDS)).generation(before.generation() + 1);
        }
        return live.withMetadata(marked.build());
    }

    /** True for an object that is being deleted and that nobody has to be waited for. */
    public static boolean isReleased(Application application) {
        return application.metadata().isTerminating()
                && application.metadata().finalizers().isEmpty();
    }
}
