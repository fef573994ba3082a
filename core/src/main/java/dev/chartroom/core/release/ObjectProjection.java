package dev.chartroom.core.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ProjectedStatus;
import dev.chartroom.domain.conversion.ProjectionOutcome;
import dev.chartroom.domain.conversion.RecordedIdentity;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings an object and its release in line after comparing both. The release follows the object; the object's status
 * follows the release. A call makes at most one write, which the watches then report. If object and release are in
 * line, a call writes nothing. So the two directions do not trigger each other forever, and any number of replicas can
 * run the same projection.
 */
final class ObjectProjection {
    private static final WriteOptions OPTIONS = new WriteOptions(false, "chartroom-projection");

    private final ApplicationKind kind;
    private final ProjectedStores stores;

    ObjectProjection(ApplicationKind kind, ProjectedStores stores) {
        this.kind = kind;
        this.stores = stores;
    }

    /**
     * Makes the write that brings an object and its release in line, if one is necessary.
     *
     * @param wasDeleted whether an object of that name is known to have been deleted
     * @return false if the object is missing, but its release stays because the deletion was not observed
     * @throws ApiException if the write fails; Conflict if another writer was faster
     */
    boolean bringInLine(NamespacedName name, boolean wasDeleted) {
        JsonObject release = stores.releases().find(kind, name).orElse(null);
        StoredApplication object = stores.objects().find(kind, name).orElse(null);
        RecordedIdentity owner = owner(release).orElse(null);
        if (object == null) {
            return owner == null || isConfirmedDeleted(name, owner, wasDeleted) && removed(name, owner);
        }
        if (owner != null
                && !owner.uid().equals(object.metadata().uid())
                && !isAbsentOrTerminating(release)
                && !isConfirmedDeleted(name, owner, wasDeleted)) {
            throw new ApiException(
                    ApiError.internal("its release belongs to an earlier object, whose deletion Chartroom did not"
                            + " observe; to uninstall the release, delete the HelmRelease"));
        }
        if (isUpToDate(release, object.application())
                || isUnchanged(release, stores.target().put(kind, object.application()))) {
            JsonObject status = status(release, object.application());
            if (!status.equals(object.application().status())) {
                stores.objects().update(kind, object, object.application().withStatus(status), OPTIONS);
            }
        }
        return true;
    }

    /**
     * Returns whether an object was deleted, and not lost by its store. The object was deleted if its deletion was
     * observed, or if an old state in the store still contains the object for which the release was made.
     */
    private boolean isConfirmedDeleted(NamespacedName name, RecordedIdentity owner, boolean wasDeleted) {
        ListRequest any = ListRequest.all(name.namespace()).withLimit(1);
        ResourceVersion latest = stores.objects().list(kind, any).version();
        return latest.number() >= owner.revision() && (wasDeleted || wasThere(name, owner));
    }

    private boolean wasThere(NamespacedName name, RecordedIdentity owner) {
        ListRequest then = new ListRequest(
                name.namespace(),
                LabelSelector.EVERYTHING,
                FieldSelector.ofName(name.name()),
                0,
                "",
                Long.toString(owner.revision()),
                "Exact");
        try {
            return stores.objects().list(kind, then).items().stream()
                    .anyMatch(object -> object.metadata().uid().equals(owner.uid()));
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.Expired) {
                return false;
            }
            throw e;
        }
    }

    private boolean removed(NamespacedName name, RecordedIdentity owner) {
        stores.target().remove(kind, name, owner.uid());
        return true;
    }

    /**
     * Returns whether no write is necessary.
     *
     * @param release the release of the object, in its current or a slightly older state
     */
    boolean isInLine(NamespacedName name, JsonObject release) {
        StoredApplication object = stores.objects().find(kind, name).orElse(null);
        return object == null
                ? owner(release).isEmpty()
                : isUpToDate(release, object.application())
                        && status(release, object.application())
                                .equals(object.application().status());
    }

    private JsonObject status(@Nullable JsonObject release, Application application) {
        return release == null
                ? ProjectedStatus.withoutRelease(application)
                : ProjectedStatus.of(kind, release, application);
    }

    /**
     * Returns whether the write of a release changed nothing. That is possible because a kube-apiserver drops some
     * details, such as the last digits of a number. The status of the object must be updated nevertheless.
     */
    private static boolean isUnchanged(@Nullable JsonObject release, StoredApplication put) {
        return release != null
                && release.objectOrEmpty("metadata")
                        .stringOrEmpty("resourceVersion")
                        .equals(put.metadata().resourceVersion());
    }

    /**
     * Returns whether the release fits the object. A release fits a terminating object only if the release is missing
     * or also terminating. Such a release is not installed again, and gets no finalizers.
     */
    private boolean isUpToDate(@Nullable JsonObject release, Application application) {
        return application.metadata().isTerminating()
                ? isAbsentOrTerminating(release)
                : release != null && ProjectionOutcome.isUpToDate(kind, release, application);
    }

    private static boolean isAbsentOrTerminating(@Nullable JsonObject release) {
        return release == null || release.objectOrEmpty("metadata").has("deletionTimestamp");
    }

    /**
     * Returns the object for which the release was made. A release without such an object does not belong to this
     * store, so this store must not remove the release.
     */
    private Optional<RecordedIdentity> owner(@Nullable JsonObject release) {
        return release == null ? Optional.empty() : RecordedIdentity.on(kind, release);
    }
}
