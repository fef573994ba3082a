package dev.chartroom.ports.projection;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.rollout.ReleaseDirectory;
import dev.chartroom.ports.storage.ApplicationStore;
import java.util.function.Predicate;

/**
 * The stores of a projection.
 *
 * @param objects the store of each kind's objects
 * @param watched the releases as a store of objects, used only for its watches
 * @param releases the same releases as they are stored
 * @param target the store to which releases are written
 * @param isHeld returns whether both stores serve a kind from memory, so that watching the kind costs nothing
 */
public record ProjectedStores(
        ApplicationStore objects,
        ApplicationStore watched,
        ReleaseDirectory releases,
        ReleaseTarget target,
        Predicate<ApplicationKind> isHeld) {}
