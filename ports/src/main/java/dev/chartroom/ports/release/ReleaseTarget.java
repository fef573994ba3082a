package dev.chartroom.ports.release;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationTarget;

/**
 * A store for releases whose objects are in another store. Only the store of the objects determines the content of the
 * releases.
 */
public interface ReleaseTarget extends ApplicationTarget {

    /**
     * Removes the release that was made for an object, whatever finalizers the object had. Does nothing if there is no
     * release, or if the release was made for another object.
     *
     * @param uid the uid of the object
     */
    void remove(ApplicationKind kind, NamespacedName name, String uid);
}
