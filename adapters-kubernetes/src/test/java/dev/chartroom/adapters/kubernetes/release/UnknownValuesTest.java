package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.admission.RecordedNotes;
import dev.chartroom.core.store.ConvertingApplicationStore;
import dev.chartroom.core.write.ApplicationWriter;
import dev.chartroom.core.write.FieldValidation;
import dev.chartroom.core.write.Patch;
import dev.chartroom.core.write.WriteRequest;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.AdmissionNotes;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.json.JsonDocument;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes to an object remove values of its release that the schema does not know. */
class UnknownValuesTest {
    private static final ApplicationKind KIND = Kinds.redis(Schema.of(TestJson.object("""
            {type: 'object', properties: {
              size: {type: 'integer', default: 1},
              storage: {type: 'object', properties: {class: {type: 'string'}}},
              users: {type: 'array', items: {type: 'object', properties: {name: {type: 'string'}}}}}}
            """)));

    /** Chartroom wrote all values, except that the platform wrote {@code _platform} and {@code note}. */
    private static final String VALUES = "{_platform: 1, size: 1, stamp: 1, note: 1, storage: {class: 'a', stamp: 1},"
            + " users: [{name: 'a', stamp: 1}, {name: 'b', stamp: 1}]}";

    private static final JsonObject SPEC =
            TestJson.object("{size: 1, storage: {class: 'a'}, users: [{name: 'a'}, {name: 'b'}]}");
    private static final NamespacedName NAME = new NamespacedName("team-a", "a");

