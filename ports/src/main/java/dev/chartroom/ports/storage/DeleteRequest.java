package dev.chartroom.ports.storage;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;

/**
 * How an object is to be deleted.
 *
 * @param uid the precondition on the uid, empty for none
 * @param resourceVersion the precondition on the resource version, empty for none
 * @param propagationPolicy {@code Background}, {@code Foreground} or {@code Orphan}; empty for the default
 */
public record DeleteRequest(String uid, String resourceVersion, String propagationPolicy, boolean dryRun) {

    /** The same, for an object only as it is. */
    public DeleteRequest ofExactly(ObjectMeta live) {
        return new DeleteRequest(live.uid(), live.resourceVersion(), propagationPolicy, dryRun);
    }

    /**
     * Holds the preconditions against the object as it is.
     *
     * @throws ApiException Conflict where one does not hold (wire contract D66); as upstream, it names the kind where
     *     other conflicts name the resource
     */
    public void check(ApplicationKind kind, ObjectMeta live) {
        check(kind, live, "UID", uid, live.uid(), "The object might have been deleted and then recreated");
        check(
                kind,
                live,
                "ResourceVersion",
                resourceVersion,
                live.resourceVersion(),
                "The object might have been modified");
    }

    private static void check(
            ApplicationKind kind, ObjectMeta live, String what, String wanted, String actual, String why) {
        if (!wanted.isEmpty() && !wanted.equals(actual)) {
            throw new ApiException(new ApiError.Conflict(
                    new GroupResource(kind.group(), kind.names().kind()),
                    live.name(),
                    "the " + what + " in the precondition (" + wanted + ") does not match the " + what + " in record ("
                            + actual + "). " + why));
        }
    }
}
