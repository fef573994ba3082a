package dev.chartroom.ports.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;

/**
 * The releases of kinds' objects, which can be suspended. Flux neither reconciles nor uninstalls a suspended release.
 * Thread-safe.
 */
public interface SuspendableReleases {

    /**
     * Suspends or resumes the release of an object. Does not write if the release already has that state.
     *
     * @param dryRun whether the write has no effect
     * @return the release after the write; for a dry run, as it would be
     * @throws dev.chartroom.apimachinery.status.ApiException NotFound if the object has no release; Conflict if a release
     *     that is being deleted is to be suspended, because Flux would then leave its resources; ServiceUnavailable if
     *     the releases cannot be reached
     */
    JsonObject setSuspended(ApplicationKind kind, NamespacedName name, boolean suspended, boolean dryRun);
}
