package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;

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

    /** Returns the same request without a precondition on the resource version. */
    public DeleteRequest withoutResourceVersion() {
        return new DeleteRequest(uid, "", propagationPolicy, dryRun);
    }

    /**
     * Checks whether an object can be deleted in its current state. Every store calls this method for the state that it
     * is going to delete. The order is that of a kube-apiserver: the preconditions, then the rules of the kind.
     * Admission follows, so no webhook is called for a deletion that the kind refuses.
     *
     * @throws ApiException Conflict if a precondition does not hold (wire contract D66). As in a kube-apiserver, this
     *     Conflict names the kind. Other conflicts name the resource. Forbidden if the kind's {@code DeletionPolicy}
     *     refuses the deletion
     */
    public void check(ApplicationKind kind, StoredApplication live) {
        checkPreconditions(kind, live.metadata());
        // Namespaces of dev mode behave as in a kube-apiserver.
        if (!kind.isCore()) {
            kind.deletion().refusal(live.metadata(), live.suspendedRelease()).ifPresent(why -> {
                throw forbidden(kind, live.metadata().name(), why);
            });
        }
    }

    private static ApiException forbidden(ApplicationKind kind, String name, String why) {
        return new ApiException(new ApiError.Refused(
                StatusReason.FORBIDDEN,
                kind.groupResource(),
                name,
                kind.groupResource() + " \"" + name + "\" is forbidden: " + why,
                List.of(),
                0));
    }

    private void checkPreconditions(ApplicationKind kind, ObjectMeta live) {
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
