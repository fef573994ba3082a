package dev.chartroom.domain.application;

import dev.chartroom.apimachinery.meta.GarbageCollectorFinalizers;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Sets the metadata that clients cannot set: uid, timestamps and generation (wire contract D57, D65 to D69). Used by
 * stores that have no kube-apiserver behind them. The store itself sets resource versions.
 */
public final class ObjectLifecycle {
    private ObjectLifecycle() {}

    /** Returns a new object, without a resource version. */
    public static Application created(Application given, String uid, Instant now) {
        return given.withMetadata(given.metadata().toBuilder()
                .uid(uid)
                .creationTimestamp(now.truncatedTo(ChronoUnit.SECONDS))
                .generation(hasGeneration(given) ? 1 : 0)
                .resourceVersion("")
                .build());
    }

    /**
     * Returns a changed object; equal to the live one if nothing changes. If {@link #isOver} is true for the result,
     * the store must remove the object.
     */
    public static Application updated(Application live, Application next) {
        return updated(live, next, Objects.equals(live.spec(), next.spec()));
    }

    /** @param isSameSpec true to keep the generation */
    public static Application updated(Application live, Application next, boolean isSameSpec) {
        ObjectMeta before = live.metadata();
        boolean stays = isSameSpec || !hasGeneration(live);
        return next.withMetadata(next.metadata().toBuilder()
                .uid(before.uid())
                .resourceVersion(before.resourceVersion())
                .creationTimestamp(before.creationTimestamp())
                .deletionTimestamp(before.deletionTimestamp())
                .deletionGracePeriodSeconds(before.deletionGracePeriodSeconds())
                .generation(before.generation() + (stays ? 0 : 1))
                .build());
    }

    /** The objects of the core group that dev mode stores have no generation. */
    private static boolean hasGeneration(Application application) {
        return !application.gvk().group().isEmpty();
    }

    /** Returns whether an object is marked for deletion and waits for no finalizer. */
    public static boolean isOver(Application application) {
        return application.metadata().isTerminating()
                && application.metadata().finalizers().isEmpty()
                && !NamespaceObject.isHeld(application);
    }

    /**
     * Marks an object for deletion. The result equals the live object if that object is already marked.
     *
     * @param propagationPolicy {@code Background}, {@code Foreground}, {@code Orphan} or empty
     * @return empty if the object waits for no finalizer and is deleted at once
     */
    public static Optional<Application> terminating(Application live, String propagationPolicy, Instant now) {
        if (NamespaceObject.isNamespace(live)) {
            return NamespaceObject.terminating(live, now);
        }
        ObjectMeta before = live.metadata();
        List<String> finalizers = GarbageCollectorFinalizers.onDeletion(before.finalizers(), propagationPolicy);
        if (finalizers.isEmpty()) {
            return Optional.empty();
        }
        ObjectMeta.Builder marked = before.toBuilder().finalizers(finalizers).deletionGracePeriodSeconds(0L);
        if (!before.isTerminating()) {
            marked.deletionTimestamp(now.truncatedTo(ChronoUnit.SECONDS))
                    .generation(before.generation() + (hasGeneration(live) ? 1 : 0));
        }
        return Optional.of(live.withMetadata(marked.build()));
    }
}
