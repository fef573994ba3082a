package dev.chartroom.core.placement;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The releases of kinds that can move. A release is updated only while the kind's objects are stored as releases, or
 * releases are kept for the objects.
 */
public final class PlacedReleaseDirectory implements ReleaseDirectory {
    private final ReleaseDirectory directory;
    private final AppliedPlacements placements;

    public PlacedReleaseDirectory(ReleaseDirectory directory, AppliedPlacements placements) {
        this.directory = directory;
        this.placements = placements;
    }

    @Override
    public void forEach(ApplicationKind kind, BiConsumer<NamespacedName, JsonObject> release) {
        directory.forEach(kind, release);
    }

    @Override
    public Optional<JsonObject> find(ApplicationKind kind, NamespacedName name) {
        return directory.find(kind, name);
    }

    /**
     * Like {@link ReleaseDirectory#replace}.
     *
     * @throws ApiException also Conflict if the objects have moved, and ServiceUnavailable while they move
     */
    @Override
    public JsonObject replace(ApplicationKind kind, NamespacedName name, JsonObject release) {
        return placements.write(kind, () -> {
            if (!placements.storeOf(kind).equals(StoreNames.HELM_RELEASE)
                    && !kind.release().isProjected()) {
                throw new ApiException(new ApiError.Conflict(
                        kind.groupResource(), name.name(), "the objects have moved to another store"));
            }
            return directory.replace(kind, name, release);
        });
    }
}
