package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelmReleaseStoreTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final NamespacedName NAME = new NamespacedName("team-a", "a");
    private static final WriteOptions OPTIONS = new WriteOptions(false, "tester");
    private static final DeleteRequest DELETE = new DeleteRequest("", "", "", false);
    private static final String RELEASES = "/apis/helm.toolkit.fluxcd.io/v2/namespaces/team-a/helmreleases";

    private final FakeApiServer server = new FakeApiServer();
    private final ApplicationStore store = new HelmReleaseStore(server.http(), new JacksonCodec());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void createSendsOnePostOfTheRelease() {
        server.answer(201, Releases.redis("a", "7").toString());

        StoredApplication created = store.create(REDIS, Releases.application("a"), new WriteOptions(true, "tester"));

        assertThat(created.metadata().resourceVersion()).isEqualTo("7");
        assertThat(server.received()).singleElement().satisfies(request -> {
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.path()).isEqualTo(RELEASES);
            assertThat(request.query()).isEqualTo(Map.of("fieldManager", "chartroom", "dryRun", "All"));
            assertThat(request.json().objectOrEmpty("metadata").stringOrEmpty("name"))
                    .isEqualTo("redis-a");
        });
    }

    /**
     * Counts like a state that is read for a write. Otherwise many small patches of a large object would fill the
     * memory.
     */
    @Test
    void recentStateCountsAgainstTheMemoryOfItsRequest() {
        ApplicationStore remembering =
                new HelmReleaseStore(server.http(), new JacksonCodec(), new RecentReleases(1 << 24));
        JsonObject large = Releases.withLabel(Releases.redis("a", "7"), "padding", "x".repeat(300_000));
        server.answer(201, large.toString());
        remembering.create(REDIS, Releases.application("a"), OPTIONS);

        new ServerCapacity(2, 1 << 21)
                .during(() -> assertThat(remembering.recent(REDIS, NAME)).isPresent());
        new ServerCapacity(2, 1 << 18)
                .during(() -> assertThat(errorOf(() -> remembering.recent(REDIS, NAME)))
                        .isEqualTo(ApiError.tooManyRequests()));
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void updateOfAnObjectFromAnotherStoreConflictsAndSendsNothing() {
        StoredApplication elsewhere = new StoredApplication(REDIS, Releases.application("a"), new JacksonCodec());

        ApiException refused = catchThrowableOfType(
                ApiException.class, () -> store.update(REDIS, elsewhere, Releases.application("a"), OPTIONS));

        assertThat(refused.error()).isInstanceOf(ApiError.Conflict.class);
        assertThat(server.received()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "4711"})
    void getPassesTheResourceVersionOn(String resourceVersion) {
        server.answer(200, Releases.redis("a", "7").toString());

        store.get(REDIS, NAME, resourceVersion);

        assertThat(server.received().getFirst().path()).isEqualTo(RELEASES + "/redis-a");
        assertThat(server.received().getFirst().query())
                .isEqualTo(resourceVersion.isEmpty() ? Map.of() : Map.of("resourceVersion", resourceVersion));
    }

    @ParameterizedTest
    @CsvSource({"apps.test.example.com/application.kind, Postgres", "apps.test.example.com/application.group, other"})
    void releaseOfAnotherKindIsNotFound(String label, String value) {
        JsonObject foreign = Releases.withLabel(Releases.redis("a", "7"), label, value);
        server.answer(200, foreign.toString()).answer(200, foreign.toString());

        assertThat(errorOf(() -> store.get(REDIS, NAME, "")))
                .isEqualTo(new ApiError.NotFound(REDIS.groupResource(), "a"));
        assertThat(errorOf(() -> store.delete(REDIS, NAME, DELETE)))
                .isEqualTo(new ApiError.NotFound(REDIS.groupResource(), "a"));
        assertThat(server.received()).noneMatch(request -> request.method().equals("DELETE"));
    }

    @ParameterizedTest
    @CsvSource({"a?b, redis-a%3Fb", "a b, redis-a%20b", ".., redis-.."})
    void nameIsEscapedInThePath(String name, String segment) {
        server.answer(200, Releases.redis("a", "7").toString());

        store.get(REDIS, new NamespacedName("team-a", name), "");

        assertThat(server.received().getFirst().path()).isEqualTo(RELEASES + "/" + segment);
    }

    @ParameterizedTest
    @CsvSource({"team-a, a/status", "team-a, a%2fstatus", "team-a/x, a", "..,a"})
    void nameThatChangesThePathIsABadRequest(String namespace, String name) {
        assertThat(Status.of(errorOf(() -> store.get(REDIS, new NamespacedName(namespace, name), "")))
                        .code())
                .isEqualTo(400);
        assertThat(server.received()).isEmpty();
    }

    @Test
    void listSendsPrefixedSelectors() {
        server.answer(200, Releases.list("{\"resourceVersion\":\"9\"}"));

        store.list(
                REDIS,
                new ListRequest(
                        "",
                        LabelSelector.parse("team in (a,b),!old"),
                        FieldSelector.parse("metadata.name=a,metadata.namespace!=b,metadata.name!=c"),
                        500,
                        "token",
                        "8",
                        "NotOlderThan"));

        assertThat(server.received().getFirst().path()).isEqualTo("/apis/helm.toolkit.fluxcd.io/v2/helmreleases");
        assertThat(server.received().getFirst().query())
                .isEqualTo(Map.of(
                        "labelSelector",
                        "apps.test.example.com/application.kind=Redis,"
                                + "apps.test.example.com/application.group=apps.test.example.com,"
                                + "apps.test.example.com-team in (a,b),!apps.test.example.com-old",
                        "fieldSelector",
                        "metadata.name=redis-a,metadata.namespace!=b,metadata.name!=redis-c",
                        "limit",
                        "500",
                        "continue",
                        "token",
                        "resourceVersion",
                        "8",
                        "resourceVersionMatch",
                        "NotOlderThan"));
    }

    @Test
    void listSkipsUnreadableReleasesAndIsSorted() {
        JsonValue deep = JsonObject.EMPTY;
        for (int i = 0; i < 200; i++) {
            deep = JsonObject.of("a", deep);
        }
        server.answer(
                200,
                Releases.list(
                        "{\"resourceVersion\":\"9\",\"continue\":\"t\",\"remainingItemCount\":5}",
                        Releases.redis("c", "1"),
                        Releases.withMetadata(Releases.redis("b", "2"), "name", "without-prefix"),
                        Releases.redis("deep", "3").with("spec", JsonObject.of("values", deep)),
                        Releases.withMetadata(Releases.redis("b", "2"), "creationTimestamp", "yesterday"),
                        Releases.redis("a", "4")));

        ApplicationPage page = store.list(REDIS, ListRequest.all("team-a"));

        assertThat(page.items()).extracting(item -> item.metadata().name()).containsExactly("a", "c");
        assertThat(page.resourceVersion()).isEqualTo("9");
        assertThat(page.continueToken()).isEqualTo("t");
        assertThat(page.remainingItemCount()).isEqualTo(5);
    }

    @Test
    void updateSendsOnePutThatKeepsForeignFields() {
        JsonObject release = Releases.redis("a", "7");
        JsonObject live = release.with("spec", release.objectOrEmpty("spec").with("suspend", JsonBoolean.TRUE));
        server.answer(200, live.toString()).answer(200, Releases.redis("a", "8").toString());
        StoredApplication current = store.current(REDIS, NAME);

        StoredApplication updated =
                store.update(REDIS, current, current.application().withSpec(Kinds.replicas(4)), OPTIONS);

        assertThat(updated.metadata().resourceVersion()).isEqualTo("8");
        assertThat(server.received()).hasSize(2);
        assertThat(server.received().getLast()).satisfies(request -> {
            assertThat(request.method()).isEqualTo("PUT");
            assertThat(request.query()).isEqualTo(Map.of("fieldManager", "chartroom"));
            assertThat(request.json())
                    .isEqualTo(live.with("spec", live.objectOrEmpty("spec").with("values", Kinds.replicas(4))));
        });
    }

    @Test
    void updateThatChangesNothingSendsNothing() {
        server.answer(200, Releases.redis("a", "7").toString());
        StoredApplication current = store.current(REDIS, NAME);

        assertThat(store.update(REDIS, current, current.application(), OPTIONS)).isSameAs(current);
        assertThat(server.received()).hasSize(1);
    }

    private static ApiError errorOf(ThrowingCallable call) {
        @Nullable ApiException thrown = catchThrowableOfType(ApiException.class, call);
        assertThat(thrown).as("an ApiException").isNotNull();
        return thrown.error();
    }
}
