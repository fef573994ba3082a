package dev.chartroom.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.placement.AppliedPlacements;
import dev.chartroom.core.placement.PlacedReleaseDirectory;
import dev.chartroom.core.placement.PlacedReleaseTarget;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.release.ReleaseDirectory;
import dev.chartroom.ports.storage.Kinds;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that releases are written for one purpose at a time: as the objects, or for objects in another store. */
class PlacedReleasesTest {
    private static final NamespacedName NAME = new NamespacedName("team-a", "cart");

    private final ApplicationKind redis = Kinds.redis();
    private final PlacedStores stores = new PlacedStores();
    private final AppliedPlacements placements = new AppliedPlacements(Set.of(PlacedStores.USUAL, PlacedStores.OTHER));
    private final ReleasesInMemory releases = new ReleasesInMemory(redis);
    private final PlacedReleaseTarget kept = new PlacedReleaseTarget(releases, placements);

    @BeforeEach
    void follow() {
        stores.follow(placements);
    }

    @AfterEach
    void close() {
        stores.close();
    }

    @Test
    void releasesAreProjectedOnlyWhileTheObjectsAreInAnotherStore() {
        assertConflict(() -> kept.put(redis, object("7")));
        stores.move(redis);

        kept.put(redis, object("8"));
        assertThat(releases.release(NAME)).isPresent();

        stores.move(redis);
        JsonObject release = releases.release(NAME).orElseThrow();
        assertConflict(() -> kept.put(redis, object("9")));
        assertConflict(() -> kept.remove(redis, NAME));
        assertConflict(() -> kept.remove(redis, NAME, "uid"));
        assertThat(releases.release(NAME)).contains(release);
    }

    @Test
    void releaseReplacementConflictsAfterAMoveUnlessTheKindIsProjected() {
        Replaced replaced = new Replaced();
        PlacedReleaseDirectory directory = new PlacedReleaseDirectory(replaced, placements);

        directory.replace(redis, NAME, JsonObject.EMPTY);
        assertThat(replaced.times).isEqualTo(1);
        stores.move(redis);

        assertConflict(() -> directory.replace(redis, NAME, JsonObject.EMPTY));
        assertThat(replaced.times).isEqualTo(1);
        directory.replace(Kinds.projectedRedis().build(), NAME, JsonObject.EMPTY);
        assertThat(replaced.times).isEqualTo(2);
    }

    private static final class Replaced implements ReleaseDirectory {
        private int times;

        @Override
        public void forEach(ApplicationKind kind, BiConsumer<NamespacedName, JsonObject> release) {}

        @Override
        public Optional<JsonObject> find(ApplicationKind kind, NamespacedName name) {
            return Optional.empty();
        }

        @Override
        public JsonObject replace(ApplicationKind kind, NamespacedName name, JsonObject release) {
            times++;
            return release;
        }
    }

    private static void assertConflict(ThrowingCallable write) {
        assertThatThrownBy(write)
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isInstanceOf(ApiError.Conflict.class));
    }

    private Application object(String revision) {
        ObjectMeta metadata = ObjectMeta.of(NAME.namespace(), NAME.name()).toBuilder()
                .uid("uid")
                .resourceVersion(revision)
                .build();
        return new Application(redis.gvk(), metadata, Kinds.replicas(1), JsonObject.EMPTY);
    }
}
