package dev.chartroom.ports.migration;

import dev.chartroom.domain.meta.NamespacedName;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a migration of a kind has to do.
 *
 * @param objects how many there are to be moved
 * @param copied how many of them are already where they are to be, such as by a migration that was interrupted
 * @param inTheWay the objects to be moved whose place another one has, with another uid
 * @param foreign the objects that are only where the others are to be
 */
public record MigrationPlan(long objects, long copied, List<NamespacedName> inTheWay, List<NamespacedName> foreign) {

    /** Which objects are to be removed from where the others are to be. */
    List<NamespacedName> superfluous() {
        return Stream.concat(inTheWay.stream(), foreign.stream()).toList();
    }

    /** Whether nothing is where the others are to be that is not theirs. */
    public boolean isUnobjectionable() {
        return objections().isEmpty();
    }

    /** What is superfluous, in words; empty for nothing. */
    String objections() {
        return Names.join(
                Names.of(inTheWay, "of the names are another object's"),
                Names.of(foreign, "of the objects are there only"));
    }

    @Override
    public String toString() {
        String objections = objections();
        return objects + (objects == 1 ? " object, " : " objects, ") + copied + " of them copied already"
                + (objections.isEmpty() ? "" : "; where they are to be, " + objections);
    }
}
