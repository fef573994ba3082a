package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseDirectory;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseTarget;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.placement.PlacedReleaseDirectory;
import dev.chartroom.core.placement.PlacedReleaseTarget;
import dev.chartroom.core.release.ProjectedStores;
import dev.chartroom.core.release.ReleaseProjections;
import dev.chartroom.core.release.ReleaseRollouts;
import dev.chartroom.core.release.RolloutProgress;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.release.ReleaseDirectory;
import dev.chartroom.ports.release.ReleaseTarget;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The changes of releases that no request asks for: rollouts of changed definitions, and the releases for objects of
 * other stores.
 */
final class ReleaseUpkeep implements AutoCloseable {
    private final ReleaseRollouts rollouts;
    private final ReleaseProjections projections;

    private ReleaseUpkeep(ReleaseRollouts rollouts, ReleaseProjections projections) {
        this.rollouts = rollouts;
        this.projections = projections;
    }

    /** Starts without kinds. */
    static ReleaseUpkeep start(Cluster cluster, CachedStores caches, Optional<KindPlacements> placements) {
        HelmReleaseDirectory directory = new HelmReleaseDirectory(cluster.http(), cluster.stored());
        HelmReleaseTarget target = HelmReleaseTarget.restoring(cluster.http(), cluster.stored());
        WatchCachingApplicationStore releases = caches.releases();
        ProjectedStores projected = new ProjectedStores(
                caches.store(),
                releases,
                directory,
                placements
                        .<ReleaseTarget>map(placed -> new PlacedReleaseTarget(target, placed.applied()))
                        .orElse(target),
                kind -> caches.count(kind).isPresent() && releases.count(kind).isPresent());
        // The releases of kinds whose objects have moved are not updated, unless releases are kept for them.
        ReleaseDirectory placed = placements
                .<ReleaseDirectory>map(each -> new PlacedReleaseDirectory(directory, each.applied()))
                .orElse(directory);
        return new ReleaseUpkeep(
                new ReleaseRollouts(placed, caches::storeOf, cluster.clock()),
                new ReleaseProjections(projected, caches::storeOf, cluster.clock()));
    }

    /** Sets the kinds whose releases are kept. */
    void use(List<ApplicationKind> kinds) {
        rollouts.use(kinds);
        projections.use(kinds);
    }

    /** Returns the progress of a kind's rollout; empty if the kind has none. */
    Optional<RolloutProgress> progress(ApplicationKind kind) {
        return rollouts.progress(kind);
    }

    /** Returns the check that tells operators the progress of projections. It never fails. */
    HealthCheck health(KindCatalogue catalogue) {
        return new HealthCheck(
                "release-projections",
                Optional::empty,
                () -> catalogue.registry().kinds().stream()
                        .map(kind -> projections
                                .progress(kind)
                                .map(progress -> kind.groupResource() + ": " + progress + "\n")
                                .orElse(""))
                        .collect(Collectors.joining()));
    }

    @Override
    public void close() {
        rollouts.close();
        projections.close();
    }
}
