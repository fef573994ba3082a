package dev.chartroom.domain.application;

import dev.chartroom.domain.meta.GarbageCollectorFinalizers;
import dev.chartroom.domain.meta.ObjectMeta;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What becomes of an object's metadata where the store, and nothing behind it, sets what clients cannot: uid, timestamps and
 * generation (wire contract D57, D65 to D69). Resource versions are the store's affair.
 */
public final class ObjectLifecycle {
    private ObjectLifecycle() {}

    /** An object that is new, without a resource version. */
    public static Application created(Application given, String uid, Instant now) {
        return given.withMetadata(given.metadata().toBuilder()
                .uid(uid)
                .creationTimestamp(now.truncatedTo(ChronoUnit.SECONDS))
                .generation(NamespaceObject.isOne(given) ? 0 : 1)
                .resourceVersion("")
                .build());
    }

    /**
     * An object that is changed; equal to the live one where nothing is. One for which {@link #isOver} is true then is
     * gone.
     */
    public static Application updated(Application live, Application next) {
        return updated(live, next, Objects.equals(live.spec(), next.spec()));
    }

    /** @param isSameSpec true where the generation is to stay */
    public static Application updated(Application live, Application next, boolean isSameSpec) {
        ObjectMeta before = live.metadata();
        boolean stays = isSameSpec || NamespaceObject.isOne(live);
        return next.withMetadata(next.metadata().toBuilder()
                .uid(before.uid())
                .resourceVersion(before.resourceVersion())
                .creationTimestamp(before.creationTimestamp())
                .deletionTimestamp(before.deletionTimestamp())
                .deletionGracePeriodSeconds(before.deletionGracePeriodSeconds())
                .generation(before.generation() + (stays ? 0 : 1))
                .build());
    }

    /** True where an object was to be deleted and waits for nothing any more. */
    public static boolean isOver(Application application) {
        return application.metadata().isTerminating()
                && application.metadata().finalizers().isEmpty()
                && !NamespaceObject.isHeld(application);
    }

    /**
     * An object whose deletion is asked for, marked; it equals the live one where it was marked already.
     *
     * @param propagationPolicy {@code Background}, {@code Foreground}, {@code Orphan} or empty
     * @return empty where it waits for no finalizer and goes at once
     */
    public static Optional<Application> terminating(Application live, String propagationPolicy, Instant now) {
        if (NamespaceObject.isOne(live)) {
            return NamespaceObject.terminating(live, now);
        }
        ObjectMeta before = live.metadata();
        List<String> finalizers = GarbageCollectorFinalizers.onDeletion(before.finalizers(), propagationPolicy);
        if (finalizers.isEmpty()) {
            return Optional.empty();
        }
        ObjectMeta.Builder marked = before.toBuilder().finalizers(finalizers).deletionGracePeriodSeconds(0L);
        if (!before.isTerminating()) {
            marked.deletionTimestamp(now.truncatedTo(ChronoUnit.SECONDS)).generation(before.generation() + 1);
        }
        return Optional.of(live.withMetadata(marked.build()));
    }
}
