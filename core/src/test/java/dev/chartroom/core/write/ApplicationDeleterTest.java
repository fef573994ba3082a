package dev.chartroom.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.admission.RecordedNotes;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeletionPolicy;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.AdmissionContext;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how a deletecollection uses lists, and which warnings a deletion has. */
class ApplicationDeleterTest {
    private static final DeleteRequest DELETE = new DeleteRequest("", "", "", false);
    private static final AdmissionContext CONTEXT = new RecordedNotes().context();
    private static final NamespacedName A = new NamespacedName("ns", "a");

    private final ApplicationKind kind = Kinds.redis();
    private final ApplicationStore store = mock(ApplicationStore.class);
    private final JsonCodec codec = new TextCodec();
    private final ApplicationDeleter deleter = new ApplicationDeleter(store, Admission.NONE);

    @Test
    void deleteCollectionDeletesEveryPageAndToleratesMissingObjects() {
        when(store.list(eq(kind), any()))
                .thenReturn(
                        new ApplicationPage("9", List.of(stored("5").served()), "more", null),
                        new ApplicationPage(
                                "9", List.of(stored("6").served(), stored("7").served()), "", null));
        when(store.delete(eq(kind), eq(A), eq(DELETE)))
                .thenReturn(new DeleteOutcome.Deleted(stored("5")))
                .thenThrow(new ApiException(new ApiError.NotFound(kind.groupResource(), "a")))
                .thenReturn(new DeleteOutcome.Deleted(stored("7")));

        ApplicationPage deleted = deleter.deleteCollection(kind, ListRequest.all("ns"), DELETE, CONTEXT);

        assertThat(deleted.resourceVersion()).isEqualTo("9");
        assertThat(deleted.items())
                .extracting(ServedApplication::resourceVersion)
                .containsExactly("5", "6", "7");
        verify(store, times(3)).delete(kind, A, DELETE);
    }

    @Test
    void deleteCollectionWithALimitDeletesOnePage() {
        when(store.list(eq(kind), any()))
                .thenReturn(new ApplicationPage("9", List.of(stored("5").served()), "more", null));
        when(store.delete(eq(kind), eq(A), eq(DELETE))).thenReturn(new DeleteOutcome.Deleted(stored("5")));
        ListRequest limited = new ListRequest("ns", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 1, "", "", "");

        assertThat(deleter.deleteCollection(kind, limited, DELETE, CONTEXT).continueToken())
                .isEqualTo("more");
        verify(store, times(1)).list(kind, limited);
    }

    /** As upstream with one worker: the first failure ends the deletion. */
    @Test
    void deleteCollectionEndsAtTheFirstObjectThatCannotBeDeleted() {
        ApiError refused = new ApiError.Refused(
                StatusReason.FORBIDDEN, kind.groupResource(), "a", "the object is protected", List.of(), 0);
        when(store.list(eq(kind), any()))
                .thenReturn(new ApplicationPage(
                        "9",
                        List.of(
                                stored("5").served(),
                                stored("6").served(),
                                stored("7").served()),
                        "more",
                        null));
        when(store.delete(eq(kind), eq(A), eq(DELETE)))
                .thenReturn(new DeleteOutcome.Deleted(stored("5")))
                .thenThrow(new ApiException(refused));

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> deleter.deleteCollection(kind, ListRequest.all("ns"), DELETE, CONTEXT))
                .satisfies(thrown -> assertThat(thrown.error()).isEqualTo(refused));
        verify(store, times(2)).delete(kind, A, DELETE);
        verify(store, times(1)).list(any(), any());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                // retains, projected, the suspended release of the deleted object, the warning
                "false | false | - | -",
                "false | false | redis-a | release redis-a is suspended: Flux deletes it without an uninstall, so its resources stay",
                "false | true | - | -",
                // A release that Flux was already uninstalling is not suspended.
                "true | false | - | -",
                "true | false | redis-a | the resources of release redis-a stay: the kind retains them",
                "true | true | - | the resources of release redis-a stay: the kind retains them",
            })
    void clientIsWarnedIfResourcesStay(
            boolean retains, boolean isProjected, @Nullable String suspended, @Nullable String warning) {
        ApplicationKind redis = (isProjected ? Kinds.projectedRedis() : Kinds.builder(kind))
                .deletion(new DeletionPolicy(retains, false, false))
                .build();
        StoredApplication gone = withSuspendedRelease(suspended);
        when(store.delete(any(), any(), any())).thenReturn(new DeleteOutcome.Terminating(gone));
        when(store.list(any(), any())).thenReturn(new ApplicationPage("9", List.of(gone.served()), "", null));
        RecordedNotes ofOne = new RecordedNotes();
        RecordedNotes ofAll = new RecordedNotes();

        deleter.delete(redis, A, DELETE, ofOne.context());
        deleter.deleteCollection(redis, ListRequest.all("ns"), DELETE, ofAll.context());

        assertThat(ofOne.warnings()).isEqualTo(warning == null ? List.of() : List.of(warning));
        assertThat(ofAll.warnings()).isEqualTo(ofOne.warnings());
    }

    @Test
    void failedDeletionHasNoWarning() {
        RecordedNotes notes = new RecordedNotes();
        when(store.delete(any(), any(), any()))
                .thenThrow(new ApiException(new ApiError.NotFound(kind.groupResource(), "a")));

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> deleter.delete(kind, A, DELETE, notes.context()));

        assertThat(notes.warnings()).isEmpty();
    }

    private StoredApplication withSuspendedRelease(@Nullable String name) {
        return new StoredApplication(kind, stored("5").application(), codec) {
            @Override
            public Optional<String> suspendedRelease() {
                return Optional.ofNullable(name);
            }
        };
    }

    private StoredApplication stored(String resourceVersion) {
        ObjectMeta metadata = ObjectMeta.of("ns", "a").toBuilder()
                .uid("uid")
                .resourceVersion(resourceVersion)
                .build();
        return new StoredApplication(
                kind, new Application(kind.gvk(), metadata, Kinds.replicas(1), JsonObject.EMPTY), codec);
    }
}
