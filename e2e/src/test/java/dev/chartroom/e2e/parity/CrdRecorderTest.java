package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.conformance.answer.StepAnswer;
import dev.chartroom.conformance.cases.CaseRun;
import dev.chartroom.conformance.cases.Parallel;
import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Prints the CRDs' answers to some cases, as a help for writing cases:
 *
 * <pre>mvn package -pl e2e -am -Dtest=CrdRecorderTest -Dsurefire.failIfNoSpecifiedTests=false -Dparity.cases='D/create*'
 * </pre>
 *
 * {@code -Dparity.record=true} also replaces the recordings of the matching topics. {@code **} matches all topics.
 */
@RequiresControlPlane
@EnabledIfSystemProperty(named = "parity.cases", matches = ".+")
class CrdRecorderTest {

    @Test
    void answersOfTheCrdArePrintedOrRecorded() {
        boolean record = Boolean.getBoolean("parity.record");
        List<ParityCase> cases = CaseFiles.wantedCases();
        assertThat(cases).isNotEmpty();

        Map<String, List<StepAnswer>> answers = answers(cases);

        Map<String, Map<String, List<StepAnswer>>> byTopic = new LinkedHashMap<>();
        for (ParityCase each : cases) {
            List<StepAnswer> steps = Objects.requireNonNull(answers.get(each.id()), each.id());
            assertThat(steps)
                    .allSatisfy(step -> assertThat(step.answer().has("unanswered"))
                            .as(step.step() + ": " + step.answer())
                            .isFalse());
            byTopic.computeIfAbsent(each.topic(), _ -> new LinkedHashMap<>()).put(each.name(), steps);
            if (!record) {
                System.out.println("\n=== " + each.id());
                steps.forEach(step -> System.out.println("--- " + step.step() + "\n" + step.answer()));
            }
        }
        if (record) {
            byTopic.forEach(new Recordings(CaseFiles.FOLDER.resolve("recorded"))::write);
        }
    }

    private static Map<String, List<StepAnswer>> answers(List<ParityCase> cases) {
        TestKinds kinds = TestKinds.of(CaseFiles.kinds());
        Map<String, List<StepAnswer>> answers = new ConcurrentHashMap<>();
        try (Side crd = CrdSide.start(ControlPlane.shared(), TestGroups.CRD, kinds.all())) {
            Parallel.each(cases, each -> {
                CrdSide.createNamespace(crd, each.namespace());
                answers.put(each.id(), CaseRun.run(each, kinds.of(each).inCases(), crd));
            });
        }
        return answers;
    }
}
