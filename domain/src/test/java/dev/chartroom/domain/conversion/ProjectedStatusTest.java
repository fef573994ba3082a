package dev.chartroom.domain.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectedStatusTest {
    private static final ApplicationKind REDIS = TestKinds.redis();

    /** The object's generation is 4, which the release records. The release is at generation 9. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                     | {"observedGeneration":-1} | {"observedGeneration":-1}
            {"observedGeneration":-1}              | {"observedGeneration":3} | {"observedGeneration":-1}
            {"observedGeneration":9}               | {"observedGeneration":3} | {"observedGeneration":4}
            {"observedGeneration":8}               | {"observedGeneration":3} | {"observedGeneration":3}
            {"observedGeneration":8}               | {}                       | {"observedGeneration":-1}
            {"observedGeneration":9,"conditions":[{"type":"Ready","status":"True","observedGeneration":9}]} | {} | {"observedGeneration":4,"conditions":[{"type":"Ready","status":"True","observedGeneration":4}]}
            {"observedGeneration":8,"conditions":[{"type":"Ready","status":"True","observedGeneration":8}]} | {"observedGeneration":3,"conditions":[{"type":"Stalled","observedGeneration":1},{"type":"Ready","status":"False","observedGeneration":2}]} | {"observedGeneration":3,"conditions":[{"type":"Ready","status":"True","observedGeneration":2}]}
            {"observedGeneration":8,"conditions":[{"type":"Ready","status":"True","observedGeneration":8}]} | {"observedGeneration":3} | {"observedGeneration":3,"conditions":[{"type":"Ready","status":"True"}]}
            {"observedGeneration":9,"conditions":[{"type":"Ready","status":"True"}]} | {} | {"observedGeneration":4,"conditions":[{"type":"Ready","status":"True"}]}
            {"observedGeneration":9,"lastAttemptedRevision":"1.2"} | {"gone":true} | {"version":"1.2","observedGeneration":4}
            """)
    void observedGenerationsReferToTheObject(String ofRelease, String before, String expected) {
        Application application = object("1").withStatus(TestJson.object(before));
        JsonObject release = live(ProjectionOutcome.ofNew(REDIS, object("1")), ofRelease);

        assertThat(ProjectedStatus.of(REDIS, release, application)).isEqualTo(TestJson.object(expected));
    }

    /** Flux reconciled the release at generation 8, or at 7 if there is an edit. The object was at 3 then. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            8 | 4 | 4 | Flux does not reconcile the release until it is resumed.
            7 | 3 | 2 | Flux does not reconcile the release until it is resumed; it last reconciled generation 3, and this is generation 4.
            """)
    void suspensionRefersToTheGenerationsOfTheObject(long reconciled, long observed, long ofReady, String message) {
        JsonObject before = TestJson.object(
                "{observedGeneration: 3, conditions: [{type: 'Ready', status: 'True', observedGeneration: 2}]}");
        JsonObject release = live(
                ProjectionOutcome.ofNew(REDIS, object("1")),
                "{observedGeneration: 9, conditions: [{type: 'Ready', status: 'True', observedGeneration: " + reconciled
                        + ", lastTransitionTime: '2026-01-01T00:00:00Z'}]}");
        release = release.with(
                "spec",
                release.objectOrEmpty("spec").toBuilder().put("suspend", true).build());

        JsonObject status = ProjectedStatus.of(REDIS, release, object("1").withStatus(before));

        assertThat(status).isEqualTo(TestJson.object("""
                {observedGeneration: %1$d, conditions: [
                  {type: 'Ready', status: 'True', observedGeneration: %2$d, lastTransitionTime: '2026-01-01T00:00:00Z'},
                  {type: 'Suspended', status: 'True', observedGeneration: 4, reason: 'Suspended',
                   lastTransitionTime: '2026-01-01T00:00:00Z',
                   message: '%3$s A deletion leaves the resources of the release behind.'}]}
                """.formatted(observed, ofReady, message)));
    }

    @Test
    void failuresAreCountedForTheGenerationOfTheObject() {
        JsonObject release = live(ProjectionOutcome.ofNew(REDIS, object("1")), """
                {observedGeneration: 9, lastAttemptedGeneration: 9, failures: 12,
                 conditions: [{type: 'Ready', status: 'False', observedGeneration: 9, message: 'm'}]}
                """);

        JsonObject status = ProjectedStatus.of(REDIS, release, object("1"));

        assertThat(status).isEqualTo(TestJson.object("""
                {observedGeneration: 4, conditions: [
                  {type: 'Ready', status: 'False', observedGeneration: 4, message: 'm'},
                  {type: 'Stalled', status: 'True', observedGeneration: 4, reason: 'RetriesFailed',
                   message: 'Flux failed 12 times for generation 4, and goes on trying: m'}]}
                """));
    }

    @Test
    void terminatingObjectWithoutAReleaseWaitsForItsOwnFinalizers() {
        JsonObject before = TestJson.object("""
                {observedGeneration: 3, version: '1', conditions: [{type: 'Released', status: 'True'},
                  {type: 'Ready', status: 'False', message: 'Flux is uninstalling the release.'}]}
                """);
        Application object = object("1").withStatus(before);
        Application terminating = object.withMetadata(object.metadata().toBuilder()
                .finalizers(List.of("example.com/hold"))
                .deletionTimestamp(Instant.parse("2026-01-02T03:04:05Z"))
                .build());

        assertThat(ProjectedStatus.withoutRelease(object)).isEqualTo(before);
        assertThat(ProjectedStatus.withoutRelease(terminating)).isEqualTo(TestJson.object("""
                {observedGeneration: 3, version: '1', conditions: [
                  {type: 'Ready', status: 'False', observedGeneration: 4, lastTransitionTime: '2026-01-02T03:04:05Z',
                   reason: 'Uninstalling', message: 'The deletion waits for the finalizer example.com/hold.'},
                  {type: 'Released', status: 'True'}]}
                """));
    }

    @ParameterizedTest
    @CsvSource({"2, true", "1, false"})
    void releaseThatBelongsToAnotherObjectOrHasNoRecordIsIgnored(String uid, boolean isRecorded) {
        Application application = object("1").withStatus(TestJson.object("{\"a\":1}"));
        JsonObject release = isRecorded
                ? ProjectionOutcome.ofNew(REDIS, object(uid))
                : ReleaseConverter.newRelease(REDIS, object(uid));

        assertThat(ProjectedStatus.of(REDIS, live(release, "{\"observedGeneration\":9}"), application))
                .isEqualTo(TestJson.object("{\"a\":1}"));
    }

    private static Application object(String uid) {
        return new Application(
                REDIS.gvk(),
                ObjectMeta.of("team-a", "cache").toBuilder()
                        .uid(uid)
                        .resourceVersion("10")
                        .generation(4)
                        .build(),
                JsonObject.EMPTY,
                JsonObject.EMPTY);
    }

    private static JsonObject live(JsonObject release, String status) {
        return release.with("metadata", release.objectOrEmpty("metadata").with("generation", JsonNumber.of(9)))
                .with("status", TestJson.object(status));
    }
}
