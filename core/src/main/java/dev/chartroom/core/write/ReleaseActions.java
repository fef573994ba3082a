package dev.chartroom.core.write;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.Operation;
import dev.chartroom.domain.conversion.ReconcileRequests;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.release.InventoryEntry;
import dev.chartroom.domain.subresource.WorkloadKind;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.auth.RequestUser;
import dev.chartroom.ports.release.SuspendableReleases;
import dev.chartroom.ports.release.Workloads;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The actions on the releases of Applications: suspend, resume, reconcile and restart. Each is for users without a right
 * on HelmReleases. Admission handles each as an update of the subresource that leaves the object as it is. Thread-safe.
 */
public final class ReleaseActions {
    private final ApplicationStore store;
    private final ApplicationWriter writer;
    private final SuspendableReleases releases;
    private final Workloads workloads;
    private final Admission admission;
    private final Clock clock;

    public ReleaseActions(
            ApplicationStore store,
            ApplicationWriter writer,
            SuspendableReleases releases,
            Workloads workloads,
            Admission admission,
            Clock clock) {
        this.store = store;
        this.writer = writer;
        this.releases = releases;
        this.workloads = workloads;
        this.admission = admission;
        this.clock = clock;
    }

    /**
     * Suspends or resumes the release of an object.
     *
     * @return the object after the action; for a dry run, as it is now
     * @throws dev.chartroom.apimachinery.status.ApiException an error of {@link SuspendableReleases#setSuspended} or of
     *     admission
     */
    public ServedApplication setSuspended(
            ApplicationKind kind, NamespacedName name, boolean suspended, WriteRequest request) {
        admit(kind, name, request);
        RequestUser.during(
                request.context().user(),
                () -> releases.setSuspended(
                        kind, name, suspended, request.options().dryRun()));
        return store.get(kind, name, "");
    }

    /**
     * Restarts the pods of those workloads of a release that the definition of the kind names. These workloads are in the
     * inventory of the release, which Flux writes, and in the namespace of the object. The labels of a workload have no
     * effect, because its owner can change them.
     *
     * @return the object
     * @throws ApiException NotFound if the object has no release; Conflict if the release has no such workload; an error
     *     of {@link Workloads#restart} or of admission
     */
    public ServedApplication restart(ApplicationKind kind, NamespacedName name, WriteRequest request) {
        admit(kind, name, request);
        Workloads.Inventory inventory = workloads
                .inventory(kind, name)
                .orElseThrow(() -> new ApiException(new ApiError.NotFound(kind.groupResource(), name.name())));
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        boolean dryRun = request.options().dryRun();
        long restarted = RequestUser.during(
                request.context().user(),
                () -> inventory.entries().stream()
                        .filter(entry -> entry.namespace().equals(name.namespace())
                                && entry.group().equals(WorkloadKind.GROUP))
                        .filter(entry -> isRestarted(kind, entry))
                        .filter(entry -> workloads.restart(
                                WorkloadKind.of(entry.kind()).orElseThrow(),
                                new NamespacedName(entry.namespace(), entry.name()),
                                inventory.release(),
                                now,
                                dryRun))
                        .count());
        if (restarted == 0) {
            throw new ApiException(new ApiError.Conflict(
                    kind.groupResource(), name.name(), "the release has no workload that can be restarted"));
        }
        return store.get(kind, name, "");
    }

    private static boolean isRestarted(ApplicationKind kind, InventoryEntry entry) {
        return kind.subresources().restarted().stream()
                .anyMatch(selector -> selector.kind().kind().equals(entry.kind())
                        && selector.name().matches(entry.name()));
    }

    /** Runs admission for an action, which leaves the object as it is. */
    private void admit(ApplicationKind kind, NamespacedName name, WriteRequest request) {
        StoredApplication current = store.current(kind, name);
        JsonObject object = current.shown().toJson();
        ServerCapacity.current().ifPresent(share -> share.acquireTurn(object));
        AdmissionAttributes attributes = new AdmissionAttributes(
                kind,
                request.subresource(),
                name.namespace(),
                name.name(),
                Operation.UPDATE,
                request.context().optionsOf("UpdateOptions"),
                request.options().dryRun(),
                request.context().user(),
                object,
                object);
        // A webhook could change the object, but this action does not write the object.
        admission.mutate(attributes, request.context().notes());
        admission.validate(attributes, request.context().notes());
    }

    /**
     * Asks Flux to reconcile the release of an object now.
     *
     * @param reset whether Flux also resets its counts of failures
     * @param force whether Flux upgrades the release even if nothing has changed
     * @return the object with the request
     * @throws dev.chartroom.apimachinery.status.ApiException Invalid if the kind does not allow force, or an error of
     *     {@link ApplicationWriter#patch}
     */
    public StoredApplication reconcile(
            ApplicationKind kind, NamespacedName name, boolean reset, boolean force, WriteRequest request) {
        Instant now = clock.instant();
        JsonObject annotations = ReconcileRequests.at(new JsonString(now.toString()), reset, force);
        JsonObject change = JsonObject.of("metadata", JsonObject.of("annotations", annotations));
        StoredApplication written = writer.patch(kind, name, new Patch.Merge(change, List.of()), request);
        written.suspendedRelease()
                .ifPresent(release -> request.context()
                        .notes()
                        .warn("release " + release + " is suspended: Flux reconciles it only after it is resumed"));
        return written;
    }
}
