package dev.chartroom.domain.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
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
