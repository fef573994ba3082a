package dev.chartroom.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.admission.RecordedNotes;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeletionPolicy;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;

/** Tests how the writer handles requests and the store's errors. */
class ApplicationWriterTest {
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);
    private static final NamespacedName A = new NamespacedName("ns", "a");

    private final RecordedNotes notes = new RecordedNotes();
    private final WriteRequest request = request(FieldValidation.WARN);
    private final ApplicationKind kind = Kinds.redis();
    private final ApplicationStore store = mock(ApplicationStore.class);
    private final JsonCodec codec = mock(JsonCodec.class);
    private final ApplicationWriter writer =
            new ApplicationWriter(store, Admission.NONE, ObjectQuota.UNLIMITED, new Random(1), CLOCK);

    @Test
    void createDropsServerOwnedFields() {
        JsonObject body = object(JsonObject.builder()
                        .put("name", "a")
                        .put("uid", "mine")
                        .put("creationTimestamp", "2020-01-01T00:00:00Z")
                        .put("deletionTimestamp", "2020-01-01T00:00:00Z")
                        .put("generation", 7)
                        .build())
                .with("status", JsonObject.of("version", new JsonString("9")));

        Application created = created(body);

        assertThat(created.metadata().toBuilder().managedFields(JsonArray.EMPTY).build())
                .isEqualTo(ObjectMeta.of("ns", "a"));
        assertThat(created.status()).isEqualTo(Application.UNOBSERVED);
    }

    @Test
    void createWithoutASpec_storesNoSpecAndOwnsTheDefaults() {
        for (JsonObject body : List.of(
                object(metadata("name", "a")), object(metadata("name", "a")).with("spec", JsonNull.NULL))) {
            Application created = created(body);

            assertThat(created.spec()).isNull();
            assertThat(created.metadata().managedFields().toString()).contains("f:replicas", "f:cache", "f:size");
        }
    }

    @Test
    void createWithoutASpec_isInvalidIfAFieldIsRequired() {
        ApplicationKind needy = Kinds.redis(Schema.of(JsonObject.builder()
                .put("type", "object")
                .put("required", JsonArray.ofStrings(List.of("name")))
                .put("properties", JsonObject.of("name", JsonObject.of("type", new JsonString("string"))))
                .build()));

        assertThatThrownBy(() -> writer.create(needy, "ns", json(object(metadata("name", "a"))), request))
                .hasMessageContaining("spec.name: Required value");
    }

    /**
     * Clients cannot distinguish a missing spec from an empty spec, so none of these writes changes the stored spec.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void writesThatDoNotChangeAnEmptySpec_storeItUnchanged(boolean isAbsent) {
        @Nullable JsonObject spec = isAbsent ? null : JsonObject.EMPTY;
        StoredApplication live =
                new StoredApplication(kind, new Application(kind.gvk(), meta("5"), spec, JsonObject.EMPTY), codec);
        when(store.current(kind, A)).thenReturn(live);
        when(store.update(eq(kind), any(), any(), any())).thenReturn(live);
        JsonObject body = object(JsonObject.builder()
                .put("name", "a")
                .put("resourceVersion", "5")
                .put("labels", metadata("team", "a"))
                .build());

        writer.update(kind, A, json(body), request);
        writer.update(kind, A, json(body.with("spec", JsonObject.EMPTY)), request);
        writer.update(kind, A, json(body.with("spec", live.shown().toJson().objectOrEmpty("spec"))), request);
        writer.patch(kind, A, merge(JsonObject.of("spec", JsonNull.NULL)), request);
        writer.patch(kind, A, merge(object(JsonObject.of("labels", metadata("team", "b")))), request);

        ArgumentCaptor<Application> written = ArgumentCaptor.forClass(Application.class);
        verify(store, times(5)).update(eq(kind), eq(live), written.capture(), any());
        assertThat(written.getAllValues()).extracting(Application::spec).containsOnly(spec);
    }

    @Test
    void patchOfOneFieldOfAnAbsentSpec_storesOnlyThisField() {
        StoredApplication live =
                new StoredApplication(kind, new Application(kind.gvk(), meta("5"), null, JsonObject.EMPTY), codec);
        when(store.current(kind, A)).thenReturn(live);
        when(store.update(eq(kind), any(), any(), any())).thenReturn(live);

        writer.patch(kind, A, merge(JsonObject.of("spec", Kinds.replicas(2))), request);

        ArgumentCaptor<Application> written = ArgumentCaptor.forClass(Application.class);
        verify(store).update(eq(kind), eq(live), written.capture(), any());
        assertThat(written.getValue().spec()).isEqualTo(Kinds.replicas(2));
    }

    @Test
    void generatedNameThatIsTakenIsGeneratedAgain() {
        ApiException taken = new ApiException(new ApiError.AlreadyExists(kind.groupResource(), "cart-x", false));
        when(store.create(eq(kind), any(), eq(OPTIONS))).thenThrow(taken, taken).thenReturn(stored("5", 1));

        writer.create(kind, "ns", json(object(metadata("generateName", "cart-"))), request);

        ArgumentCaptor<Application> tried = ArgumentCaptor.forClass(Application.class);
        verify(store, times(3)).create(eq(kind), tried.capture(), eq(OPTIONS));
        assertThat(tried.getAllValues())
                .extracting(application -> application.metadata().name())
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("cart-[bcdfghjklmnpqrstvwxz2456789]{5}"));
    }

    @Test
    void createReturnsAlreadyExistsAfterEightTakenNames() {
        when(store.create(any(), any(), any()))
                .thenThrow(new ApiException(new ApiError.AlreadyExists(kind.groupResource(), "cart-x", false)));

        assertThat(reasonOf(() -> writer.create(kind, "ns", json(object(metadata("generateName", "cart-"))), request)))
                .isEqualTo(StatusReason.ALREADY_EXISTS);
        verify(store, times(8)).create(any(), any(), any());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Upper", "under_score", "-a", "a-", "a.b"})
    void nameThatNoReleaseCanHaveIsInvalid(String name) {
        assertThat(reasonOf(() -> writer.create(kind, "ns", json(object(metadata("name", name))), request)))
                .isEqualTo(StatusReason.INVALID);
        verify(store, never()).create(any(), any(), any());
    }

    @Test
    void reservedKeysAreInvalidEvenIfTheSchemaPreservesUnknownFields() {
        ApplicationKind open = Kinds.redis(Schema.of(JsonObject.builder()
                .put("type", "object")
                .put("x-kubernetes-preserve-unknown-fields", true)
                .build()));
        when(store.current(open, A)).thenReturn(stored("5", 1));
        JsonObject hidden = JsonObject.of("_hidden", JsonNumber.of(1));
        JsonDocument body = json(object(metadata("name", "a")).with("spec", hidden));

        assertThat(reasonOf(() -> writer.create(open, "ns", body, request))).isEqualTo(StatusReason.INVALID);
        assertThat(reasonOf(() -> writer.patch(open, A, merge(JsonObject.of("spec", hidden)), request)))
                .isEqualTo(StatusReason.INVALID);
        verify(store, never()).update(any(), any(), any(), any());
    }

    @Test
    void requestToFluxThatIsNotAllowedIsInvalidInAnyWrite() {
        when(store.current(kind, A)).thenReturn(stored("5", 1));
        JsonObject forced = JsonObject.builder()
                .put("name", "a")
                .put("resourceVersion", "5")
                .put("annotations", JsonObject.ofStrings(Map.of("reconcile.fluxcd.io/forceAt", "now")))
                .build();
        String error = "metadata.annotations[reconcile.fluxcd.io/forceAt]: Forbidden: the definition of the kind does"
                + " not allow it";

        assertThatThrownBy(() -> writer.create(kind, "ns", json(object(forced.without("resourceVersion"))), request))
                .hasMessageContaining(error);
        assertThatThrownBy(() -> writer.update(kind, A, json(object(forced)), request))
                .hasMessageContaining(error);
        assertThatThrownBy(() -> writer.patch(kind, A, merge(JsonObject.of("metadata", forced)), request))
                .hasMessageContaining(error);
        JsonObject config = object(forced.without("resourceVersion"))
                .with("apiVersion", new JsonString(kind.gvk().apiVersion()))
                .with("kind", new JsonString(kind.gvk().kind()));
        assertThatThrownBy(() -> writer.apply(kind, A, json(config), false, request))
                .hasMessageContaining(error);
        verify(store, never()).create(any(), any(), any());
        verify(store, never()).update(any(), any(), any(), any());
    }

    @Test
    void immutableFieldCannotBeChangedByAnyWrite() {
        ApplicationKind guarded =
                Kinds.builder(kind).immutablePaths(List.of("spec.replicas")).build();
        StoredApplication live = stored("5", 1);
        when(store.current(guarded, A)).thenReturn(live);
        when(store.update(eq(guarded), any(), any(), any())).thenReturn(live);
        JsonObject metadata = JsonObject.builder()
                .put("name", "a")
                .put("resourceVersion", "5")
                .build();

        assertThatThrownBy(() -> writer.patch(guarded, A, merge(JsonObject.of("spec", Kinds.replicas(2))), request))
                .hasMessageContaining("spec.replicas: Invalid value: 2: field is immutable");
        assertThat(reasonOf(() ->
                        writer.update(guarded, A, json(object(metadata).with("spec", Kinds.replicas(2))), request)))
                .isEqualTo(StatusReason.INVALID);
        assertThat(reasonOf(
                        () -> writer.update(guarded, A, json(object(metadata).without("spec")), request)))
                .isEqualTo(StatusReason.INVALID);
        verify(store, never()).update(any(), any(), any(), any());

        writer.patch(guarded, A, merge(JsonObject.of("spec", JsonObject.of("name", new JsonString("b")))), request);
        verify(store).update(eq(guarded), eq(live), any(), any());
    }

    @Test
    void unknownValueOfTheDeletionProtectionIsInvalidInEveryWrite() {
        JsonObject annotations = JsonObject.of("annotations", metadata(DeletionPolicy.ANNOTATION, "yes"));
        JsonObject body = object(annotations.with("name", new JsonString("a")));
        JsonObject update =
                object(annotations.with("name", new JsonString("a")).with("resourceVersion", new JsonString("5")));
        when(store.current(kind, A)).thenReturn(stored("5", 1));

        for (ThrowingCallable write : List.<ThrowingCallable>of(
                () -> writer.create(kind, "ns", json(body), request),
                () -> writer.update(kind, A, json(update), request),
                () -> writer.patch(kind, A, merge(object(annotations)), request))) {
            assertThatThrownBy(write)
                    .hasMessageContaining("metadata.annotations[chartroom.dev/deletion-protection]: Unsupported value:"
                            + " \"yes\": supported values: \"true\", \"false\"");
        }
        verify(store, never()).create(any(), any(), any());
        verify(store, never()).update(any(), any(), any(), any());
    }

    @Test
    void staleUpdateConflictsAndIsNotRetried() {
        when(store.current(kind, A)).thenReturn(stored("5", 1));
        JsonObject body = object(JsonObject.builder()
                .put("name", "a")
                .put("resourceVersion", "4")
                .build());

        assertThat(reasonOf(() -> writer.update(kind, A, json(body), request))).isEqualTo(StatusReason.CONFLICT);
        verify(store, never()).update(any(), any(), any(), any());
    }

    @Test
    void updateWithoutResourceVersionIsInvalid() {
        when(store.current(kind, A)).thenReturn(stored("5", 1));

        assertThat(reasonOf(() -> writer.update(kind, A, json(object(metadata("name", "a"))), request)))
                .isEqualTo(StatusReason.INVALID);
    }

    @Test
    void patchThatConflictsIsAppliedToTheNewState() {
        StoredApplication first = stored("5", 1);
        StoredApplication second = stored("6", 7);
        when(store.current(kind, A)).thenReturn(first, second);
        when(store.update(eq(kind), eq(first), any(), any())).thenThrow(conflict());
        when(store.update(eq(kind), eq(second), any(), any())).thenReturn(second);
        Patch rename = merge(JsonObject.of("spec", JsonObject.of("name", new JsonString("patched"))));

        writer.patch(kind, A, rename, request);

        ArgumentCaptor<Application> written = ArgumentCaptor.forClass(Application.class);
        verify(store).update(eq(kind), eq(second), written.capture(), eq(OPTIONS));
        assertThat(written.getValue().spec()).isEqualTo(Kinds.replicas(7).with("name", new JsonString("patched")));
    }

    @Test
    void patchReturnsConflictAfterFiveConflicts() {
        when(store.current(kind, A)).thenReturn(stored("5", 1));
        when(store.update(any(), any(), any(), any())).thenThrow(conflict());

        assertThat(reasonOf(() -> writer.patch(kind, A, merge(JsonObject.of("spec", Kinds.replicas(2))), request)))
                .isEqualTo(StatusReason.CONFLICT);
        verify(store, times(5)).update(any(), any(), any(), any());
    }

    @Test
    void patchWithStaleResourceVersionConflicts() {
        when(store.current(kind, A)).thenReturn(stored("5", 1));
        Patch stale = merge(JsonObject.of("metadata", metadata("resourceVersion", "4")));

        assertThat(reasonOf(() -> writer.patch(kind, A, stale, request))).isEqualTo(StatusReason.CONFLICT);
        verify(store, never()).update(any(), any(), any(), any());
    }

    @Test
    void patchStoresTheDefaultsItSetsAndNoOthers() {
        StoredApplication current = new StoredApplication(
                kind, new Application(kind.gvk(), meta("5"), JsonObject.EMPTY, JsonObject.EMPTY), codec);
        when(store.current(kind, A)).thenReturn(current);

        when(store.update(any(), any(), any(), any())).thenReturn(current);

        writer.patch(kind, A, merge(JsonObject.of("spec", Kinds.replicas(2))), request);

        ArgumentCaptor<Application> written = ArgumentCaptor.forClass(Application.class);
        verify(store).update(eq(kind), eq(current), written.capture(), eq(OPTIONS));
        assertThat(written.getValue().spec()).isEqualTo(Kinds.replicas(2));
    }

    @Test
    void jsonPatchOfAMissingPathIsInvalid() {
        when(store.current(kind, A)).thenReturn(stored("5", 1));
        JsonValue operations = JsonArray.of(JsonObject.builder()
                .put("op", "remove")
                .put("path", "/spec/missing")
                .build());

        assertThat(reasonOf(() -> writer.patch(kind, A, Patch.json(json(operations)), request)))
                .isEqualTo(StatusReason.INVALID);
    }

    @Test
    void unknownFieldIsDroppedWithAWarning() {
        writer.create(kind, "ns", json(withUnknownField()), request);

        assertThat(notes.warnings()).containsExactly("unknown field \"metadata.foo\"", "unknown field \"bar\"");
        ArgumentCaptor<Application> created = ArgumentCaptor.forClass(Application.class);
        verify(store).create(eq(kind), created.capture(), eq(OPTIONS));
        assertThat(created.getValue().toJson().has("bar")).isFalse();
    }

    @Test
    void createWithUnknownOrDuplicateField_strict_returns400() {
        JsonDocument body = JsonDocument.ofJson(withUnknownField(), List.of("duplicate field \"spec.replicas\""));

        ApiException thrown = catchThrowableOfType(
                ApiException.class, () -> writer.create(kind, "ns", body, request(FieldValidation.STRICT)));

        assertThat(thrown)
                .hasMessage(
                        "Redis in version \"v1alpha1\" cannot be handled as a Redis: strict decoding error: duplicate field"
                                + " \"spec.replicas\", unknown field \"metadata.foo\", unknown field \"bar\"");
        assertThat(Status.of(thrown.error()).reason()).isEqualTo(StatusReason.BAD_REQUEST);
        verify(store, never()).create(any(), any(), any());
    }

    @Test
    void specThatViolatesItsSchemaIsInvalid() {
        JsonObject body = object(metadata("name", "a")).with("spec", JsonObject.of("replicas", new JsonString("many")));

        assertThat(reasonOf(() -> writer.create(kind, "ns", json(body), request)))
                .isEqualTo(StatusReason.INVALID);
    }

    @Test
    void createRecordsManagedFields() {
        Application created = created(object(metadata("name", "a")).with("spec", Kinds.replicas(3)));

        assertThat(created.metadata().managedFields().toString())
                .contains("\"manager\":\"test\"", "\"operation\":\"Update\"", "2026-01-02T03:04:05Z", "f:replicas");
    }

    @Test
    void applyOfAMissingObjectCreatesItAndAuthorizesCreate() {
        when(store.find(kind, A)).thenReturn(Optional.empty());
        when(store.create(any(), any(), any())).thenReturn(stored("5", 1));
        List<String> asked = new ArrayList<>();
        WriteRequest asking =
                new WriteRequest(OPTIONS, FieldValidation.STRICT, "", notes.context(), () -> asked.add("create"));

        Written written = writer.apply(kind, A, json(configuration(3)), false, asking);

        assertThat(written.created()).isTrue();
        assertThat(asked).containsExactly("create");
    }

    @Test
    void applyOfAnotherManagersFieldConflictsUnlessForced() {
        StoredApplication theirs = ownedBy("them");
        when(store.find(kind, A)).thenReturn(Optional.of(theirs));
        when(store.update(any(), any(), any(), any())).thenReturn(theirs);

        assertThat(reasonOf(() -> writer.apply(kind, A, json(configuration(3)), false, request)))
                .isEqualTo(StatusReason.CONFLICT);
        assertThat(writer.apply(kind, A, json(configuration(3)), true, request).created())
                .isFalse();
    }

    private StoredApplication ownedBy(String manager) {
        Application owned = stored("5", 1).application();
        JsonObject fields = kind.fieldOwnership()
                .update(JsonObject.EMPTY, owned.toJson(), manager, "", CLOCK.instant())
                .objectOrEmpty("metadata");
        ObjectMeta metadata = owned.metadata().toBuilder()
                .managedFields(fields.arrayOrEmpty("managedFields"))
                .build();
        return new StoredApplication(kind, owned.withMetadata(metadata), codec);
    }

    private JsonObject configuration(long replicas) {
        return JsonObject.builder()
                .put("apiVersion", kind.gvk().apiVersion())
                .put("kind", kind.gvk().kind())
                .put("metadata", metadata("name", "a"))
                .put("spec", Kinds.replicas(replicas))
                .build();
    }

    private static JsonObject withUnknownField() {
        return object(JsonObject.builder().put("name", "a").put("foo", 1).build())
                .with("spec", Kinds.replicas(1))
                .with("bar", JsonNumber.of(1));
    }

    private Application created(JsonObject body) {
        writer.create(kind, "ns", json(body), request);
        ArgumentCaptor<Application> created = ArgumentCaptor.forClass(Application.class);
        verify(store, atLeastOnce()).create(eq(kind), created.capture(), eq(OPTIONS));
        return created.getValue();
    }

    private WriteRequest request(FieldValidation validation) {
        return new WriteRequest(OPTIONS, validation, "", notes.context(), () -> {});
    }

    private static JsonDocument json(JsonValue value) {
        return JsonDocument.ofJson(value, List.of());
    }

    private static Patch merge(JsonObject changes) {
        return Patch.merge(json(changes));
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
