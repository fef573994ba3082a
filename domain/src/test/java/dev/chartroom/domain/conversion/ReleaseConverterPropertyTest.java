package dev.chartroom.domain.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReleaseConverterPropertyTest {
    private static final ApplicationKind REDIS = TestKinds.redis();

    @ParameterizedTest
    @MethodSource("seeds")
    void updateWithUnchangedApplicationKeepsTheRelease(long seed) {
        JsonObject release = new RandomReleases(seed).release(REDIS);

        JsonObject updated =
                ReleaseConverter.updatedRelease(REDIS, release, ReleaseConverter.toApplication(REDIS, release));

        assertThat(updated).isEqualTo(release);
        assertThat(updated.toString()).isEqualTo(release.toString());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void updateWritesTheApplicationAndKeepsForeignFields(long seed) {
        RandomReleases random = new RandomReleases(seed);
        JsonObject release = random.release(REDIS);
        Application live = ReleaseConverter.toApplication(REDIS, release);
        Application next = changed(random, live);

        JsonObject updated = ReleaseConverter.updatedRelease(REDIS, release, next);

        Application shown = ReleaseConverter.toApplication(REDIS, updated);
        assertThat(shown.spec()).isEqualTo(next.spec());
        assertThat(shown.metadata().labels()).isEqualTo(next.metadata().labels());
        assertThat(shown.metadata().annotations()).isEqualTo(next.metadata().annotations());
        assertThat(shown.metadata().finalizers())
                .containsExactlyInAnyOrderElementsOf(next.metadata().finalizers());
        assertThat(shown.metadata().ownerReferences().values())
                .containsExactlyInAnyOrderElementsOf(
                        next.metadata().ownerReferences().values());
        assertThat(shown.metadata().managedFields()).isEqualTo(next.metadata().managedFields());
        assertThat(foreign(updated)).isEqualTo(foreign(release));
        assertThat(updated.objectOrEmpty("metadata").get("resourceVersion"))
                .isEqualTo(release.objectOrEmpty("metadata").get("resourceVersion"));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void newReleaseConvertsBackToItsApplication(long seed) {
        RandomReleases random = new RandomReleases(seed);
        Application application = new Application(
                REDIS.gvk(),
                random.owned(ObjectMeta.of("team-a", "cache")),
                random.nextBoolean() ? null : random.values(false),
                JsonObject.EMPTY);

        JsonObject release = ReleaseConverter.newRelease(REDIS, application);

        assertThat(ReleaseConverter.toApplication(REDIS, release)).isEqualTo(application);
    }

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    /** Changes each part at random, to show that the parts do not depend on each other. */
    private static Application changed(RandomReleases random, Application live) {
        ObjectMeta metadata = live.metadata();
        ObjectMeta other = random.owned(metadata);
        RandomGenerator coin = random.generator();
        ObjectMeta next = metadata.toBuilder()
                .labels(coin.nextBoolean() ? metadata.labels() : other.labels())
                .annotations(coin.nextBoolean() ? metadata.annotations() : other.annotations())
                .finalizers(coin.nextBoolean() ? metadata.finalizers() : other.finalizers())
                .ownerReferences(coin.nextBoolean() ? metadata.ownerReferences() : other.ownerReferences())
                .managedFields(coin.nextBoolean() ? metadata.managedFields() : other.managedFields())
                .build();
        return new Application(
                live.gvk(), next, coin.nextBoolean() ? live.spec() : random.values(false), live.status());
    }

    /** Returns the release without everything that an Application owns: the rest must not change. */
    private static JsonObject foreign(JsonObject release) {
        ObjectMeta shown = ReleaseConverter.toApplication(REDIS, release).metadata();
        JsonObject metadata = release.objectOrEmpty("metadata");
        JsonObject.Builder bare = metadata.toBuilder();
        for (String map : new String[] {"labels", "annotations"}) {
            JsonObject.Builder kept = JsonObject.builder();
            metadata.objectOrEmpty(map).members().forEach((key, value) -> {
                if (!key.startsWith("apps.example.com-")
                        && !key.equals("reconcile.fluxcd.io/requestedAt")
                        && !key.equals("reconcile.fluxcd.io/resetAt")
                        && !key.equals("apps.example.com/application.name")
                        && !key.equals("apps.example.com/application.finalizers")
                        && !key.equals("apps.example.com/application.owners")
                        && !key.equals("apps.example.com/application.managed-fields")) {
                    kept.put(key, value);
                }
            });
            bare.put(map, kept.build());
        }
        bare.put(
                "finalizers",
                metadata.arrayOrEmpty("finalizers").values().stream()
                        .map(Object::toString)
                        .filter(name -> !shown.finalizers().contains(name.replace("\"", "")))
                        .toList()
                        .toString());
        bare.put(
                "ownerReferences",
                metadata.arrayOrEmpty("ownerReferences").values().stream()
                        .filter(owner -> !shown.ownerReferences().values().contains(owner))
                        .toList()
                        .toString());
        JsonObject.Builder hidden = JsonObject.builder();
        JsonObject spec = release.objectOrEmpty("spec");
        spec.objectOrEmpty("values").members().forEach((key, value) -> {
            if (key.startsWith("_")) {
                hidden.put(key, value);
            }
        });
        return release.toBuilder()
                .put("metadata", bare.build())
                .put("spec", spec.with("values", hidden.build()))
                .build();
    }
}
