package dev.chartroom.ports.placement;

import dev.chartroom.domain.meta.GroupResource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where the objects of all kinds are that are not simply where their definition says. Immutable.
 *
 * @param number grows by one with each change, and never goes back; 0 where nothing was recorded yet
 * @param byResource the placements of kinds
 */
public record Placements(long number, Map<GroupResource, Placement> byResource) {
    /** Nothing was recorded yet. */
    public static final Placements NONE = new Placements(0, Map.of());

    public Placements {
        byResource = Map.copyOf(byResource);
    }

    /** That of a kind; empty where its definition holds. */
    public Optional<Placement> of(GroupResource resource) {
        return Optional.ofNullable(byResource.get(resource));
    }

    /** The next ones, which say the same: who goes by them shows that it is there. */
    public Placements next() {
        return new Placements(number + 1, byResource);
    }

    /** The next ones, which say something else of one kind. */
    public Placements next(GroupResource resource, String store, Placement.Phase phase) {
        Map<GroupResource, Placement> changed = new HashMap<>(byResource);
        changed.put(resource, new Placement(store, phase, number + 1));
        return new Placements(number + 1, changed);
    }
}
