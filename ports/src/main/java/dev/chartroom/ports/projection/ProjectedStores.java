package dev.chartroom.ports.projection;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.rollout.ReleaseDirectory;
import dev.chartroom.ports.storage.ApplicationStore;
import java.util.function.Predicate;

/**
 * What a projection works on.
 *
 * @param objects the store of each kind's objects
 * @param watched the releases as a store of objects, of which only its watches are asked
 * @param releases the same releases as they are stored
 * @param target where they are written
 * @param isHeld true for a kind of which both stores are read from memory by now, so that to watch it costs nothing
 */
public record ProjectedStores(
        ApplicationStore objects,
        ApplicationStore watched,
        ReleaseDirectory releases,
        ReleaseTarget target,
        Predicate<ApplicationKind> isHeld) {}
