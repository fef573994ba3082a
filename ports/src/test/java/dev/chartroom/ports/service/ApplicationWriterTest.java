package dev.chartroom.ports.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.domain.meta.LabelSelector;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.Status;
import dev.chartroom.domain.status.StatusReason;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;

/** What the writer makes of requests, and what it does when the store says no. */
class ApplicationWriterTest {
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");
    private static final DeleteRequest DELETE = new DeleteRequest("", "", "", false);
    private static final NamespacedName A = new NamespacedName("ns", "a");

    private final ApplicationKind kind = Kinds.redis();
    private final ApplicationStore store = mock(ApplicationStore.class);
    private final JsonCodec codec = mock(JsonCodec.class);
    private final ApplicationWriter writer = new ApplicationWriter(store, new Random(1));

    @Test
    void whatTheServerOwnsIsWipedOnCreate() {
        JsonObject body = object(JsonObject.builder()
                        .put("name", "a")
                        .put("uid", "mine")
                        .put("creationTimestamp", "2020-01-01T00:00:00Z")
                        .put("deletionTimestamp", "2020-01-01T00:00:00Z")
                        .put("generation", 7)
                        .build())
                .with("status", JsonObject.of("version", new JsonString("9")));

        Application created = created(body);

        assertThat(created.metadata()).isEqualTo(ObjectMeta.of("ns", "a"));
        assertThat(created.status()).isEqualTo(JsonObject.EMPTY);
    }

