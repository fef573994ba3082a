package dev.chartroom.domain.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectionOutcomeTest {
    private static final ApplicationKind REDIS = TestKinds.redis();
    private static final String IDENTITY = "apps.example.com/application.identity";
    private static final Instant CREATED = Instant.parse("2020-01-02T03:04:05Z");
    private static final Instant DELETED = Instant.parse("2021-02-03T04:05:06Z");

    @Test
    void newReleaseConvertsBackToItsObject() {
        Application object = object("1", 10);
        JsonObject release = live(ProjectionOutcome.ofNew(REDIS, object));

        Application shown = ReleaseConverter.toApplication(REDIS, release);

        assertThat(shown.metadata())
                .isEqualTo(object.metadata().toBuilder()
                        .resourceVersion("77")
                        .generation(1)
                        .build());
        assertThat(shown.spec()).isEqualTo(object.spec());
        assertThat(annotation(release))
                .isEqualTo(
                        "{\"uid\":\"1\",\"creationTimestamp\":\"2020-01-02T03:04:05Z\",\"revision\":\"10\",\"generation\":4}");
    }

    @Test
    void deletedReleaseShowsTheObjectsDeletionTimestamp() {
        Application object = terminating(object("1", 10));
        JsonObject release = live(ProjectionOutcome.ofNew(REDIS, object));

        assertThat(ReleaseConverter.toApplication(REDIS, release).metadata().isTerminating())
                .isFalse();
        assertThat(ReleaseConverter.toApplication(REDIS, deleted(release))
                        .metadata()
                        .deletionTimestamp())
                .isEqualTo(DELETED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "{}",
                "{\"uid\":\"\",\"revision\":\"1\"}",
                "{\"uid\":\"1\"}",
                "{\"uid\":\"1\",\"revision\":\"x\"}",
                "{\"uid\":\"1\",\"revision\":7}",
                "{\"uid\":\"1\",\"revision\":\"7\",\"creationTimestamp\":\"yesterday\"}",
            })
    void unreadableIdentityIsIgnored(String annotation) {
        JsonObject release = annotated(live(ProjectionOutcome.ofNew(REDIS, object("1", 10))), annotation);

        ObjectMeta shown = ReleaseConverter.toApplication(REDIS, release).metadata();

        assertThat(shown.uid()).isEqualTo("of-the-release");
        assertThat(shown.creationTimestamp()).isEqualTo(Instant.parse("2026-01-02T03:04:05Z"));
        assertThat(RecordedIdentity.on(REDIS, release)).isEmpty();
    }

    @Test
    void updateThroughTheApiKeepsTheIdentity() {
        JsonObject release = live(ProjectionOutcome.ofNew(REDIS, object("1", 10)));
        Application shown = ReleaseConverter.toApplication(REDIS, release);

        JsonObject updated = ReleaseConverter.updatedRelease(
                REDIS,
                release,
                shown.withMetadata(shown.metadata().toBuilder()
                        .annotations(Map.of("application.identity", "mine", "note", "other"))
                        .build()));

        assertThat(annotation(updated)).isEqualTo(annotation(release));
        assertThat(updated.objectOrEmpty("metadata").stringOrEmpty("uid")).isEqualTo("of-the-release");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 11, Written, Written",
        "1, 10, Left, Written",
        "1, 9, Left, Left",
        "2, 11, InTheWay, InTheWay",
        "2, 10, InTheWay, InTheWay",
        "2, 9, Late, Late",
    })
    void recordedUidAndRevisionDecideTheOutcome(String uid, long revision, String brought, String restored) {
        JsonObject live = live(ProjectionOutcome.ofNew(REDIS, object("1", 10)));

        assertThat(name(ProjectionOutcome.of(REDIS, live, object(uid, revision))))
                .isEqualTo(brought);
        assertThat(name(ProjectionOutcome.restored(REDIS, live, object(uid, revision))))
                .isEqualTo(restored);
    }

    @Test
    void releaseWithoutRecordBelongsToTheObjectWithTheSameUid() {
        JsonObject live = live(ReleaseConverter.newRelease(REDIS, object("1", 10)));

        assertThat(name(ProjectionOutcome.of(REDIS, live, object("1", 10)))).isEqualTo("Foreign");
        assertThat(name(ProjectionOutcome.of(REDIS, live, object("of-the-release", 10))))
                .isEqualTo("Written");
    }

    @Test
    void releaseOfAnotherKindIsForeign() {
        JsonObject live = live(ProjectionOutcome.ofNew(REDIS, object("1", 10)));
        JsonObject metadata = live.objectOrEmpty("metadata");
        JsonObject labels =
                metadata.objectOrEmpty("labels").with("apps.example.com/application.kind", new JsonString("Postgres"));

        assertThat(name(ProjectionOutcome.of(
                        REDIS, live.with("metadata", metadata.with("labels", labels)), object("1", 11))))
                .isEqualTo("Foreign");
    }

    @Test
    void deletedReleaseIsInTheWayUnlessItsObjectIsDeletedToo() {
        JsonObject live = deleted(live(ProjectionOutcome.ofNew(REDIS, object("1", 10))));

        assertThat(name(ProjectionOutcome.of(REDIS, live, object("1", 11)))).isEqualTo("InTheWay");
        assertThat(name(ProjectionOutcome.restored(REDIS, live, object("1", 10))))
                .isEqualTo("InTheWay");
        assertThat(name(ProjectionOutcome.of(REDIS, live, terminating(object("1", 11)))))
                .isEqualTo("Written");
    }

    @Test
    void writeKeepsReleaseFieldsOutsideTheObject() {
        JsonObject live = live(ProjectionOutcome.ofNew(REDIS, object("1", 10)));
        live = live.with("spec", live.objectOrEmpty("spec").with("suspend", JsonBoolean.TRUE));

        ProjectionOutcome brought = ProjectionOutcome.of(
                REDIS, live, object("1", 11).withSpec(JsonObject.of("replicas", JsonNumber.of(9))));

        JsonObject written = ((ProjectionOutcome.Written) brought).release();
        JsonObject spec = live.objectOrEmpty("spec").with("values", JsonObject.of("replicas", JsonNumber.of(9)));
        assertThat(written.objectOrEmpty("spec")).isEqualTo(spec);
        assertThat(RecordedIdentity.on(REDIS, written)).hasValue(new RecordedIdentity("1", CREATED, 11, 4, null));
        assertThat(name(ProjectionOutcome.restored(REDIS, written, object("1", 11))))
                .isEqualTo("Written");
    }

    @Test
    void requestOnTheReleaseItselfStaysUntilTheObjectsRequestChanges() {
        JsonObject release = live(ProjectionOutcome.ofNew(REDIS, requesting("1", 10)));
        JsonObject requested = with(release, ReconcileRequests.REQUESTED_AT, "direct");

        assertThat(ReleaseConverter.toApplication(REDIS, release).metadata().annotations())
                .containsExactly(Map.entry(ReconcileRequests.REQUESTED_AT, "1"));
        assertThat(ProjectionOutcome.isUpToDate(REDIS, release, requesting("1", 10)))
                .isTrue();
        assertThat(ProjectionOutcome.isUpToDate(REDIS, requested, requesting("1", 10)))
                .isTrue();
        ProjectionOutcome next = ProjectionOutcome.restored(REDIS, requested, requesting("2", 11));
        assertThat(((ProjectionOutcome.Written) next)
                        .release()
                        .objectOrEmpty("metadata")
                        .objectOrEmpty("annotations")
                        .stringOrEmpty(ReconcileRequests.REQUESTED_AT))
                .isEqualTo("2");
    }

    private static Application requesting(String token, long revision) {
        Application object = object("1", revision);
        return object.withMetadata(object.metadata().toBuilder()
                .annotations(Map.of(ReconcileRequests.REQUESTED_AT, token))
                .build());
    }

    @Test
    void rolloutKeepsTheIdentity() {
        ApplicationKind rolled = TestKinds.of(JsonObject.of("interval", new JsonString("9m")));
        JsonObject live = live(ProjectionOutcome.ofNew(REDIS, object("1", 10)));

        JsonObject updated = TemplatedRelease.of(rolled, live).updated(CREATED);

        assertThat(updated.objectOrEmpty("spec").stringOrEmpty("interval")).isNotEmpty();
        assertThat(annotation(updated)).isEqualTo(annotation(live));
    }

    private static String name(ProjectionOutcome brought) {
        return brought.getClass().getSimpleName();
    }

    private static Application object(String uid, long revision) {
        return new Application(
                REDIS.gvk(),
                ObjectMeta.of("team-a", "cache").toBuilder()
                        .uid(uid)
                        .resourceVersion(Long.toString(revision))
                        .generation(4)
                        .creationTimestamp(CREATED)
                        .labels(Map.of("team", "a"))
                        .finalizers(List.of("example.com/guard"))
                        .build(),
                JsonObject.of("replicas", JsonNumber.of(3)),
                JsonObject.EMPTY);
    }

    private static Application terminating(Application object) {
        return object.withMetadata(
                object.metadata().toBuilder().deletionTimestamp(DELETED).build());
    }

    /** Adds the metadata that a kube-apiserver sets. */
    private static JsonObject live(JsonObject release) {
        return release.with(
                "metadata",
                release.objectOrEmpty("metadata").toBuilder()
                        .put("uid", "of-the-release")
                        .put("resourceVersion", "77")
                        .put("generation", 1)
                        .put("creationTimestamp", "2026-01-02T03:04:05Z")
                        .build());
    }

    private static JsonObject deleted(JsonObject release) {
        return release.with(
                "metadata",
                release.objectOrEmpty("metadata").with("deletionTimestamp", new JsonString("2026-03-04T05:06:07Z")));
    }

    private static JsonObject annotated(JsonObject release, String identity) {
        return with(release, IDENTITY, identity);
    }

    private static JsonObject with(JsonObject release, String annotation, String value) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        return release.with(
                "metadata",
                metadata.with(
                        "annotations", metadata.objectOrEmpty("annotations").with(annotation, new JsonString(value))));
    }

    private static String annotation(JsonObject release) {
        return release.objectOrEmpty("metadata").objectOrEmpty("annotations").stringOrEmpty(IDENTITY);
    }
}
