package dev.chartroom.core.placement;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.ports.release.ReleaseTarget;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.function.Supplier;

/**
 * The releases that are kept for objects of kinds that can move. Once the objects are stored as releases, a projection
 * must not change the releases, so every write fails with a Conflict.
 */
public final class PlacedReleaseTarget implements ReleaseTarget {
    private final ReleaseTarget target;
    private final AppliedPlacements placements;

    public PlacedReleaseTarget(ReleaseTarget target, AppliedPlacements placements) {
        this.target = target;
        this.placements = placements;
    }

    @Override
    public StoredApplication put(ApplicationKind kind, Application application) {
        return write(kind, application.metadata().namespacedName(), () -> target.put(kind, application));
    }

    @Override
    public boolean ownsStatus() {
        return target.ownsStatus();
    }

    @Override
    public void remove(ApplicationKind kind, NamespacedName name) {
        boolean _ = write(kind, name, () -> {
            target.remove(kind, name);
            return true;
        });
    }

    @Override
    public void remove(ApplicationKind kind, NamespacedName name, String uid) {
        boolean _ = write(kind, name, () -> {
            target.remove(kind, name, uid);
            return true;
        });
    }

    private <T> T write(ApplicationKind kind, NamespacedName name, Supplier<T> write) {
        return placements.write(kind, () -> {
            if (placements.storeOf(kind).equals(StoreNames.HELM_RELEASE)) {
                throw new ApiException(new ApiError.Conflict(
                        kind.groupResource(), name.name(), "the objects have moved into their releases"));
            }
            return write.get();
        });
    }
}
