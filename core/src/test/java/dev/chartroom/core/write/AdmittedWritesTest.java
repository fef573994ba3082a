package dev.chartroom.core.write;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.admission.RecordedNotes;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.Operation;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeletionPolicy;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.auth.RequestUser;
import dev.chartroom.ports.json.JsonDocument;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;

/**
 * Tests which objects admission receives for writes, and the result of a write if admission changes or rejects its
 * object.
 */
class AdmittedWritesTest {
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);
    private static final NamespacedName A = new NamespacedName("ns", "a");
    private static final DeleteRequest DELETE = new DeleteRequest("", "", "", false);

    private final ApplicationKind kind = Kinds.redis();
    private final ApplicationStore store = mock(ApplicationStore.class);
    private final Admission admission = mock(Admission.class);
    private final ObjectQuota quota = mock(ObjectQuota.class);
    private final RecordedNotes notes = new RecordedNotes();
    private final ApplicationWriter writer = new ApplicationWriter(store, admission, quota, new Random(1), CLOCK);
    private final ApplicationDeleter deleter = new ApplicationDeleter(store, admission);
    private final WriteRequest request = new WriteRequest(OPTIONS, FieldValidation.WARN, "", notes.context(), () -> {});

    @BeforeEach
    void admitEverything() {
        mutate(object -> object);
        when(store.create(any(), any(), any())).thenReturn(stored("5", 1));
    }

    @Test
    void fieldsAddedByAdmissionAreStoredButDefaultsAreNot() {
        mutate(object -> withSpec(object, "name", new JsonString("added")));

        assertThat(created("{\"cache\":{\"size\":\"2Gi\"}}").spec())
                .isEqualTo(object("{\"cache\":{\"size\":\"2Gi\"},\"name\":\"added\"}"));
    }

    @Test
    void clientValueEqualToItsDefaultIsStored() {
        mutate(object -> withSpec(object, "name", new JsonString("added")));

        assertThat(created("{\"replicas\":2}").spec()).isEqualTo(object("{\"replicas\":2,\"name\":\"added\"}"));
    }

    @Test
    void fieldRemovedByAdmissionIsNotStored() {
        mutate(object -> object.with("spec", object.objectOrEmpty("spec").without("name")));

        assertThat(created("{\"name\":\"mine\"}").spec()).isEqualTo(JsonObject.EMPTY);
    }

    @Test
    void unknownFieldAddedByAdmissionIsDropped() {
        mutate(object -> withSpec(object, "unheardOf", JsonNumber.of(1)));

        assertThat(created("{\"name\":\"mine\"}").spec()).isEqualTo(object("{\"name\":\"mine\"}"));
    }

    @Test
    void invalidManagedFieldsFromAdmissionAreIgnoredWithAWarning() {
        mutate(object -> object.with(
                "metadata",
                object.objectOrEmpty("metadata")
                        .with("managedFields", JsonArray.of(object("{\"operation\":\"Nothing\"}")))));

        assertThat(created("{}").metadata().managedFields().toString()).contains("\"manager\":\"test\"");
        assertThat(notes.warnings()).singleElement().asString().contains("invalid state after admission");
    }

    @Test
    void objectThatAdmissionMakesInvalidIsRejectedAsInvalid() {
        mutate(object -> withSpec(object, "replicas", new JsonString("many")));

        assertThat(reasonOf(() -> created("{}"))).isEqualTo(StatusReason.INVALID);
        verify(store, never()).create(any(), any(), any());
    }

    @Test
    void namespaceChangeByAdmissionReturnsBadRequest() {
        mutate(object ->
                object.with("metadata", object.objectOrEmpty("metadata").with("namespace", new JsonString("other"))));

        assertThat(reasonOf(() -> created("{}"))).isEqualTo(StatusReason.BAD_REQUEST);
    }

    @Test
    void validationSeesDefaultsGeneratedNameAndServerFields() {
        writer.create(kind, "ns", body("{\"metadata\":{\"generateName\":\"cart-\"},\"spec\":{}}"), request);

        ArgumentCaptor<AdmissionAttributes> seen = ArgumentCaptor.forClass(AdmissionAttributes.class);
        verify(admission).mutate(seen.capture(), eq(notes));
        verify(admission).validate(seen.capture(), eq(notes));
        assertThat(seen.getAllValues())
                .extracting(AdmissionAttributes::operation)
                .containsOnly(Operation.CREATE);
        assertThat(seen.getAllValues().getFirst().name()).isEmpty();
        AdmissionAttributes validated = seen.getAllValues().getLast();
        assertThat(validated.name()).startsWith("cart-").hasSize(10);
        assertThat(validated.objectOrEmpty().objectOrEmpty("spec")).isEqualTo(object("""
                {"cache":{"size":"1Gi"},"replicas":2}"""));
        assertThat(validated.objectOrEmpty().objectOrEmpty("metadata").toString())
                .contains("\"generation\":1", "2026-01-02T03:04:05Z");
        assertThat(validated.options().stringOrEmpty("kind")).isEqualTo("CreateOptions");
    }

    @Test
    void quotaIsChargedAfterAdmissionAndBeforeTheWrite() {
        created("{}");

        InOrder order = inOrder(admission, quota, store);
        order.verify(admission).mutate(any(), any());
        order.verify(admission).validate(any(), any());
        order.verify(quota).charge(any(), any(), eq(false));
        order.verify(store).create(any(), any(), any());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void writeRejectedByAdmissionIsNotStored(boolean whileMutating) {
        if (whileMutating) {
            doThrow(refused()).when(admission).mutate(any(), any());
        } else {
            doThrow(refused()).when(admission).validate(any(), any());
        }
        when(store.current(kind, A)).thenReturn(stored("5", 1));
        when(store.find(kind, A)).thenReturn(Optional.of(stored("5", 1)));
        JsonDocument patch = body("{\"spec\":{\"replicas\":3}}");
        JsonDocument whole = body("{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"5\"},\"spec\":{}}");
        JsonDocument configuration = body("{\"apiVersion\":\"" + kind.gvk().apiVersion()
                + "\",\"kind\":\"Redis\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"replicas\":3}}");

        assertThat(reasonOf(() -> created("{}"))).isEqualTo(StatusReason.FORBIDDEN);
        assertThat(reasonOf(() -> writer.update(kind, A, whole, request))).isEqualTo(StatusReason.FORBIDDEN);
        assertThat(reasonOf(() -> writer.patch(kind, A, Patch.merge(patch), request)))
                .isEqualTo(StatusReason.FORBIDDEN);
        assertThat(reasonOf(() -> writer.apply(kind, A, configuration, true, request)))
                .isEqualTo(StatusReason.FORBIDDEN);
        verify(store, never()).create(any(), any(), any());
        verify(store, never()).update(any(), any(), any(), any());
    }

    @Test
    void admissionOfAnUpdateSeesBothObjectsAndTheNextGeneration() {
        when(store.current(kind, A)).thenReturn(stored("5", 1));
        when(store.update(any(), any(), any(), any())).thenReturn(stored("6", 3));

        writer.patch(kind, A, Patch.merge(body("{\"spec\":{\"replicas\":3}}")), request);

        ArgumentCaptor<AdmissionAttributes> seen = ArgumentCaptor.forClass(AdmissionAttributes.class);
        verify(admission).validate(seen.capture(), any());
        AdmissionAttributes attributes = seen.getValue();
        assertThat(attributes.operation()).isEqualTo(Operation.UPDATE);
        assertThat(attributes.options().stringOrEmpty("kind")).isEqualTo("UpdateOptions");
        assertThat(attributes.objectOrEmpty().objectOrEmpty("spec").get("replicas"))
                .isEqualTo(JsonNumber.of(3));
        assertThat(Objects.requireNonNull(attributes.oldObject())
                        .objectOrEmpty("spec")
                        .get("replicas"))
                .isEqualTo(JsonNumber.of(1));
        assertThat(attributes.objectOrEmpty().objectOrEmpty("metadata").get("generation"))
                .isEqualTo(JsonNumber.of(8));
    }

    @Test
    void retriedPatchIsAdmittedAgain() {
        when(store.current(kind, A)).thenReturn(stored("5", 1), stored("6", 1));
        when(store.update(any(), any(), any(), any())).thenThrow(conflict()).thenReturn(stored("7", 3));

        writer.patch(kind, A, Patch.merge(body("{\"spec\":{\"replicas\":3}}")), request);

        verify(admission, times(2)).mutate(any(), any());
        verify(admission, times(2)).validate(any(), any());
    }

    @Test
    void deletionWithoutAdmissionDoesNotReadTheObject() {
        when(store.delete(kind, A, DELETE)).thenReturn(new DeleteOutcome.Deleted(stored("5", 1)));

        deleter.delete(kind, A, DELETE, notes.context());

        verify(store).delete(kind, A, DELETE);
        verify(store, never()).current(any(), any());
    }

    @Test
    void onlyTheStateThatAdmissionSawIsDeleted() {
        when(admission.concernsDeletionOf(kind)).thenReturn(true);
        when(store.current(kind, A)).thenReturn(stored("5", 1), stored("6", 1));
        DeleteOutcome gone = new DeleteOutcome.Deleted(stored("6", 1));
        when(store.delete(kind, A, new DeleteRequest("uid", "5", "", false))).thenThrow(conflict());
        when(store.delete(kind, A, new DeleteRequest("uid", "6", "", false))).thenReturn(gone);

        assertThat(deleter.delete(kind, A, DELETE, notes.context())).isSameAs(gone);
        ArgumentCaptor<AdmissionAttributes> seen = ArgumentCaptor.forClass(AdmissionAttributes.class);
        verify(admission, times(2)).admitDeletion(seen.capture(), any());
        assertThat(seen.getValue().object()).isNull();
        assertThat(seen.getValue().name()).isEqualTo("a");
        assertThat(seen.getValue().options().stringOrEmpty("kind")).isEqualTo("DeleteOptions");
    }

    @Test
    void deletionRejectedByAdmissionDeletesNothing() {
        when(admission.concernsDeletionOf(kind)).thenReturn(true);
        when(store.current(kind, A)).thenReturn(stored("5", 1));
        doThrow(refused()).when(admission).admitDeletion(any(), any());

        assertThat(reasonOf(() -> deleter.delete(kind, A, DELETE, notes.context())))
                .isEqualTo(StatusReason.FORBIDDEN);
        verify(store, never()).delete(any(), any(), any());
    }

    @Test
    void failedPreconditionRejectsADeletionBeforeAdmission() {
        when(admission.concernsDeletionOf(kind)).thenReturn(true);
        when(store.current(kind, A)).thenReturn(stored("5", 1));
        DeleteRequest other = new DeleteRequest("other", "", "", false);

        assertThat(reasonOf(() -> deleter.delete(kind, A, other, notes.context())))
                .isEqualTo(StatusReason.CONFLICT);
        verify(admission, never()).admitDeletion(any(), any());
    }

    @Test
    void protectedObjectIsRefusedBeforeAdmission() {
        when(admission.concernsDeletionOf(kind)).thenReturn(true);
        Application application = stored("5", 1).application();
        Application guarded = application.withMetadata(application.metadata().toBuilder()
                .annotations(Map.of(DeletionPolicy.ANNOTATION, "true"))
                .build());
        when(store.current(kind, A)).thenReturn(new StoredApplication(kind, guarded, new TextCodec()));

        assertThat(reasonOf(() -> deleter.delete(kind, A, DELETE, notes.context())))
                .isEqualTo(StatusReason.FORBIDDEN);
        verify(admission, never()).admitDeletion(any(), any());
        verify(store, never()).delete(any(), any(), any());
    }

    /** If a store reads other objects for a write, such as a Secret, the store reads them as the user of the write. */
    @Test
    void everyWriteReachesTheStoreAsItsUser() {
        List<String> users = new ArrayList<>();
        when(store.current(kind, A)).thenReturn(stored("5", 1));
        when(store.find(kind, A)).thenReturn(Optional.of(stored("5", 1)));
        when(store.create(any(), any(), any())).thenAnswer(_ -> stored(users, stored("5", 1)));
        when(store.update(any(), any(), any(), any())).thenAnswer(_ -> stored(users, stored("6", 1)));
        when(store.delete(any(), any(), any()))
                .thenAnswer(_ -> stored(users, new DeleteOutcome.Deleted(stored("6", 1))));
        when(store.list(any(), any()))
                .thenReturn(new ApplicationPage("9", List.of(stored("5", 1).served()), "", null));
        String configuration = "{\"apiVersion\":\"" + kind.gvk().apiVersion()
                + "\",\"kind\":\"Redis\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"replicas\":4}}";

        created("{}");
        writer.update(kind, A, body(configuration.replace("\"name\"", "\"resourceVersion\":\"5\",\"name\"")), request);
        writer.patch(kind, A, Patch.merge(body("{\"spec\":{\"replicas\":3}}")), request);
        writer.apply(kind, A, body(configuration), true, request);
        deleter.delete(kind, A, DELETE, notes.context());
        deleter.deleteCollection(kind, ListRequest.all("ns"), DELETE, notes.context());
        when(admission.concernsDeletionOf(kind)).thenReturn(true);
        deleter.delete(kind, A, DELETE, notes.context());
        when(store.find(kind, A)).thenReturn(Optional.empty());
        writer.apply(kind, A, body(configuration), true, request);

        assertThat(users).hasSize(8).containsOnly("jane");
        assertThat(RequestUser.current()).isEmpty();
    }

    private static <T> T stored(List<String> users, T answer) {
        users.add(RequestUser.current().map(UserInfo::name).orElse("nobody"));
        return answer;
    }

    private void mutate(UnaryOperator<JsonObject> mutation) {
        doAnswer(call -> mutation.apply(call.<AdmissionAttributes>getArgument(0).objectOrEmpty()))
                .when(admission)
                .mutate(any(), any());
    }

    private Application created(String spec) {
        writer.create(kind, "ns", body("{\"metadata\":{\"name\":\"a\"},\"spec\":" + spec + "}"), request);
        ArgumentCaptor<Application> created = ArgumentCaptor.forClass(Application.class);
        verify(store).create(eq(kind), created.capture(), eq(OPTIONS));
        return created.getValue();
    }

    private static JsonObject withSpec(JsonObject object, String field, JsonValue value) {
        return object.with("spec", object.objectOrEmpty("spec").with(field, value));
    }

    private StoredApplication stored(String resourceVersion, long replicas) {
        ObjectMeta metadata = ObjectMeta.of("ns", "a").toBuilder()
                .uid("uid")
                .resourceVersion(resourceVersion)
                .generation(7)
                .build();
        return new StoredApplication(
                kind,
                new Application(kind.gvk(), metadata, Kinds.replicas(replicas), JsonObject.EMPTY),
                new TextCodec());
    }

    private static ApiException refused() {
        return new ApiException(new ApiError.Denied(403, "Forbidden", "not this one", JsonObject.EMPTY));
    }

    private static ApiException conflict() {
        return new ApiException(new ApiError.Conflict(Kinds.redis().groupResource(), "a", ApiError.Conflict.MODIFIED));
    }

    private static JsonDocument body(String json) {
        return JsonDocument.ofJson(object(json), List.of());
    }

    private static StatusReason reasonOf(ThrowingCallable call) {
        ApiException thrown = catchThrowableOfType(ApiException.class, call);
        assertThat(thrown).as("an ApiException").isNotNull();
        return Status.of(thrown.error()).reason();
    }
}