    @Test
    void aGeneratedNameThatIsTakenIsGeneratedAgain() {
        ApiException taken = new ApiException(new ApiError.AlreadyExists(kind.groupResource(), "cart-x", false));
        when(store.create(eq(kind), any(), eq(OPTIONS))).thenThrow(taken, taken).thenReturn(stored("5", 1));

        writer.create(kind, "ns", object(metadata("generateName", "cart-")), OPTIONS);

        ArgumentCaptor<Application> tried = ArgumentCaptor.forClass(Application.class);
        verify(store, times(3)).create(eq(kind), tried.capture(), eq(OPTIONS));
        assertThat(tried.getAllValues())
                .extracting(application -> application.metadata().name())
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("cart-[bcdfghjklmnpqrstvwxz2456789]{5}"));
    }

    @Test
    void afterEightTakenNamesTheClientIsTold() {
        when(store.create(any(), any(), any()))
                .thenThrow(new ApiException(new ApiError.AlreadyExists(kind.groupResource(), "cart-x", false)));

        assertThat(reasonOf(() -> writer.create(kind, "ns", object(metadata("generateName", "cart-")), OPTIONS)))
                .isEqualTo(StatusReason.ALREADY_EXISTS);
        verify(store, times(8)).create(any(), any(), any());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Upper", "under_score", "-a", "a-", "a.b"})
    void aNameThatNoReleaseCanHaveIsInvalid(String name) {
        assertThat(reasonOf(() -> writer.create(kind, "ns", object(metadata("name", name)), OPTIONS)))
                .isEqualTo(StatusReason.INVALID);
        verify(store, never()).create(any(), any(), any());
    }

    @Test
    void reservedKeysAreInvalidOnEveryWrite() {
        when(store.get(kind, A, "")).thenReturn(stored("5", 1));
        JsonObject hidden = JsonObject.of("_hidden", JsonNumber.of(1));

        assertThat(reasonOf(() ->
                        writer.create(kind, "ns", object(metadata("name", "a")).with("spec", hidden), OPTIONS)))
                .isEqualTo(StatusReason.INVALID);
        assertThat(reasonOf(() -> writer.patch(kind, A, new Patch.Merge(JsonObject.of("spec", hidden)), OPTIONS)))
                .isEqualTo(StatusReason.INVALID);
        verify(store, never()).update(any(), any(), any(), any());
    }

    @Test
    void updateWithStaleResourceVersionIsConflictAndIsNotTriedAgain() {
        when(store.get(kind, A, "")).thenReturn(stored("5", 1));
        JsonObject body = object(JsonObject.builder()
                .put("name", "a")
                .put("resourceVersion", "4")
                .build());

        assertThat(reasonOf(() -> writer.update(kind, A, body, OPTIONS))).isEqualTo(StatusReason.CONFLICT);
        verify(store, never()).update(any(), any(), any(), any());
    }

    @Test
    void updateWithoutResourceVersionIsInvalid() {
        when(store.get(kind, A, "")).thenReturn(stored("5", 1));

        assertThat(reasonOf(() -> writer.update(kind, A, object(metadata("name", "a")), OPTIONS)))
                .isEqualTo(StatusReason.INVALID);
    }

    @Test
    void aPatchThatLosesARaceIsAppliedAgainToWhatWon() {
        StoredApplication first = stored("5", 1);
        StoredApplication second = stored("6", 7);
        when(store.get(kind, A, "")).thenReturn(first, second);
        when(store.update(eq(kind), eq(first), any(), any())).thenThrow(conflict());
        when(store.update(eq(kind), eq(second), any(), any())).thenReturn(second);
        Patch rename = new Patch.Merge(JsonObject.of("spec", JsonObject.of("name", new JsonString("patched"))));

        writer.patch(kind, A, rename, OPTIONS);

        ArgumentCaptor<Application> written = ArgumentCaptor.forClass(Application.class);
        verify(store).update(eq(kind), eq(second), written.capture(), eq(OPTIONS));
        assertThat(written.getValue().spec()).isEqualTo(Kinds.replicas(7).with("name", new JsonString("patched")));
    }

    @Test
    void aPatchThatNamesAStaleResourceVersionIsConflict() {
        when(store.get(kind, A, "")).thenReturn(stored("5", 1));
        Patch stale = new Patch.Merge(JsonObject.of("metadata", metadata("resourceVersion", "4")));

        assertThat(reasonOf(() -> writer.patch(kind, A, stale, OPTIONS))).isEqualTo(StatusReason.CONFLICT);
        verify(store, never()).update(any(), any(), any(), any());
    }

    @Test
    void aPatchToTheDefaultIsKeptAndAnUntouchedDefaultIsNot() {
        StoredApplication current = new StoredApplication(
                kind, new Application(kind.gvk(), meta("5"), JsonObject.EMPTY, JsonObject.EMPTY), codec);
        when(store.get(kind, A, "")).thenReturn(current);

        writer.patch(kind, A, new Patch.Merge(JsonObject.of("spec", Kinds.replicas(2))), OPTIONS);

        ArgumentCaptor<Application> written = ArgumentCaptor.forClass(Application.class);
        verify(store).update(eq(kind), eq(current), written.capture(), eq(OPTIONS));
        assertThat(written.getValue().spec()).isEqualTo(Kinds.replicas(2));
    }

    @Test
    void aPatchThatDoesNotFitIsInvalid() {
        when(store.get(kind, A, "")).thenReturn(stored("5", 1));
        JsonValue operations = JsonArray.of(JsonObject.builder()
                .put("op", "remove")
                .put("path", "/spec/missing")
                .build());

        assertThat(reasonOf(() -> writer.patch(kind, A, Patch.json(operations), OPTIONS)))
                .isEqualTo(StatusReason.INVALID);
    }

    @Test
    void deleteCollectionTakesEveryPageAndLeavesOutWhatIsGone() {
        when(store.list(eq(kind), any()))
                .thenReturn(
                        new ApplicationPage("9", List.of(stored("5", 1)), "more", null),
                        new ApplicationPage("9", List.of(stored("6", 1), stored("7", 1)), "", null));
        when(store.delete(eq(kind), eq(A), eq(DELETE)))
                .thenReturn(new DeleteOutcome.Deleted(stored("5", 1)))
                .thenThrow(new ApiException(new ApiError.NotFound(kind.groupResource(), "a")))
                .thenReturn(new DeleteOutcome.Deleted(stored("7", 1)));

        List<StoredApplication> deleted = writer.deleteCollection(kind, ListRequest.all("ns"), DELETE);

        assertThat(deleted)
                .extracting(application -> application.metadata().resourceVersion())
                .containsExactly("5", "7");
    }

    @Test
    void deleteCollectionWithALimitIsOnePage() {
        when(store.list(eq(kind), any())).thenReturn(new ApplicationPage("9", List.of(stored("5", 1)), "more", null));
        when(store.delete(eq(kind), eq(A), eq(DELETE))).thenReturn(new DeleteOutcome.Deleted(stored("5", 1)));
        ListRequest limited = new ListRequest("ns", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 1, "", "", "");

        assertThat(writer.deleteCollection(kind, limited, DELETE)).hasSize(1);
        verify(store, times(1)).list(kind, limited);
    }

    private Application created(JsonObject body) {
        writer.create(kind, "ns", body, OPTIONS);
        ArgumentCaptor<Application> created = ArgumentCaptor.forClass(Application.class);
        verify(store).create(eq(kind), created.capture(), eq(OPTIONS));
        return created.getValue();
    }

    private StoredApplication stored(String resourceVersion, long replicas) {
        return new StoredApplication(
                kind,
                new Application(kind.gvk(), meta(resourceVersion), Kinds.replicas(replicas), JsonObject.EMPTY),
                codec);
    }

    private static ObjectMeta meta(String resourceVersion) {
        return ObjectMeta.of("ns", "a").toBuilder()
                .uid("uid")
                .resourceVersion(resourceVersion)
                .build();
    }

    private static ApiException conflict() {
        return new ApiException(new ApiError.Conflict(Kinds.redis().groupResource(), "a", ApiError.Conflict.MODIFIED));
    }

    private static JsonObject object(JsonObject metadata) {
        return JsonObject.of("metadata", metadata);
    }

    private static JsonObject metadata(String field, String value) {
        return JsonObject.builder().put(field, value).build();
    }

    private static StatusReason reasonOf(ThrowingCallable call) {
        ApiException thrown = catchThrowableOfType(ApiException.class, call);
        assertThat(thrown).as("an ApiException").isNotNull();
        return Status.of(thrown.error()).reason();
    }
}
