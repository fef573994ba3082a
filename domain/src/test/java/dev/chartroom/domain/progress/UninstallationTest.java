package dev.chartroom.domain.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UninstallationTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ['finalizers.fluxcd.io']                     | false | []                                                                       | Flux is uninstalling the release.
            ['a', 'finalizers.fluxcd.io']                | false | [{type: 'Ready', status: 'True', reason: 'InstallSucceeded', message: 'm'}] | Flux is uninstalling the release.
            ['finalizers.fluxcd.io']                     | false | [{type: 'Released', reason: 'UninstallFailed', message: 'a hook failed'}]   | a hook failed
            ['finalizers.fluxcd.io']                     | false | [{type: 'Ready', status: 'False', reason: 'ConfigFactoryErr', lastTransitionTime: '2026-01-02T03:04:05Z', message: 'no ServiceAccount'}] | no ServiceAccount
            ['finalizers.fluxcd.io']                     | false | [{type: 'Ready', status: 'False', reason: 'UpgradeFailed', lastTransitionTime: '2026-01-02T03:04:04Z', message: 'earlier'}] | Flux is uninstalling the release.
            ['finalizers.fluxcd.io']                     | false | [{type: 'Ready', status: 'True', lastTransitionTime: '2026-01-02T03:04:05Z', message: 'm'}] | Flux is uninstalling the release.
            ['a.example.com/x']                          | false | []                                                                       | The deletion waits for the finalizer a.example.com/x.
            ['finalizers.fluxcd.io']                     | false | [{type: 'Remediated', reason: 'UninstallFailed', message: 'other'}]         | Flux is uninstalling the release.
            ['finalizers.fluxcd.io']                     | true  | []                                                                       | The release is suspended, so Flux removes it without an uninstall. Its resources stay.
            ['a.example.com/x']                          | false | [{type: 'Released', reason: 'UninstallFailed', message: 'earlier'}]         | The deletion waits for the finalizer a.example.com/x.
            ['a.example.com/x', 'foregroundDeletion']    | true  | [{type: 'Released'}]                                                     | The deletion waits for the finalizers a.example.com/x, foregroundDeletion.
            []                                           | false | [{type: 'Released'}]                                                     | Kubernetes is removing the object.
            """)
    void messageSaysWhyTheObjectIsStillThere(
            String finalizers, boolean isSuspended, String conditions, String message) {
        JsonObject release = TestJson.object("""
                {metadata: {generation: 5, deletionTimestamp: '2026-01-02T03:04:05Z', finalizers: %s},
                 spec: {suspend: %s}, status: {observedGeneration: 4, conditions: %s}}
                """.formatted(finalizers, isSuspended, conditions));

        JsonObject ready = progress(release).condition("Ready");

        assertThat(ready).isEqualTo(TestJson.object("""
                {type: 'Ready', status: 'False', observedGeneration: 5, lastTransitionTime: '2026-01-02T03:04:05Z',
                 reason: 'Uninstalling', message: '%s'}
                """.formatted(message)));
    }

    @Test
    void releaseThatFluxHasNeverSeenHasNoCondition() {
        JsonObject release = TestJson.object("""
                {metadata: {generation: 1, deletionTimestamp: '2026-01-02T03:04:05Z', finalizers: ['a.example.com/x']},
                 status: {observedGeneration: -1}}
                """);

        assertThat(progress(release).conditions()).isEmpty();
    }

    @Test
    void onlyReadyChanges() {
        JsonObject release = TestJson.object("""
                {metadata: {generation: 5, deletionTimestamp: '2026-01-02T03:04:05Z'},
                 status: {observedGeneration: 4, failures: 99, lastAttemptedGeneration: 5, conditions: [
                  {type: 'Released', status: 'True'}, {type: 'Ready', status: 'False'}, {type: 'Reconciling'}]}}
                """);

        ReleaseProgress progress = progress(release);

        assertThat(progress.observedGeneration())
                .isEqualTo(release.objectOrEmpty("status").get("observedGeneration"));
        assertThat(progress.conditions())
                .extracting(condition -> condition.stringOrEmpty("type"))
                .containsExactly("Ready", "Released", "Reconciling");
    }

    @Test
    void suspendedReleaseThatIsBeingDeletedHasBothConditions() {
        JsonObject release = TestJson.object("""
                {metadata: {generation: 5, deletionTimestamp: '2026-01-02T03:04:05Z', finalizers: ['finalizers.fluxcd.io']},
                 spec: {suspend: true}}
                """);

        assertThat(progress(release).conditions())
                .extracting(condition -> condition.stringOrEmpty("type"))
                .containsExactly("Ready", "Suspended");
    }

    private static ReleaseProgress progress(JsonObject release) {
        return ReleaseProgress.of(release, 10, LongUnaryOperator.identity());
    }
}
