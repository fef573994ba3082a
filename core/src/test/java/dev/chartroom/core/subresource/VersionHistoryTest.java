package dev.chartroom.core.subresource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.CredentialRules;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.domain.subresource.Subresources;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationVersions.Version;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionHistoryTest {
    private static final NamespacedName CART = new NamespacedName("shop", "cart");
    private static final UserInfo KIM = UserInfo.of("kim", List.of());
    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

    private final ApplicationStore store = mock(ApplicationStore.class);

    @Test
    void eachRevisionHasItsTimeAndItsChanges() {
        assertThat(history(kind(true), 3, 1).object().arrayOrEmpty("revisions")).hasToString("""
                [{"revision":3,"resourceVersion":"103","updated":"2026-01-01T00:00:03Z","changed":["spec.replicas"]}, \
                {"revision":2,"resourceVersion":"102","updated":"2026-01-01T00:00:02Z","changed":["spec.replicas"]}, \
                {"revision":1,"resourceVersion":"101","updated":"2026-01-01T00:00:00Z"}]""");
    }

    @Test
    void changesAreShownOnlyIfTheDefinitionSaysSo() {
        assertThat(history(kind(false), 3, 1).object().toString())
                .contains("\"revision\":3")
                .doesNotContain("changed");
    }

    @Test
    void firstKnownRevisionHasNoTimeIfItsPredecessorIsForgotten() {
        assertThat(history(kind(true), 3, 3).object().arrayOrEmpty("revisions"))
                .hasToString("[{\"revision\":3,\"resourceVersion\":\"103\"}]");
    }

    @ParameterizedTest
    @ValueSource(ints = {19, 20, 21})
    void atMostTwentyRevisionsAreShownAndTheOldestHasItsChanges(int generations) {
        List<JsonObject> revisions = history(kind(true), generations, 1)
                .object()
                .arrayOrEmpty("revisions")
                .objects();

        assertThat(revisions).hasSize(Math.min(20, generations));
        assertThat(revisions.getLast().has("changed")).isEqualTo(generations == 21);
    }

    @Test
    void currentManagedFieldsTellWhoLastSetAField() {
        assertThat(history(kind(true), 1, 1).object().arrayOrEmpty("fields"))
                .hasToString("[{\"path\":\"spec.replicas\",\"manager\":\"helm\",\"operation\":\"Apply\","
                        + "\"time\":\"2026-01-01T00:00:09Z\"}]");
    }

    @Test
    void tableHasARowForEachRevision() {
        assertThat(history(kind(true), 2, 1).rows())
                .hasToString(
                        "[[\"2\", \"2026-01-01T00:00:02Z\", \"spec.replicas\"], [\"1\", \"2026-01-01T00:00:00Z\", \"\"]]");
    }

    @Test
    void missingObjectIsNotFound() {
        when(store.find(any(), any())).thenReturn(Optional.empty());

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> new VersionHistory(store, (_, _, _) -> List.of()).of(kind(true), CART, KIM))
                .satisfies(e -> assertThat(e.error()).isInstanceOf(ApiError.NotFound.class));
    }

    /** Of two permits, a user can hold one. */
    @Test
    void readsAtTheSameTimeAreLimited() {
        ApplicationKind kind = kind(true);
        history(kind, 1, 1);
        FairShares reads = new FairShares(2);
        VersionHistory history = new VersionHistory(store, (_, _, _) -> List.of(), reads);
        RequestDeadline soon = RequestDeadline.in(Duration.ofMillis(1));

        try (Permit _ = reads.take("kim")) {
            assertThatExceptionOfType(ApiException.class)
                    .isThrownBy(() -> soon.during(() -> history.of(kind, CART, KIM)))
                    .satisfies(e -> assertThat(e.error()).isEqualTo(ApiError.requestTimeout()));
            history.of(kind, CART, UserInfo.of("lee", List.of()));
        }

        history.of(kind, CART, KIM);
        reads.take("kim").close();
    }

    private ViewedApplication history(ApplicationKind kind, int last, int first) {
        when(store.find(kind, CART))
                .thenReturn(Optional.of(new StoredApplication(
                        kind,
                        application(last)
                                .withMetadata(application(last).metadata().toBuilder()
                                        .managedFields(JsonArray.of(TestJson.object("""
                                                {manager: 'helm', operation: 'Apply', time: '2026-01-01T00:00:09Z',
                                                 fieldsV1: {'f:spec': {'f:replicas': {}}}}""")))
                                        .build()),
                        new TextCodec())));
        return new VersionHistory(
                        store,
                        (_, _, limit) -> IntStream.iterate(last, i -> i >= first, i -> i - 1)
                                .limit(limit)
                                .mapToObj(i -> new Version(
                                        application(i),
                                        i == first
                                                ? Optional.empty()
                                                : Optional.of(
                                                        CREATED.plusSeconds(i).plusMillis(500))))
                                .toList())
                .of(kind, CART, KIM);
    }

    private static Application application(int generation) {
        return new Application(
                Kinds.redis().gvk(),
                ObjectMeta.of(CART.namespace(), CART.name()).toBuilder()
                        .generation(generation)
                        .resourceVersion(String.valueOf(100 + generation))
                        .creationTimestamp(CREATED)
                        .build(),
                Kinds.replicas(generation),
                JsonObject.EMPTY);
    }

    private static ApplicationKind kind(boolean comparesRevisions) {
        return Kinds.builder(Kinds.redis())
                .store("postgres")
                .subresources(new Subresources(
                        Set.of(Subresource.HISTORY),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        CredentialRules.NONE,
                        List.of(),
                        comparesRevisions))
                .build();
    }
}
