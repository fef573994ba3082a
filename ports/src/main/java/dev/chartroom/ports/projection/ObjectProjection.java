package dev.chartroom.ports.projection;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.BroughtRelease;
import dev.chartroom.domain.conversion.ProjectedStatus;
import dev.chartroom.domain.conversion.RecordedIdentity;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings an object of a kind and its release in line, by a look at both: the release says what the object does, and the
 * object's status is the release's. One write at most, of which the watches tell in turn; where both are in line there is
 * none, so that neither direction follows the other for ever, and any number of replicas may do the same.
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
     * Writes what has to be written.
     *
     * @param mayRemove false where a release is to stay although its object is gone
     * @throws ApiException where that does not succeed; Conflict where somebody else was faster
     */
    void bringInLine(NamespacedName name, boolean mayRemove) {
        JsonObject release = stores.releases().find(kind, name).orElse(null);
        StoredApplication object = find(name);
        if (object == null) {
            owner(release).filter(_ -> mayRemove).ifPresent(identity -> remove(name, identity));
        } else if (isAsItShouldBe(release, object.application())
                || isStill(release, stores.target().put(kind, object.application()))) {
            JsonObject status = status(release, object.application());
            if (!status.equals(object.application().status())) {
                stores.objects().update(kind, object, object.application().withStatus(status), OPTIONS);
            }
        }
    }

    /**
     * Whether there is nothing to be done.
     *
     * @param release of the object, as it is now or was shortly before
     */
    boolean isInLine(NamespacedName name, JsonObject release) {
        StoredApplication object = find(name);
        return object == null
                ? owner(release).isEmpty()
                : isAsItShouldBe(release, object.application())
                        && status(release, object.application())
                                .equals(object.application().status());
    }

    /** Whether a release was made for an object of some other store. */
    boolean isKept(JsonObject release) {
        return owner(release).isPresent();
    }

    private JsonObject status(@Nullable JsonObject release, Application application) {
        return release == null ? application.status() : ProjectedStatus.of(kind, release, application);
    }

    /** What a kube-apiserver does not keep, such as the last digits of a number, must not hold up the status. */
    private static boolean isStill(@Nullable JsonObject release, StoredApplication put) {
        return release != null
                && release.objectOrEmpty("metadata")
                        .stringOrEmpty("resourceVersion")
                        .equals(put.metadata().resourceVersion());
    }

    private @Nullable StoredApplication find(NamespacedName name) {
        try {
            return stores.objects().current(kind, name);
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.NotFound) {
                return null;
            }
            throw e;
        }
    }

    /** What is being deleted already is let go: nobody installs it again, or sets finalizers anew. */
    private boolean isAsItShouldBe(@Nullable JsonObject release, Application application) {
        boolean isLeaving = release == null || release.objectOrEmpty("metadata").has("deletionTimestamp");
        return isLeaving && application.metadata().isTerminating()
                || release != null && BroughtRelease.isUpToDate(kind, release, application);
    }

    /** A release that nobody made for an object of this store is not this one's to remove. */
    private Optional<RecordedIdentity> owner(@Nullable JsonObject release) {
        return release == null ? Optional.empty() : RecordedIdentity.on(kind, release);
    }

    private void remove(NamespacedName name, RecordedIdentity identity) {
        ListRequest any = ListRequest.all(name.namespace()).withLimit(1);
        long latest = Long.parseLong(stores.objects().list(kind, any).resourceVersion());
        if (latest < identity.revision()) {
            throw new ApiException(ApiError.internal("its store is at " + latest + ", behind the revision "
                    + identity.revision() + " that its release has on record: it may have been restored"));
        }
        stores.target().remove(kind, name, identity.uid());
    }
}
