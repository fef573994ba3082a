package dev.chartroom.domain.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The release is at generation 7. */
class FailedRetriesTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            # limit, failures, generation of the last attempt, Ready, generation of Ready, Stalled; stalled
            10, 9,    7,    False,   7, none,  false
            10, 10,   7,    False,   7, none,  true
            10, 11,   7,    False,   7, none,  true
            10, 10,   7,    False,   7, False, true
            10, 10,   7,    False,   6, none,  true
            10, 10,   none, False,   7, none,  true
            10, 10,   none, False,   6, none,  false
            10, 10,   6,    False,   7, none,  false
            10, 10,   7,    Unknown, 7, none,  false
            10, 10,   7,    True,    7, none,  false
            10, 10,   7,    False,   7, True,  false
            10, none, 7,    False,   7, none,  false
            1,  1,    7,    False,   7, none,  true
            0,  99,   7,    False,   7, none,  false
            """)
    void releaseIsStalledAfterTheLimitOfFailuresOfItsGeneration(
            long limit,
            String failures,
            String attempted,
            String ready,
            long readyGeneration,
            String stalled,
            boolean isChanged) {
        JsonObject release = release(
                (failures.equals("none") ? "" : "failures: " + failures + ",")
                        + (attempted.equals("none") ? "" : "lastAttemptedGeneration: " + attempted + ","),
                "{type: 'Reconciling', status: 'True'}, {type: 'Ready', status: '" + ready + "', observedGeneration: "
                        + readyGeneration + ", message: 'm'}"
                        + (stalled.equals("none") ? "" : ", {type: 'Stalled', status: '" + stalled + "'}"));

        ReleaseProgress progress = ReleaseProgress.of(release, limit, LongUnaryOperator.identity());

        if (isChanged) {
            assertThat(progress.conditions())
                    .extracting(condition -> condition.stringOrEmpty("type") + condition.stringOrEmpty("status"))
                    .containsExactly("ReadyFalse", "StalledTrue");
            assertThat(progress.observedGeneration()).isEqualTo(JsonNumber.of(7));
        } else {
            assertThat(progress).isEqualTo(ReleaseProgress.reported(release.objectOrEmpty("status")));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            12 | 7  | Flux failed 12 times for generation 7, and goes on trying: a hook failed
            1  | 7  | Flux failed 1 time for generation 7, and goes on trying: a hook failed
            12 | -1 | Flux failed 12 times, and goes on trying: a hook failed
            """)
    void messageHasTheNumberOfFailuresAndTheReason(long failures, long shown, String message) {
        JsonObject release = release(
                "failures: " + failures + ", lastAttemptedGeneration: 7,",
                "{type: 'Ready', status: 'False', lastTransitionTime: '2026-01-02T03:04:05Z', message: 'a hook failed'}");

        JsonObject stalled = ReleaseProgress.of(release, 1, _ -> shown).condition("Stalled");

        assertThat(stalled).isEqualTo(TestJson.object("""
                {type: 'Stalled', status: 'True', observedGeneration: 7, lastTransitionTime: '2026-01-02T03:04:05Z',
                 reason: 'RetriesFailed', message: '%s'}
                """.formatted(message)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            # Ready, its reason, other conditions; the time and the reason of Stalled
            False   | UpgradeFailed  | {type: 'Released', status: 'False', lastTransitionTime: 'r', message: 'released'} | r | ready
            Unknown | Progressing    | {type: 'Released', status: 'False', lastTransitionTime: 'r', message: 'released'} | r | released
            Unknown | Progressing    | {type: 'Released', status: 'True'}, {type: 'TestSuccess', status: 'False', lastTransitionTime: 't', message: 'tested'} | t | tested
            False   | RollbackSucceeded | {type: 'Released', status: 'True'}, {type: 'Remediated', status: 'True', lastTransitionTime: 'm', message: 'remediated'} | m | ready
            Unknown | Progressing    | {type: 'Released', status: 'True'}  | `` | ``
            Unknown | Progressing    | {type: 'Other', status: 'False'}    | `` | ``
            Unknown | DependencyNotReady | {type: 'Released', status: 'False'} | `` | ``
            False   | SourceNotReady | {type: 'Released', status: 'True'}  | `` | ``
            True    | UpgradeSucceeded | {type: 'Released', status: 'True'} | `` | ``
            """)
    void releaseIsStalledUntilAnAttemptSucceeds(
            String ready, String cause, String others, String since, String reason) {
        JsonObject release = release(
                "failures: 12, lastAttemptedGeneration: 7,",
                "{type: 'Ready', status: '" + ready + "', reason: '" + cause
                        + "', lastTransitionTime: 'now', message: 'ready'}, " + others);

        ReleaseProgress progress = ReleaseProgress.of(release, 10, LongUnaryOperator.identity());

        JsonObject stalled = progress.condition("Stalled");
        assertThat(stalled.stringOrEmpty("lastTransitionTime")).isEqualTo(since);
        assertThat(stalled.stringOrEmpty("message")).endsWith(reason);
        assertThat(stalled.isEmpty()).isEqualTo(since.isEmpty());
    }

    @Test
    void suspendedReleaseIsNotStalled() {
        JsonObject release = release(
                        "failures: 99, lastAttemptedGeneration: 7,",
                        "{type: 'Ready', status: 'False', observedGeneration: 7}")
                .with("spec", TestJson.object("{suspend: true}"));

        assertThat(ReleaseProgress.of(release, 10, LongUnaryOperator.identity()).condition("Stalled"))
                .isEqualTo(JsonObject.EMPTY);
    }

    private static JsonObject release(String counters, String conditions) {
        return TestJson.object("{metadata: {generation: 7}, status: {" + counters
                + " observedGeneration: 6, conditions: [" + conditions + "]}}");
    }
}
