package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides which objects of a kind clients can delete, and whether the resources of their releases stay.
 *
 * @param retains true if the resources of a release stay when its object is deleted, false if Flux uninstalls them
 * @param isProtected whether objects cannot be deleted; an object's {@link #ANNOTATION} overrides it
 * @param refusesSuspended whether an object cannot be deleted while its release is suspended, because Flux deletes such
 *     a release without an uninstall; without effect if resources are retained
 */
public record DeletionPolicy(boolean retains, boolean isProtected, boolean refusesSuspended) {
    /** The annotation of an object that overrides {@link #isProtected}, with the value {@code true} or {@code false}. */
    public static final String ANNOTATION = "chartroom.dev/deletion-protection";

    /** The policy if a definition has none. */
    public static final DeletionPolicy DEFAULT = new DeletionPolicy(false, false, false);

    private static final String UNPROTECTED = "false";
    private static final List<String> VALUES = List.of("true", UNPROTECTED);

    /**
     * Returns the reason why an object cannot be deleted; empty if it can be deleted. The deletion of an object that is
     * already being deleted changes nothing, so it is never refused.
     *
     * @param suspendedRelease the name of the object's release if that release is suspended, otherwise empty
     */
    public Optional<String> refusal(ObjectMeta live, Optional<String> suspendedRelease) {
        if (live.isTerminating()) {
            return Optional.empty();
        }
        if (protects(live)) {
            return Optional.of("the object is protected from deletion; to delete it, set the annotation " + ANNOTATION
                    + "=" + UNPROTECTED);
        }
        return suspendedRelease
                .filter(_ -> refusesSuspended && !retains)
                .map(release -> "its release " + release + " is suspended, and Flux deletes a suspended release without"
                        + " an uninstall; resume the HelmRelease first: set its spec.suspend to false");
    }

    /** A release that was edited directly can have any value. An unknown value protects, because data could be lost. */
    private boolean protects(ObjectMeta live) {
        String value = live.annotations().get(ANNOTATION);
        return value == null ? isProtected : !value.equals(UNPROTECTED);
    }

    /**
     * Returns the warning for a client that deletes an object; empty if no resources stay.
     *
     * @param keptRelease the name of the release that Flux deletes without an uninstall, otherwise empty
     */
    public Optional<String> warning(Optional<String> keptRelease) {
        return keptRelease.map(release -> retains
                ? "the resources of release " + release + " stay: the kind retains them"
                : "release " + release + " is suspended: Flux deletes it without an uninstall, so its resources stay");
    }

    /**
     * Returns the error of a write whose annotation has an unknown value. A value that the object already has is no
     * error. Otherwise, after a direct edit of the release, no client could remove the object's finalizers.
     *
     * @param live the object before the write; null if the object is to be created
     */
    public static Optional<FieldError> annotationError(ObjectMeta next, @Nullable ObjectMeta live) {
        String value = next.annotations().get(ANNOTATION);
        if (value == null
                || VALUES.contains(value)
                || live != null && value.equals(live.annotations().get(ANNOTATION))) {
            return Optional.empty();
        }
        return Optional.of(
                FieldError.notSupported("metadata.annotations[" + ANNOTATION + "]", new JsonString(value), VALUES));
    }
}
