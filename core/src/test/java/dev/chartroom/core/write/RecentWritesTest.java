package dev.chartroom.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.admission.RecordedNotes;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.json.JsonDocument;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mockito.ArgumentCaptor;

/** Writes start from the store's recent state of an object, but only the current state decides about the result. */
class RecentWritesTest {
    private static final ApplicationKind KIND = Kinds.redis();
    private static final NamespacedName A = new NamespacedName("ns", "a");
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");
    private static final JsonCodec CODEC = mock(JsonCodec.class);
    private static final StoredApplication RECENT = stored("5", 1);
    private static final StoredApplication NOW = stored("6", 1);
    private static final StoredApplication AFTER = stored("7", 9);

    private final RecordedNotes notes = new RecordedNotes();
    private final ApplicationStore store = mock(ApplicationStore.class);
    private final ApplicationWriter writer = new ApplicationWriter(
            store,
            Admission.NONE,
            ObjectQuota.UNLIMITED,
            new Random(1),
            Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC));
    private final WriteRequest request = new WriteRequest(OPTIONS, FieldValidation.WARN, "", notes.context(), () -> {});

    /** Sets the replicas to 9. Update and patch also contain an unknown field, which an apply would reject. */
    enum Write {
        UPDATE {
            @Override
            StoredApplication to(RecentWritesTest test, String version) {
                return test.writer.update(KIND, A, json(changed(version)), test.request);
            }
        },
        PATCH {
            @Override
            StoredApplication to(RecentWritesTest test, String version) {
                return test.writer.patch(KIND, A, Patch.merge(json(changed(""))), test.request);
            }
        },
        APPLY {
            @Override
            StoredApplication to(RecentWritesTest test, String version) {
                JsonObject configuration = changed("")
                        .without("bar")
                        .with("apiVersion", new JsonString(KIND.gvk().apiVersion()))
                        .with("kind", new JsonString(KIND.names().kind()));
                return test.writer
                        .apply(KIND, A, json(configuration), true, test.request)
                        .application();
            }
        };

        /** @param version the resource version of the state that the client saw */
        abstract StoredApplication to(RecentWritesTest test, String version);
    }

    @BeforeEach
    void know() {
        when(store.recent(KIND, A)).thenReturn(Optional.of(RECENT));
        when(store.current(KIND, A)).thenReturn(NOW);
        when(store.find(KIND, A)).thenReturn(Optional.of(NOW));
        when(store.update(eq(KIND), eq(NOW), any(), any())).thenReturn(AFTER);
    }

    @ParameterizedTest
    @EnumSource
    void recentStateThatIsTheLatest_savesARead(Write write) {
        when(store.update(eq(KIND), eq(RECENT), any(), any())).thenReturn(AFTER);

        assertThat(write.to(this, "5")).isSameAs(AFTER);

        verify(store, never()).current(any(), any());
        verify(store, never()).find(any(), any());
        verify(store, times(1)).update(any(), any(), any(), any());
        assertThat(notes.warnings()).hasSize(write == Write.APPLY ? 0 : 1);
    }

    @ParameterizedTest
    @EnumSource
    void outdatedRecentState_isReadAgain(Write write) {
        when(store.update(eq(KIND), eq(RECENT), any(), any()))
                .thenThrow(
                        new ApiException(new ApiError.Conflict(KIND.groupResource(), "a", ApiError.Conflict.MODIFIED)));

        assertThat(write.to(this, "6")).isSameAs(AFTER);

        ArgumentCaptor<Application> written = ArgumentCaptor.forClass(Application.class);
        verify(store).update(eq(KIND), eq(NOW), written.capture(), any());
        assertThat(written.getValue().metadata().resourceVersion()).isEqualTo("6");
        assertThat(notes.warnings()).hasSize(write == Write.APPLY ? 0 : 1);
    }

    @ParameterizedTest
    @EnumSource
    void writeThatDoesNotChangeTheRecentState_isRepeatedOnTheLatest(Write write) {
        when(store.update(eq(KIND), eq(RECENT), any(), any())).thenReturn(RECENT);

        assertThat(write.to(this, "6")).isSameAs(AFTER);

        verify(store).update(eq(KIND), eq(NOW), any(), any());
    }

    @ParameterizedTest
    @EnumSource
    void failureOfTheStore_isNotRetried(Write write) {
        when(store.update(eq(KIND), eq(RECENT), any(), any()))
                .thenThrow(new ApiException(ApiError.unavailable("it may have been written")));

        ApiException thrown = catchThrowableOfType(ApiException.class, () -> write.to(this, "5"));

        assertThat(thrown).hasMessageContaining("it may have been written");
        verify(store, never()).current(any(), any());
        verify(store, never()).find(any(), any());
        assertThat(notes.warnings()).hasSize(write == Write.APPLY ? 0 : 1);
    }

    @ParameterizedTest
    @EnumSource
    void recentStateThatWasDeleted_isReadAgain(Write write) {
        ApiException notFound = new ApiException(new ApiError.NotFound(KIND.groupResource(), "a"));
        when(store.update(eq(KIND), eq(RECENT), any(), any())).thenThrow(notFound);
        when(store.current(KIND, A)).thenThrow(notFound);
        when(store.find(KIND, A)).thenReturn(Optional.empty());
        when(store.create(eq(KIND), any(), any())).thenReturn(AFTER);

        if (write == Write.APPLY) {
            assertThat(write.to(this, "5")).isSameAs(AFTER);
        } else {
            assertThat(catchThrowableOfType(ApiException.class, () -> write.to(this, "5")))
                    .isSameAs(notFound);
        }
    }

    @Test
    void patchThatFailsOnTheRecentState_isAppliedToTheLatest() {
        when(store.current(KIND, A))
                .thenReturn(new StoredApplication(
                        KIND,
                        new Application(
                                KIND.gvk(),
                                meta("6"),
                                JsonObject.of("name", new JsonString("there")),
                                JsonObject.EMPTY),
                        CODEC));
        when(store.update(any(), any(), any(), any())).thenReturn(AFTER);
        JsonValue removal = JsonArray.of(JsonObject.builder()
                .put("op", "remove")
                .put("path", "/spec/name")
                .build());

        assertThat(writer.patch(KIND, A, Patch.json(json(removal)), request)).isSameAs(AFTER);
        verify(store, times(1)).update(any(), any(), any(), any());
    }

    /** The store returns the deleted object with its previous resource version. */
    @Test
    void removalOfTheLastFinalizer_needsNoRead() {
        ObjectMeta terminating = meta("5").toBuilder()
                .finalizers(List.of("example.com/wait"))
                .deletionTimestamp(Instant.parse("2026-01-02T03:04:05Z"))
                .build();
        StoredApplication recent = new StoredApplication(
                KIND, new Application(KIND.gvk(), terminating, Kinds.replicas(1), JsonObject.EMPTY), CODEC);
        when(store.recent(KIND, A)).thenReturn(Optional.of(recent));
        when(store.update(eq(KIND), eq(recent), any(), any())).thenReturn(RECENT);
        JsonValue removal = JsonArray.of(JsonObject.builder()
                .put("op", "remove")
                .put("path", "/metadata/finalizers")
                .build());

        assertThat(writer.patch(KIND, A, Patch.json(json(removal)), request)).isSameAs(RECENT);
        verify(store, never()).current(any(), any());
    }

    /** Such a write sends no request to the backend, so the object may already be deleted. */
    @Test
    void writeThatDoesNotChangeATerminatingObject_readsTheLatest() {
        ObjectMeta terminating = meta("5").toBuilder()
                .deletionTimestamp(Instant.parse("2026-01-02T03:04:05Z"))
                .build();
        StoredApplication recent = new StoredApplication(
                KIND, new Application(KIND.gvk(), terminating, Kinds.replicas(9), JsonObject.EMPTY), CODEC);
        ApiException notFound = new ApiException(new ApiError.NotFound(KIND.groupResource(), "a"));
        when(store.recent(KIND, A)).thenReturn(Optional.of(recent));
        when(store.update(eq(KIND), eq(recent), any(), any())).thenReturn(recent);
        when(store.current(KIND, A)).thenThrow(notFound);
        when(store.find(KIND, A)).thenReturn(Optional.empty());
        when(store.create(eq(KIND), any(), any())).thenReturn(AFTER);

        assertThat(catchThrowableOfType(ApiException.class, () -> Write.PATCH.to(this, "5")))
                .isSameAs(notFound);
        assertThat(Write.APPLY.to(this, "5")).isSameAs(AFTER);
    }

    /** The store may have rejected the write only because of the old state. */
    @ParameterizedTest
    @EnumSource
    void writeRejectedByTheStore_isRepeatedOnTheLatest(Write write) {
        ApiException invalid = new ApiException(new ApiError.Invalid(KIND.gvk().groupKind(), "a", List.of()));
        when(store.update(eq(KIND), eq(RECENT), any(), any())).thenThrow(invalid);

        assertThat(write.to(this, "6")).isSameAs(AFTER);

        when(store.current(KIND, A)).thenReturn(RECENT);
        when(store.find(KIND, A)).thenReturn(Optional.of(RECENT));
        assertThat(catchThrowableOfType(ApiException.class, () -> write.to(this, "5")))
                .isSameAs(invalid);
    }

    private static JsonObject changed(String version) {
        return JsonObject.builder()
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", "a")
                                .putIfPresent("resourceVersion", version.isEmpty() ? null : version)
                                .build())
                .put("spec", Kinds.replicas(9))
                .put("bar", true)
                .build();
    }

    private static JsonDocument json(JsonValue value) {
        return JsonDocument.ofJson(value, List.of());
    }

    private static StoredApplication stored(String version, int replicas) {
        return new StoredApplication(
                KIND, new Application(KIND.gvk(), meta(version), Kinds.replicas(replicas), JsonObject.EMPTY), CODEC);
    }

    private static ObjectMeta meta(String version) {
        return ObjectMeta.of("ns", "a").toBuilder()
                .uid("uid")
                .resourceVersion(version)
                .build();
    }
}
