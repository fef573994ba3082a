package dev.chartroom.ports.admission;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;

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

    /** Returns the resource that limits the number of objects of a kind, such as {@code count/redises.apps.example.com}. */
    static String resource(ApplicationKind kind) {
        return "count/" + kind.groupResource();
    }

    /**
     * A limit of a quota.
     *
     * @param quota the name of the ResourceQuota
     * @param resource the limited resource
     * @param hard the limit, as a quantity
     * @param used the use, as a quantity; empty if it is not known yet
     * @param left what is left, at least 0; empty if the use is not known yet
     */
    record Limit(String quota, String resource, String hard, String used, String left) {}

    /**
     * Returns the limits on a resource in a namespace, by the name of the quota. The use can be some seconds old.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException ServiceUnavailable if the quotas are not known yet
     */
    default List<Limit> limits(String namespace, String resource) {
        return List.of();
    }
}
