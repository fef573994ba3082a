package dev.chartroom.domain.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuspensionTest {
    private static final String SUSPENDED = "2026-03-01T00:00:00Z";

    /** helm-controller reports the latest generation as observed, whether it reconciled that generation or not. */
    @ParameterizedTest(name = "generation {0}, Ready at {1}: observed {3}")
    @CsvSource(textBlock = """
            # generation, generation of Ready, terminating; observed, generation of Ready as shown, Released as shown
            1, none, false, -1, none, none
            4, 4,    false, 4,  4,    3
            5, 4,    false, 5,  5,    3
            6, 4,    false, 4,  4,    3
            4, 5,    false, 5,  5,    3
            6, 4,    true,  6,  -,    3
            7, 4,    true,  4,  -,    3
            """)
    void latestGenerationIsObservedIfOnlyTheSuspensionFollowsTheGenerationOfReady(
            long generation,
            String ready,
            boolean isTerminating,
            long observed,
            String readyShown,
            String releasedShown) {
        JsonObject release = release(generation, ready, isTerminating);

        ReleaseProgress progress = progress(release);

        assertThat(progress.observedGeneration()).isEqualTo(JsonNumber.of(observed));
        if (!readyShown.equals("-")) {
            assertThat(generationOf(progress, "Ready")).isEqualTo(readyShown);
        }
        assertThat(generationOf(progress, "Released")).isEqualTo(releasedShown);
        assertThat(generationOf(progress, "Suspended")).isEqualTo(Long.toString(generation));
    }

    @Test
    void conditionsOfTheGenerationOfReadyFollowIt() {
        JsonObject release = TestJson.object("""
                {metadata: {generation: 5}, spec: {suspend: true}, status: {conditions: [
                  {type: 'Ready', status: 'True', observedGeneration: 4}, {type: 'Released', observedGeneration: 4},
                  {type: 'TestSuccess', observedGeneration: 2}, {type: 'Remediated'}]}}
                """);

        ReleaseProgress progress = progress(release);

        assertThat(progress.conditions())
                .extracting(condition ->
                        condition.stringOrEmpty("type") + ReleaseProgress.number(condition, ReleaseProgress.OBSERVED))
                .containsExactly("Ready5", "Released5", "TestSuccess2", "Remediated-1", "Suspended5");
    }

    @Test
    void reconcilingIsNotShown() {
        JsonObject release = TestJson.object("""
                {metadata: {generation: 5}, spec: {suspend: true}, status: {conditions: [
                  {type: 'Reconciling', status: 'True', observedGeneration: 4},
                  {type: 'Ready', status: 'Unknown', observedGeneration: 4}, {type: 'Stalled', status: 'True'}]}}
                """);

        assertThat(progress(release).conditions())
                .extracting(condition -> condition.stringOrEmpty("type"))
                .containsExactly("Ready", "Stalled", "Suspended");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5 | 4    | Flux does not reconcile the release until it is resumed.
            6 | 4    | Flux does not reconcile the release until it is resumed; it last reconciled generation 4, and this is generation 6.
            1 | none | Flux does not reconcile the release until it is resumed; it has not reconciled any generation yet.
            """)
    void messageNamesTheLastReconciledGenerationIfItIsNotTheLatest(long generation, String ready, String message) {
        JsonObject suspended = progress(release(generation, ready, false)).condition("Suspended");

        assertThat(suspended)
                .isEqualTo(TestJson.object("{type: 'Suspended', status: 'True', observedGeneration: " + generation
                        + ", lastTransitionTime: '" + SUSPENDED + "', reason: 'Suspended', message: '" + message
                        + " A deletion leaves the resources of the release behind.'}"));
    }

    @ParameterizedTest
    @CsvSource({"-1", "8"})
    void messageLeavesOutGenerationsThatAreUnknownOrEqual(long shown) {
        JsonObject suspended =
                ReleaseProgress.of(release(6, "4", false), 10, _ -> shown).condition("Suspended");

        assertThat(suspended.stringOrEmpty("message"))
                .isEqualTo("Flux does not reconcile the release until it is resumed."
                        + " A deletion leaves the resources of the release behind.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [{time: '3', fieldsV1: {'f:spec': {'f:suspend': {}}}}]                                                    | '2' | 3
            [{time: '4', fieldsV1: {'f:spec': {'f:suspend': {}}}}, {time: '3', fieldsV1: {'f:spec': {'f:suspend': {}}}}] | '2' | 3
            [{time: '3', fieldsV1: {'f:spec': {'f:values': {}}}}]                                                     | '2' | 2
            [{fieldsV1: {'f:spec': {'f:suspend': {}}}}]                                                               | '2' | 2
            []                                                                                                        | '2' | 2
            []                                                                                                        | ''  | 1
            """)
    void suspensionBeganWhenItsManagerWroteIt(String managedFields, String ready, String since) {
        JsonObject release = TestJson.object("""
                {metadata: {generation: 5, creationTimestamp: '1', managedFields: %s}, spec: {suspend: true},
                 status: {conditions: [{type: 'Ready', status: 'True', lastTransitionTime: %s}]}}
                """.formatted(managedFields, ready));

        assertThat(progress(release).condition("Suspended").stringOrEmpty("lastTransitionTime"))
                .isEqualTo(since);
    }

    @ParameterizedTest
    @CsvSource({"{}", "{suspend: false}"})
    void releaseThatIsNotSuspendedIsUnchanged(String spec) {
        JsonObject release = release(5, "4", false).with("spec", TestJson.object(spec));

        assertThat(progress(release)).isEqualTo(ReleaseProgress.reported(release.objectOrEmpty("status")));
    }

    private static ReleaseProgress progress(JsonObject release) {
        return ReleaseProgress.of(release, 10, LongUnaryOperator.identity());
    }

    /** Returns a suspended release. If it has a condition Ready, it also has an older condition Released. */
    private static JsonObject release(long generation, String ready, boolean isTerminating) {
        String conditions = ready.equals("none")
                ? "[]"
                : "[{type: 'Ready', status: 'True', observedGeneration: " + ready
                        + "}, {type: 'Released', status: 'True', observedGeneration: 3}]";
        return TestJson.object("""
                {metadata: {generation: %1$d, %2$s
                  managedFields: [{time: '%3$s', fieldsV1: {'f:spec': {'f:suspend': {}}}}]},
                 spec: {suspend: true}, status: {observedGeneration: %1$d, conditions: %4$s}}
                """.formatted(
                generation, isTerminating ? "deletionTimestamp: '2026-01-01T00:00:00Z'," : "", SUSPENDED, conditions));
    }

    private static String generationOf(ReleaseProgress progress, String type) {
        JsonObject condition = progress.condition(type);
        return condition.isEmpty()
                ? "none"
                : Long.toString(ReleaseProgress.number(condition, ReleaseProgress.OBSERVED));
    }
}
