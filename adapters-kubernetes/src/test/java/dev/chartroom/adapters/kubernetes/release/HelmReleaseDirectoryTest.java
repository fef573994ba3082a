package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ReleaseDirectory;
import dev.chartroom.ports.storage.Kinds;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HelmReleaseDirectoryTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final NamespacedName NAME = new NamespacedName("team-a", "a");
    private static final String RELEASE = "/apis/helm.toolkit.fluxcd.io/v2/namespaces/team-a/helmreleases/redis-a";
    private static final String NOT_FOUND = """
            {"kind":"Status","code":404,"reason":"NotFound","message":"helmreleases \\\"redis-a\\\" not found",
             "details":{"kind":"helmreleases","name":"redis-a"}}
            """;

    private final FakeApiServer server = new FakeApiServer();
    private final ReleaseDirectory directory = new HelmReleaseDirectory(server.http(), new JacksonCodec());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void forEachReadsAllPagesAndOnlyReleasesOfTheKind() {
        JsonObject foreign =
                Releases.withLabel(Releases.redis("b", "8"), Kinds.GROUP + "/application.kind", "Postgres");
        JsonObject values = JsonObject.EMPTY;
        for (int depth = 0; depth <= JsonCodec.MAX_DEPTH; depth++) {
            values = JsonObject.of("deeper", values);
        }
        JsonObject deep = Releases.redis("c", "9").with("spec", values);
        server.answer(200, Releases.list("{\"continue\":\"more\"}", Releases.redis("a", "7"), foreign, deep))
                .answer(200, Releases.list("{}", Releases.redis("d", "10")));
        Map<NamespacedName, JsonObject> given = new LinkedHashMap<>();

        directory.forEach(REDIS, given::put);

        assertThat(given)
                .containsExactly(
                        Map.entry(NAME, Releases.redis("a", "7")),
                        Map.entry(new NamespacedName("team-a", "d"), Releases.redis("d", "10")));
        assertThat(server.received()).hasSize(2).allSatisfy(request -> {
            assertThat(request.path()).isEqualTo("/apis/helm.toolkit.fluxcd.io/v2/helmreleases");
            assertThat(request.query()).containsEntry("limit", "500").doesNotContainKey("resourceVersion");
            assertThat(request.query().get("labelSelector")).contains("application.kind", "Redis");
        });
        assertThat(server.received().getLast().query()).containsEntry("continue", "more");
    }

    @Test
    void failedListThrows() {
        server.answer(503, Releases.status(503, "ServiceUnavailable", "down"));

        assertThat(catchThrowableOfType(ApiException.class, () -> directory.forEach(REDIS, (_, _) -> {})))
                .isNotNull();
    }

    @Test
    void findReturnsOnlyAReleaseOfTheKind() {
        server.answer(200, Releases.redis("a", "7").toString())
                .answer(404, NOT_FOUND)
                .answer(
                        200,
                        Releases.withLabel(Releases.redis("a", "7"), Kinds.GROUP + "/application.kind", "Postgres")
                                .toString());

        assertThat(directory.find(REDIS, NAME)).contains(Releases.redis("a", "7"));
        assertThat(directory.find(REDIS, NAME)).isEmpty();
        assertThat(directory.find(REDIS, NAME)).isEmpty();
        assertThat(server.received()).allSatisfy(request -> {
            assertThat(request.method()).isEqualTo("GET");
            assertThat(request.path()).isEqualTo(RELEASE);
        });
    }

    @Test
    void replaceSendsOnePutWithTheRolloutFieldManager() {
        server.answer(200, Releases.redis("a", "8").toString());

        JsonObject stored = directory.replace(REDIS, NAME, Releases.redis("a", "7"));

        assertThat(stored).isEqualTo(Releases.redis("a", "8"));
        assertThat(server.received()).singleElement().satisfies(request -> {
            assertThat(request.method()).isEqualTo("PUT");
            assertThat(request.path()).isEqualTo(RELEASE);
            assertThat(request.query()).isEqualTo(Map.of("fieldManager", ReleaseConverter.ROLLOUT_MANAGER));
            assertThat(request.body()).contains("\"resourceVersion\":\"7\"");
        });
    }

    @Test
    void replaceOfAChangedReleaseConflicts() {
        server.answer(409, Releases.status(409, "Conflict", "Operation cannot be fulfilled on x \"y\": modified"));

        ApiException refused = catchThrowableOfType(
                ApiException.class, () -> directory.replace(REDIS, NAME, Releases.redis("a", "7")));

        assertThat(refused.error()).isInstanceOf(ApiError.Conflict.class);
    }
}
