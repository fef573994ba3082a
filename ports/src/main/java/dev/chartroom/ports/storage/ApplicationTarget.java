package dev.chartroom.ports.storage;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;

/**
 * A store into which objects of another store can be copied unchanged. Errors are those of {@link ApplicationStore}.
 * Thread-safe.
 */
public interface ApplicationTarget {

    /**
     * Stores an object as it is in another store, and replaces the target's object of the same name. The target keeps
     * uid, creation and deletion timestamps, labels, annotations, finalizers, owner references and managed fields. It
     * keeps generation and status if it owns them. The target assigns a new resource version, greater than all it
     * assigned before. If the target's object is already equal, it is not written again. An object of that name with
     * another uid is an earlier object, which the target deletes first.
     *
     * @param application as its store has it, with its uid, and with its resource version there
     * @return the object as the target now has it
     * @throws dev.chartroom.domain.status.ApiException AlreadyExists if something that is no object of the kind has its
     *     place; Conflict if others change it again and again, or an earlier object of that name is still being deleted
     */
    StoredApplication put(ApplicationKind kind, Application application);

    /**
     * Returns whether the target stores generation and status as the caller passes them. Otherwise they come from the
     * target's backend, so a copied object shows other values.
     */
    boolean ownsStatus();

    /** Removes an object regardless of its finalizers; does nothing if there is none. */
    void remove(ApplicationKind kind, NamespacedName name);
}
