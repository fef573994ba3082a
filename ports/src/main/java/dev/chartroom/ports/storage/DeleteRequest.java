package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;

/**
 * The options of a deletion.
 *
 * @param uid the precondition on the uid, empty for none
 * @param resourceVersion the precondition on the resource version, empty for none
 * @param propagationPolicy {@code Background}, {@code Foreground} or {@code Orphan}; empty for the default
 */
public record DeleteRequest(String uid, String resourceVersion, String propagationPolicy, boolean dryRun) {

    /** Returns the same request with the object's uid and resource version as preconditions. */
    public DeleteRequest ofExactly(ObjectMeta live) {
        return new DeleteRequest(live.uid(), live.resourceVersion(), propagationPolicy, dryRun);
    }

    /**
     * Compares the preconditions with the object's current metadata.
     *
     * @throws ApiException Conflict if a precondition does not hold (wire contract D66). As in a kube-apiserver, this
     *     Conflict names the kind. Other conflicts name the resource.
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
