package dev.chartroom.core.release;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.release.ReleaseDirectory;
import dev.chartroom.ports.release.ReleaseTarget;
import dev.chartroom.ports.storage.ApplicationStore;
import java.util.function.Predicate;

/**
 * The stores of a projection.
 *
 * @param objects the store of each kind's objects
 * @param watched the releases as a store of objects, used only for its watches
 * @param releases the same releases, in the form in which they are stored
 * @param target the store to which releases are written
 * @param isCached returns whether both stores serve a kind from memory; watching the kind then costs nothing
 */
public record ProjectedStores(
        ApplicationStore objects,
        ApplicationStore watched,
        ReleaseDirectory releases,
        ReleaseTarget target,
        Predicate<ApplicationKind> isCached) {}
