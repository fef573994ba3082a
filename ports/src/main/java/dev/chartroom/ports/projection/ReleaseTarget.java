package dev.chartroom.ports.projection;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.ports.storage.ApplicationTarget;

/** Where releases are kept for objects of another store, which alone says what they are. */
public interface ReleaseTarget extends ApplicationTarget {

    /**
     * Removes the release that was made for an object, whatever finalizers the object had; nothing happens where there is
     * none, or it was made for another one.
     *
     * @param uid the object's
     */
    void remove(ApplicationKind kind, NamespacedName name, String uid);
}
