package dev.chartroom.domain.conversion;

import static dev.chartroom.domain.conversion.RequestAnnotations.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReconcileRequestsTest {
    private static final ApplicationKind REDIS = TestKinds.redis();
    private static final ApplicationKind FORCEABLE = TestKinds.of(JsonObject.of("allowForce", JsonBoolean.TRUE));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # live annotations, next annotations, keys that are refused without and with the permission to force
            ''                | requestedAt=1 resetAt=1       | ''            | ''
            requestedAt=1     | requestedAt=2 note=1          | ''            | ''
            ''                | forceAt=1                     | forceAt=      | ''
            forceAt=1         | forceAt=2                     | forceAt=      | ''
            forceAt=1         | forceAt=1 requestedAt=1       | ''            | ''
            forceAt=1         | ''                            | ''            | ''
            ''                | watch=1                       | watch=        | watch=
            watch=1           | watch=2 forceAt=2             | watch= forceAt= | watch=
            watch=1           | watch=1                       | ''            | ''
            watch=1           | ''                            | ''            | ''
            ''                | reconcile.fluxcd.io=1         | ''            | ''
            """)
    void onlySupportedRequestsMayBeSetOrChanged(String live, String next, String refused, String refusedWithForce) {
        assertThat(refusals(REDIS, live, next)).isEqualTo(expected(refused));
        assertThat(refusals(FORCEABLE, live, next)).isEqualTo(expected(refusedWithForce));
    }

    @Test
    void newObjectIsCheckedToo() {
        assertThat(ReconcileRequests.check(REDIS, metadata("forceAt=1 requestedAt=1"), null))
                .extracting(FieldError::toString)
                .containsExactly("metadata.annotations[reconcile.fluxcd.io/forceAt]: Forbidden: the definition of the"
                        + " kind does not allow it (spec.release.allowForce)");
    }

    @Test
    void refusalOfAnUnknownRequestNamesTheSupportedOnes() {
        assertThat(ReconcileRequests.check(FORCEABLE, metadata("watch=1"), null))
                .extracting(FieldError::toString)
                .containsExactly("metadata.annotations[reconcile.fluxcd.io/watch]: Forbidden: not supported; the"
                        + " supported requests to Flux are reconcile.fluxcd.io/requestedAt,"
                        + " reconcile.fluxcd.io/resetAt, reconcile.fluxcd.io/forceAt");
    }

    @Test
    void objectsWithoutReleasesMayHaveAnyAnnotation() {
        ApplicationKind inPostgres = ApplicationKind.builder(
                        REDIS.group(), REDIS.version(), REDIS.names(), REDIS.schema(), REDIS.release())
                .store("postgres")
                .build();

        assertThat(ReconcileRequests.check(inPostgres, metadata("forceAt=1 watch=1"), null))
                .isEmpty();
    }

    private static String refusals(ApplicationKind kind, String live, String next) {
        return ReconcileRequests.check(kind, metadata(next), metadata(live)).stream()
                .map(FieldError::field)
                .collect(Collectors.joining(" "));
    }

    private static String expected(String refused) {
        return map(refused).keySet().stream()
                .map(key -> "metadata.annotations[" + key + "]")
                .collect(Collectors.joining(" "));
    }

    private static ObjectMeta metadata(String annotations) {
        return ObjectMeta.of("team-a", "cache").toBuilder()
                .annotations(map(annotations))
                .build();
    }
}
