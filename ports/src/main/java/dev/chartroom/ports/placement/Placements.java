package dev.chartroom.ports.placement;

import dev.chartroom.apimachinery.meta.GroupResource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The placements of kinds. If a kind has no placement, its definition determines the store of its objects. Immutable.
 *
 * @param number the revision of these placements; it grows by one with each change, and never decreases; 0 if nothing
 *     was recorded yet
 * @param byResource the placements of kinds
 */
public record Placements(long number, Map<GroupResource, Placement> byResource) {
    /** Nothing was recorded yet. */
    public static final Placements NONE = new Placements(0, Map.of());

    public Placements {
        byResource = Map.copyOf(byResource);
    }

    /** Returns the placement of a kind; empty if the kind's definition determines the store. */
    public Optional<Placement> of(GroupResource resource) {
        return Optional.ofNullable(byResource.get(resource));
    }

    /** Returns the same placements with the next number. A replica that applies them proves that it is alive. */
    public Placements next() {
        return new Placements(number + 1, byResource);
    }

    /** Returns the next placements, with a changed placement of one kind. */
    public Placements next(GroupResource resource, String store, Placement.Phase phase) {
        Map<GroupResource, Placement> changed = new HashMap<>(byResource);
        changed.put(resource, new Placement(store, phase, number + 1));
        return new Placements(number + 1, changed);
    }
}
