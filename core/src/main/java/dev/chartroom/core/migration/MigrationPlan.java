package dev.chartroom.core.migration;

import dev.chartroom.apimachinery.meta.NamespacedName;
import java.util.List;
import java.util.stream.Stream;

/**
 * The work of a migration of a kind.
 *
 * @param objects the number of objects to move
 * @param copied how many of these objects the target has already, such as after an interrupted migration
 * @param inTheWay the objects to move whose names belong to objects with other uids in the target
 * @param foreign the objects that are only in the target
 */
public record MigrationPlan(long objects, long copied, List<NamespacedName> inTheWay, List<NamespacedName> foreign) {

    /** Returns the objects to remove from the target. */
    List<NamespacedName> superfluous() {
        return Stream.concat(inTheWay.stream(), foreign.stream()).toList();
    }

    /** Returns whether the migration can run without a removal of objects from the target. */
    public boolean needsNoRemoval() {
        return objections().isEmpty();
    }

    /** Returns a description of the superfluous objects; empty for none. */
    String objections() {
        return Names.join(
                Names.of(inTheWay, "of the names belong to other objects"),
                Names.of(foreign, "of the objects exist only there"));
    }

    @Override
    public String toString() {
        String objections = objections();
        return objects + (objects == 1 ? " object, " : " objects, ") + copied + " of them copied already"
                + (objections.isEmpty() ? "" : "; in the target store, " + objections);
    }
}
