package dev.chartroom.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.DeclaredKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.event.EventSubject;
import dev.chartroom.ports.storage.Kinds;
import java.util.List;
import org.junit.jupiter.api.Test;

class MirroredKindsTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final ApplicationKind POSTGRES = Kinds.postgres();
    private static final KindRegistry REGISTRY = KindRegistry.assemble(
            List.of(new Declaration.Valid("redis.yaml", REDIS), new Declaration.Valid("postgres.yaml", POSTGRES)));

    @Test
    void onlyKindsWithReleasesAreMirrored() {
        MirroredKinds kinds = MirroredKinds.of(REGISTRY, REDIS::equals);

        assertThat(kinds.mayOwn("redis-cart")).isTrue();
        assertThat(kinds.mayOwn("redis-")).isFalse();
        assertThat(kinds.mayOwn("postgres-cart")).isFalse();
        assertThat(kinds.application(TestEvents.release(REDIS, "team-a", "cart")))
                .hasValue(new EventSubject(Kinds.GROUP + "/v1alpha1", "Redis", "team-a", "cart", "uid-cart"));
        assertThat(kinds.application(TestEvents.release(POSTGRES, "team-a", "cart")))
                .isEmpty();
    }

    /** A release can have the name of a kind's release and belong to no kind. */
    @Test
    void releaseWithoutTheLabelsHasNoApplication() {
        JsonObject release = TestEvents.release(REDIS, "team-a", "cart");
        JsonObject unlabelled =
                release.with("metadata", release.objectOrEmpty("metadata").without("labels"));

        assertThat(MirroredKinds.of(REGISTRY, _ -> true).application(unlabelled))
                .isEmpty();
    }

    /** kubectl selects Events by the preferred version. */
    @Test
    void applicationHasThePreferredServedVersion() {
        ApplicationKind alpha = Kinds.convertedRedis();
        KindRegistry registry = KindRegistry.assemble(List.of(
                new Declaration.Valid("redis.yaml", new DeclaredKind(alpha.stored(), List.of(alpha, alpha.stored())))));

        assertThat(MirroredKinds.of(registry, _ -> true).application(TestEvents.release(alpha, "team-a", "cart")))
                .map(EventSubject::apiVersion)
                .hasValue(Kinds.GROUP + "/v1");
    }

    /** The uid of an object in another store is not the uid of its release. */
    @Test
    void recordedIdentityHasTheUid() {
        JsonObject release = TestEvents.release(REDIS, "team-a", "cart");
        JsonObject metadata = release.objectOrEmpty("metadata");
        JsonObject annotations = JsonObject.of(
                Kinds.GROUP + "/application.identity",
                new JsonString("{\"uid\":\"of-the-object\",\"revision\":\"7\"}"));

        assertThat(MirroredKinds.of(REGISTRY, _ -> true)
                        .application(release.with("metadata", metadata.with("annotations", annotations))))
                .map(EventSubject::uid)
                .hasValue("of-the-object");
    }

    @Test
    void includeComparesTheNamesOfKinds() {
        MirroredKinds redis = MirroredKinds.of(REGISTRY, REDIS::equals);
        MirroredKinds all = MirroredKinds.of(REGISTRY, _ -> true);

        assertThat(all.include(redis)).isTrue();
        assertThat(redis.include(all)).isFalse();
        assertThat(redis.include(new MirroredKinds(List.of(Kinds.described(REDIS, "other")))))
                .isTrue();
    }
}
