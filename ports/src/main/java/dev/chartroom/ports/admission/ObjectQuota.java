package dev.chartroom.ports.admission;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;

/** How many objects of a kind a namespace may hold (wire contract H5). Thread-safe. */
@FunctionalInterface
public interface ObjectQuota {
    /** As many as anybody likes. */
    ObjectQuota UNLIMITED = (_, _, _) -> {};

    /**
     * Counts an object that is about to be created. One that is counted and then not created stays counted until the
     * usage is found out anew, as upstream.
     *
     * @param dryRun true where it is only to be found out whether there is room
     * @throws dev.chartroom.domain.status.ApiException Forbidden where the object would be one too many, or nobody knows
     *     yet how many there are; ServiceUnavailable where it could not be found out
     */
    void charge(ApplicationKind kind, NamespacedName name, boolean dryRun);
}
