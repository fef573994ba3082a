package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;

/**
 * A store into which objects of another store can be copied unchanged. Errors are the same as those of an
 * {@link ApplicationStore}. Thread-safe.
 */
public interface ApplicationTarget {

    /**
     * Stores an object exactly as another store has it, and replaces the target's object of the same name. The target
     * keeps uid, creation and deletion timestamps, labels, annotations, finalizers, owner references and managed
     * fields. The target keeps generation and status if it owns these fields. It assigns a new resource version,
     * greater than all versions that it assigned before. If the target's object is already equal, the target does not
     * write it again. If the target's object has another uid, it is an earlier object of that name, and the target
     * deletes it first.
     *
     * @param application the object as the source store has it, with its uid and its resource version in that store
     * @return the object as the target now has it
     * @throws dev.chartroom.apimachinery.status.ApiException AlreadyExists if something that is no object of the kind
     *     has the place of the object; Conflict if other clients change the object again and again, or if an earlier
     *     object of that name is still being deleted
     */
    StoredApplication put(ApplicationKind kind, Application application);

    /**
     * Returns whether the target stores generation and status as the caller passes them. Otherwise, generation and
     * status come from the target's backend, so a copied object has other values than the original.
     */
    boolean ownsStatus();

    /** Removes an object regardless of its finalizers; does nothing if there is no such object. */
    void remove(ApplicationKind kind, NamespacedName name);
}