    private final FakeApiServer server = new FakeApiServer();
    private final RecordedNotes notes = new RecordedNotes();
    private final List<JsonObject> admitted = new ArrayList<>();
    private final ApplicationWriter writer = new ApplicationWriter(
            new ConvertingApplicationStore(new HelmReleaseStore(server.http(), new JacksonCodec())),
            new Admission() {
                @Override
                public void validate(AdmissionAttributes attributes, AdmissionNotes of) {
                    admitted.add(attributes.objectOrEmpty());
                }
            },
            ObjectQuota.UNLIMITED,
            new Random(1),
            Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC));

    /** A request that leaves the shown spec unchanged, except for the part that a test gives. */
    enum Write {
        MERGE_PATCH {
            @Override
            void of(UnknownValuesTest test, ApplicationKind kind, String part, WriteRequest request) {
                JsonObject patch = JsonObject.of("spec", TestJson.object(part));
                test.writer.patch(kind, NAME, Patch.merge(document(patch)), request);
            }
        },
        /** The part is the path of a removal. */
        JSON_PATCH {
            @Override
            void of(UnknownValuesTest test, ApplicationKind kind, String part, WriteRequest request) {
                JsonObject removal = JsonObject.builder()
                        .put("op", "remove")
                        .put("path", part)
                        .build();
                test.writer.patch(kind, NAME, Patch.json(document(JsonArray.of(removal))), request);
            }
        },
        UPDATE {
            @Override
            void of(UnknownValuesTest test, ApplicationKind kind, String part, WriteRequest request) {
                JsonObject spec = SPEC.toBuilder().putAll(TestJson.object(part)).build();
                test.writer.update(kind, NAME, document(object(kind, "7", spec)), request);
            }
        },
        APPLY {
            @Override
            void of(UnknownValuesTest test, ApplicationKind kind, String part, WriteRequest request) {
                test.writer.apply(kind, NAME, document(object(kind, "", TestJson.object(part))), true, request);
            }
        };

        abstract void of(UnknownValuesTest test, ApplicationKind kind, String part, WriteRequest request);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MERGE_PATCH | {stamp: null} | spec.stamp",
                "MERGE_PATCH | {note: null} | spec.note",
                "MERGE_PATCH | {storage: {stamp: null}} | spec.storage.stamp",
                "MERGE_PATCH | {size: 2, stamp: null, storage: {stamp: null}} | spec.stamp,spec.storage.stamp",
                "MERGE_PATCH | {users: [{name: 'a', stamp: null}, {name: 'b'}]} | spec.users[0].stamp",
                "JSON_PATCH | /spec/stamp | spec.stamp",
                "JSON_PATCH | /spec/note | spec.note",
                "JSON_PATCH | /spec/storage/stamp | spec.storage.stamp",
                "JSON_PATCH | /spec/users/1/stamp | spec.users[1].stamp",
                "UPDATE | {} | spec.stamp,spec.storage.stamp,spec.users[0].stamp,spec.users[1].stamp",
                "UPDATE | {size: 2} | spec.stamp,spec.storage.stamp,spec.users[0].stamp,spec.users[1].stamp",
                "UPDATE | {note: null} | spec.note,spec.stamp,spec.storage.stamp,spec.users[0].stamp,spec.users[1].stamp",
                "APPLY | {size: 1} | spec.stamp",
            })
    void writeRemovesValuesFromTheReleaseWithAWarning(Write write, String part, String paths) {
        answer(release(KIND, VALUES));

        write.of(this, KIND, part, request(false));

        assertThat(notes.warnings())
                .filteredOn(warning -> !warning.startsWith("unknown field"))
                .containsExactlyElementsOf(warnings(paths));
        JsonObject before = TestJson.object(VALUES);
        JsonObject expected = without(before, paths.split(","));
        boolean isResized = part.contains("size: 2");
        assertThat(written()).isEqualTo(isResized ? expected.with("size", JsonNumber.of(2)) : expected);
        assertThat(admitted).singleElement().satisfies(object -> {
            assertThat(object.objectOrEmpty("spec").toString()).doesNotContain("stamp", "note");
            assertThat(object.objectOrEmpty("metadata").get("generation")).isEqualTo(JsonNumber.of(2));
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MERGE_PATCH | {_platform: null}",
                "MERGE_PATCH | {absent: null, storage: {absent: null}, users: [{name: 'a'}, {name: 'b'}]}",
                "MERGE_PATCH | {}",
                "MERGE_PATCH | {stamp: 2}",
            })
    void otherWriteThatChangesNothingSendsNothing(Write write, String part) {
        answer(release(KIND, VALUES));

        write.of(this, KIND, part, request(false));

        assertThat(server.received()).noneMatch(received -> received.method().equals("PUT"));
        assertThat(notes.warnings()).noneMatch(warning -> warning.startsWith("removed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/spec/_platform", "/spec/absent", "/spec/stamp/absent", "/spec/users/2/stamp"})
    void jsonPatchThatRemovesNoUnknownValueIsInvalid(String path) {
        answer(release(KIND, VALUES));

        ApiException refused =
                catchThrowableOfType(ApiException.class, () -> Write.JSON_PATCH.of(this, KIND, path, request(false)));

        assertThat(refused.error()).isInstanceOf(ApiError.Invalid.class);
        assertThat(refused).hasMessageContaining("operation 0 (remove \"" + path + "\")");
    }

    @Test
    void updateThatRemovesNothingSendsNothing() {
        answer(release(
                KIND, "{_platform: 1, size: 1, note: 1, storage: {class: 'a'}, users: [{name: 'a'}, {name: 'b'}]}"));

        Write.UPDATE.of(this, KIND, "{}", request(false));

        assertThat(server.received()).noneMatch(received -> received.method().equals("PUT"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Write.class,
            names = {"MERGE_PATCH", "UPDATE"})
    void dryRunWarnsAsWell(Write write) {
        answer(release(KIND, "{size: 1, stamp: 1, storage: {class: 'a'}, users: [{name: 'a'}, {name: 'b'}]}"));

        write.of(this, KIND, "{stamp: null}", request(true));

        assertThat(notes.warnings())
                .containsOnlyOnce("removed spec.stamp from the release: the schema does not know it");
        assertThat(server.received().getLast().query()).containsEntry("dryRun", "All");
    }

    @Test
    void failedWriteDoesNotClaimARemoval() {
        server.answer(200, release(KIND, VALUES).toString());
        server.answer(403, Releases.status(403, "Forbidden", "a policy refuses it"));

        ApiException refused = catchThrowableOfType(
                ApiException.class, () -> Write.MERGE_PATCH.of(this, KIND, "{stamp: null}", request(false)));

        assertThat(refused).isNotNull();
        assertThat(notes.warnings()).isEmpty();
    }

    /**
     * The stored version has {@code scale.count}, {@code title} and {@code memory.amount}. The version of the requests
     * has {@code replicas}, {@code name} and {@code cache.size} for them.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MERGE_PATCH | {stamp: null} | spec.stamp",
                "MERGE_PATCH | {scale: {stamp: null}} | spec.scale.stamp",
                "MERGE_PATCH | {scale: null, title: null, cache: {size: '2Gi'}} | ''",
                "MERGE_PATCH | {cache: null, replicas: 4} | ''",
                "JSON_PATCH | /spec/scale/stamp | spec.scale.stamp",
                "UPDATE | {replicas: 3, name: 't'} | spec.cache,spec.scale.stamp,spec.stamp",
            })
    void requestInAnotherVersionNamesThePathsOfTheStoredVersion(Write write, String part, String paths) {
        ApplicationKind version = Kinds.convertedRedis();
        answer(release(version.stored(), "{scale: {count: 3, stamp: 1}, title: 't', cache: 1, stamp: 1}"));

        write.of(this, version, part, request(false));

        assertThat(notes.warnings())
                .filteredOn(warning -> !warning.startsWith("unknown field"))
                .containsExactlyElementsOf(warnings(paths));
        JsonObject values = written();
        assertThat(values.stringOrEmpty("title")).isEqualTo("t");
        assertThat(values.objectOrEmpty("scale").has("count")).isTrue();
        assertThat(values.has("cache")).isEqualTo(!paths.contains("spec.cache"));
    }

    @Test
    void jsonPatchInAnotherVersionCannotRemoveAFieldOfTheStoredVersion() {
        ApplicationKind version = Kinds.convertedRedis();
        answer(release(version.stored(), "{scale: {count: 3, stamp: 1}, title: 't'}"));

        ApiException refused = catchThrowableOfType(
                ApiException.class, () -> Write.JSON_PATCH.of(this, version, "/spec/scale", request(false)));

        assertThat(refused.error()).isInstanceOf(ApiError.Invalid.class);
    }

    /** Answers the read, and the write with any release. */
    private void answer(JsonObject release) {
        server.answer(200, release.toString())
                .answer(
                        200,
                        Releases.withMetadata(release, "resourceVersion", "8").toString());
    }

    private JsonObject written() {
        FakeApiServer.Received put = server.received().getLast();
        assertThat(put.method()).isEqualTo("PUT");
        return put.json().objectOrEmpty("spec").objectOrEmpty("values");
    }

    private WriteRequest request(boolean isDryRun) {
        return new WriteRequest(new WriteOptions(isDryRun, "ci"), FieldValidation.WARN, "", notes.context(), () -> {});
    }

    private static List<String> warnings(String paths) {
        return Stream.of(paths.split(","))
                .filter(path -> !path.isEmpty())
                .map(path -> "removed " + path + " from the release: the schema does not know it")
                .toList();
    }

    private static JsonObject without(JsonObject values, String... paths) {
        JsonObject left = values;
        for (String path : paths) {
            left = switch (path) {
                case "spec.stamp" -> left.without("stamp");
                case "spec.note" -> left.without("note");
                case "spec.storage.stamp" ->
                    left.with("storage", left.objectOrEmpty("storage").without("stamp"));
                case "spec.users[0].stamp" -> withoutStamp(left, 0);
                case "spec.users[1].stamp" -> withoutStamp(left, 1);
                default -> throw new IllegalArgumentException(path);
            };
        }
        return left;
    }

    private static JsonObject withoutStamp(JsonObject values, int index) {
        JsonValue[] users = values.arrayOrEmpty("users").values().toArray(JsonValue[]::new);
        users[index] = ((JsonObject) users[index]).without("stamp");
        return values.with("users", JsonArray.of(users));
    }

    /** Returns a release whose object the manager {@code ci} applied with {@code size} and {@code stamp}. */
    private static JsonObject release(ApplicationKind kind, String values) {
        JsonObject applied = TestJson.object("{'f:spec': {'f:size': {}, 'f:stamp': {}}}");
        JsonObject entry = JsonObject.builder()
                .put("manager", "ci")
                .put("operation", "Apply")
                .put("apiVersion", kind.gvk().apiVersion())
                .put("fieldsType", "FieldsV1")
                .put("fieldsV1", applied)
                .put("time", "2026-01-01T00:00:00Z")
                .build();
        ObjectMeta metadata = ObjectMeta.of("team-a", "a").toBuilder()
                .managedFields(JsonArray.of(entry))
                .build();
        JsonObject release = Releases.stored(
                kind, new Application(kind.gvk(), metadata, TestJson.object(values), JsonObject.EMPTY), "7");
        JsonArray onRelease = JsonArray.of(
                onRelease(ReleaseConverter.FIELD_MANAGER, """
                        {'f:size': {}, 'f:stamp': {}, 'f:users': {}, 'f:title': {}, 'f:cache': {},
                         'f:storage': {'.': {}, 'f:class': {}, 'f:stamp': {}},
                         'f:scale': {'.': {}, 'f:count': {}, 'f:stamp': {}}}
                        """),
                onRelease("platform", "{'f:_platform': {}, 'f:note': {}}"));
        return release.with("metadata", release.objectOrEmpty("metadata").with("managedFields", onRelease));
    }

    private static JsonObject onRelease(String manager, String values) {
        return JsonObject.builder()
                .put("manager", manager)
                .put("operation", "Update")
                .put("apiVersion", ReleaseConverter.API_VERSION)
                .put("fieldsType", "FieldsV1")
                .put("fieldsV1", JsonObject.of("f:spec", JsonObject.of("f:values", TestJson.object(values))))
                .put("time", "2026-01-01T00:00:00Z")
                .build();
    }

    private static JsonObject object(ApplicationKind kind, String resourceVersion, JsonObject spec) {
        return JsonObject.builder()
                .put("apiVersion", kind.gvk().apiVersion())
                .put("kind", kind.gvk().kind())
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", NAME.name())
                                .putIfPresent("resourceVersion", resourceVersion)
                                .build())
                .put("spec", spec)
                .build();
    }

    private static JsonDocument document(JsonValue value) {
        return JsonDocument.ofJson(value, List.of());
    }
}
