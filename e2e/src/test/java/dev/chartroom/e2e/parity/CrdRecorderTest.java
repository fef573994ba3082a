package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.ControlPlane;
import dev.chartroom.e2e.RequiresControlPlane;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Asks the CRDs for the answers to some cases and prints them, to write cases by:
 *
 * <pre>mvn package -pl e2e -am -Dtest=CrdRecorderTest -Dsurefire.failIfNoSpecifiedTests=false -Dparity.cases='D/create*'
 * </pre>
 *
 * With {@code -Dparity.record=true} the recordings of the topics that match are replaced too. {@code **} is all topics.
 */
@RequiresControlPlane
@EnabledIfSystemProperty(named = "parity.cases", matches = ".+")
class CrdRecorderTest {

    @Test
    void answersOfTheCrdAreShown() {
        PathMatcher wanted = FileSystems.getDefault().getPathMatcher("glob:" + System.getProperty("parity.cases"));
        boolean record = Boolean.getBoolean("parity.record");
        List<ParityCase> cases = CaseFiles.cases().stream()
                .filter(each -> wanted.matches(Path.of(each.topic())))
                .toList();
        assertThat(cases).isNotEmpty();

        Map<String, List<StepAnswer>> answers = answers(cases);

        Map<String, Map<String, List<StepAnswer>>> byTopic = new LinkedHashMap<>();
        for (ParityCase each : cases) {
            List<StepAnswer> steps = answers.get(each.id());
            assertThat(steps).as("answers to " + each.id()).isNotNull();
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
        List<TestKind> kinds = CaseFiles.kinds();
        Map<String, TestKind> byName = new LinkedHashMap<>();
        kinds.forEach(kind -> byName.put(kind.kind(), kind));
        Map<String, List<StepAnswer>> answers = new ConcurrentHashMap<>();
        try (Side crd = CrdSide.start(ControlPlane.shared(), kinds)) {
            Parallel.each(cases, each -> {
                TestKind kind = byName.get(each.kind());
                if (kind == null) {
                    throw new IllegalArgumentException(each.id() + ": there is no kind " + each.kind());
                }
                CrdSide.createNamespace(crd, each.namespace());
                answers.put(each.id(), CaseRun.run(each, kind, crd));
            });
        }
        return answers;
    }
}
