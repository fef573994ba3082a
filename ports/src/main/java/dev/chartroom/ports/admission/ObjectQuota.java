package dev.chartroom.ports.admission;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;

/** The quota of objects of a kind in a namespace (wire contract H5). Thread-safe. */
@FunctionalInterface
public interface ObjectQuota {
    /** No quota. */
    ObjectQuota UNLIMITED = (_, _, _) -> {};

    /**
     * Counts an object that is about to be created. As in a kube-apiserver, if the object is not created after all, it
     * stays counted until the usage is computed again.
     *
     * @param dryRun whether the quota is only checked
     * @throws dev.chartroom.apimachinery.status.ApiException Forbidden if the object exceeds the quota, or the usage is not
     *     known yet; ServiceUnavailable if the usage cannot be determined
     */
    void charge(ApplicationKind kind, NamespacedName name, boolean dryRun);
}
