package dev.chartroom.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.computed.ApplicationPreview;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.write.ApplicationWriter;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.computed.ComputedKinds;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.AdmissionNotes;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.release.ReleaseDirectory;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** There is an object {@code live}. Its release has a hidden value that the object does not show. */
class ApplicationPreviewTest {
    private static final String LIVE = "only-in-the-live-object";
    private static final String HIDDEN = "only-in-the-release";
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");
    /** All rights that a preview asks for. */
    private static final List<String> RIGHTS =
            List.of("get redises", "create redises", "update redises", "get helmreleases");

    private final ApplicationKind redis = Kinds.redis();
    private final ApplicationStore store = new MemoryApplicationStore(
            new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC(), Duration.ofMillis(50));
    private final KindRegistry registry = KindRegistry.assemble(List.of(
            new Declaration.Valid("redis", redis),
            new Declaration.Valid("preview", ComputedKinds.APPLICATION_PREVIEW)));

    ApplicationPreviewTest() {
        store.create(
                redis,
                new Application(
                        redis.gvk(),
                        ObjectMeta.of("ns", "live"),
                        JsonObject.builder().put("name", LIVE).build(),
                        JsonObject.EMPTY),
                OPTIONS);
    }

    static Stream<Set<String>> everySetOfRights() {
        return IntStream.range(0, 1 << RIGHTS.size())
                .mapToObj(bits -> IntStream.range(0, RIGHTS.size())
                        .filter(bit -> (bits & 1 << bit) != 0)
                        .mapToObj(RIGHTS::get)
                        .collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @MethodSource("everySetOfRights")
    void answerHasOnlyWhatTheUserMayRead(Set<String> rights) {
        JsonObject status = preview(object("live", 3), rights, Admission.NONE);

        boolean mayUpdate = rights.contains("get redises") && rights.contains("update redises");
        assertThat(status.get("allowed")).hasToString(String.valueOf(mayUpdate));
        assertThat(status.stringOrEmpty("operation")).isEqualTo(rights.contains("get redises") ? "Update" : "Create");
        assertThat(status.toString().contains(LIVE)).isEqualTo(mayUpdate);
        assertThat(status.toString().contains(HIDDEN)).isEqualTo(mayUpdate && rights.contains("get helmreleases"));
        assertThat(store.list(redis, ListRequest.all("ns")).items()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("everySetOfRights")
    void newObjectNeedsTheRightToCreateIt(Set<String> rights) {
        JsonObject status = preview(object("new", 3), rights, Admission.NONE);

        assertThat(status.get("allowed")).hasToString(String.valueOf(rights.contains("create redises")));
        assertThat(status.has("release"))
                .isEqualTo(rights.contains("create redises") && rights.contains("get helmreleases"));
        assertThat(store.list(redis, ListRequest.all("ns")).items()).hasSize(1);
    }

    @Test
    void changesArePathsWithBothValues() {
        JsonObject status = preview(object("live", 3), Set.copyOf(RIGHTS), Admission.NONE);

        assertThat(status.arrayOrEmpty("changes").objects().stream().map(JsonObject::toString))
                .contains("{\"path\":\"spec.replicas\",\"before\":2,\"after\":3}");
    }

    @Test
    void warningsOfAdmissionArePartOfTheAnswer() {
        Admission warning = new Admission() {
            @Override
            public void validate(AdmissionAttributes attributes, AdmissionNotes notes) {
                assertThat(attributes.dryRun()).isTrue();
                notes.warn("mind the gap");
            }
        };

        assertThat(preview(object("new", 3), Set.copyOf(RIGHTS), warning)
                        .arrayOrEmpty("warnings")
                        .strings())
                .contains("mind the gap");
    }

    @Test
    void objectOfAnotherNamespaceIsNotAllowed() {
        JsonObject object = object("a", 1);
        JsonObject elsewhere =
                object.with("metadata", object.objectOrEmpty("metadata").with("namespace", new JsonString("other")));

        JsonObject status = preview(elsewhere, Set.copyOf(RIGHTS), Admission.NONE);

        assertThat(status.objectOrEmpty("error").stringOrEmpty("message"))
                .isEqualTo("the namespace of the provided object does not match the namespace sent on the request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "a/b", "%2e", "A", "a?b"})
    void invalidNameIsPartOfTheAnswer(String name) {
        JsonObject status = preview(object(name, 1), Set.copyOf(RIGHTS), Admission.NONE);

        assertThat(status.objectOrEmpty("error").stringOrEmpty("message")).contains("metadata.name: Invalid value");
        assertThat(status.stringOrEmpty("operation")).isEqualTo("Create");
    }

    @Test
    void failureOfTheServerIsAnError() {
        Admission down = new Admission() {
            @Override
            public void validate(AdmissionAttributes attributes, AdmissionNotes notes) {
                throw new ApiException(ApiError.unavailable("down"));
            }
        };

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> preview(object("new", 3), Set.copyOf(RIGHTS), down))
                .withMessageContaining("down");
    }

    @Test
    void previewOfAPreviewIsInvalid() {
        JsonObject preview = JsonObject.builder()
                .put("apiVersion", "computed.chartroom.dev/v1alpha1")
                .put("kind", "ApplicationPreview")
                .build();

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> preview(preview, Set.copyOf(RIGHTS), Admission.NONE))
                .withMessageContaining("this server has no kind ApplicationPreview");
    }

    private JsonObject object(String name, long replicas) {
        return JsonObject.builder()
                .put("apiVersion", redis.gvk().apiVersion())
                .put("kind", "Redis")
                .put("metadata", JsonObject.builder().put("name", name).build())
                .put("spec", JsonObject.builder().put("replicas", replicas).build())
                .build();
    }

    private JsonObject preview(JsonObject object, Set<String> rights, Admission admission) {
        Authorizer authorizer = attributes -> attributes instanceof RequestAttributes.Resource resource
                        && rights.contains(resource.verb() + " " + resource.resource())
                ? new Decision.Allowed("")
                : new Decision.NoOpinion("");
        ApplicationWriter writer =
                new ApplicationWriter(store, admission, ObjectQuota.UNLIMITED, new Random(1), Clock.systemUTC());
        Application question = new Application(
                ComputedKinds.APPLICATION_PREVIEW.gvk(),
                ObjectMeta.of("ns", ""),
                JsonObject.of("object", object),
                JsonObject.EMPTY);
        return new ApplicationPreview(() -> registry, store, writer, authorizer, Optional.of(new Releases()))
                .status(question, UserInfo.of("kim", List.of()), OPTIONS);
    }

    /** Each object has the release of the kind with a hidden value. */
    private final class Releases implements ReleaseDirectory {
        @Override
        public void forEach(ApplicationKind kind, BiConsumer<NamespacedName, JsonObject> release) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<JsonObject> find(ApplicationKind kind, NamespacedName name) {
            return store.find(kind, name)
                    .map(found -> ReleaseConverter.newRelease(kind, found.application()))
                    .map(release -> release.with(
                            "spec",
                            release.objectOrEmpty("spec")
                                    .with(
                                            "values",
                                            JsonObject.builder()
                                                    .put("_hidden", HIDDEN)
                                                    .build())));
        }

        @Override
        public JsonObject replace(ApplicationKind kind, NamespacedName name, JsonObject release) {
            throw new UnsupportedOperationException();
        }
    }
}
