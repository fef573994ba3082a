package dev.chartroom.ports.storage;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;

/**
 * A store into which objects of another one can be brought as they are there. Errors are those of
 * {@link ApplicationStore}. Thread-safe.
 */
public interface ApplicationTarget {

    /**
     * Stores an object as it is in another store, in the place of what is there under its name. Its uid, creation and deletion
     * timestamps, labels, annotations, finalizers, owner references and managed fields are kept, and its generation and
     * status where the target owns them. Its resource version becomes a new one, greater than all that the target has given
     * before; where the object is there already as it is given, it is not written again. What is there with another uid is an
     * earlier object of that name, which is deleted first.
     *
     * @param application as its store has it, with its uid, and with its resource version there
     * @return as the target has it now
     * @throws dev.chartroom.domain.status.ApiException AlreadyExists where something that is no object of the kind holds its
     *     place; Conflict where somebody else changes it again and again, or an earlier object of that name is still being
     *     deleted
     */
    StoredApplication put(ApplicationKind kind, Application application);

    /**
     * Whether generation and status are stored as they are given; otherwise they are those of what is behind the target, and
     * an object that is put there shows others.
     */
    boolean ownsStatus();

    /** Removes an object, whatever finalizers it has; nothing happens where there is none. */
    void remove(ApplicationKind kind, NamespacedName name);
}
