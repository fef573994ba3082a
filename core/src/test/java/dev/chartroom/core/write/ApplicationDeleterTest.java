package dev.chartroom.core.write;

import static org.assertj.core.api.Assertions.assertThat;
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
import dev.chartroom.core.admission.RecordedNotes;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
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
import org.junit.jupiter.api.Test;

/** Tests how a deletecollection uses lists. */
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

    private StoredApplication stored(String resourceVersion) {
        ObjectMeta metadata = ObjectMeta.of("ns", "a").toBuilder()
                .uid("uid")
                .resourceVersion(resourceVersion)
                .build();
        return new StoredApplication(
                kind, new Application(kind.gvk(), metadata, Kinds.replicas(1), JsonObject.EMPTY), codec);
    }
}
