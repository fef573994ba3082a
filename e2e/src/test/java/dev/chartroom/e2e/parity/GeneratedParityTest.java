package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Random sequences of operations from fixed seeds, sent to the CRD and to Chartroom. */
@RequiresControlPlane
class GeneratedParityTest {
    private static final int SEQUENCES = 110;
    private static final int TWIN_SEQUENCES = 15;
    private static final int LENGTH = 20;

    private final TestKinds kinds = TestKinds.of(CaseFiles.kinds().stream()
            .filter(kind -> kind.kind().equals("Widget"))
            .map(widget -> widget.unobserved(Sequences.KIND, "sprockets"))
            .toList());

    @Test
    void answersToGeneratedSequencesMatchTheCrd() {
        try (Sides sides = Sides.start(ControlPlane.shared(), kinds.all())) {
            AcceptedRules rules = AcceptedRules.shipped("chartroom", "helmrelease", "generated");
            GeneratedRun run = new GeneratedRun(sides, kinds, rules, "generated-");
            List<CaseComparison> comparisons = run.run(sequences(SEQUENCES));
            ParityReport report = new ParityReport("Generated sequences", comparisons);
            report.publish("generated");

            assertThat(comparisons.stream().filter(each -> !each.isExplained()).count())
                    .as(() -> report.places() + run.shrunk(comparisons))
                    .isZero();
            assertThat(rules.unused("generated")).isEmpty();
            assertThat(comparisons.stream()
                            .mapToInt(each -> each.steps().size())
                            .sum())
                    .as("operations")
                    .isGreaterThanOrEqualTo(2_000);
        }
    }

    /** The answers to a sequence must not depend on chance: two CRDs must not differ. */
    @Test
    void twoCrdsAnswerTheSame() {
        try (Sides twins = Sides.twins(ControlPlane.shared(), kinds.all())) {
            GeneratedRun run = new GeneratedRun(twins, kinds, AcceptedRules.none(), "twin-");
            List<CaseComparison> comparisons = run.run(sequences(Integer.getInteger("parity.twins", TWIN_SEQUENCES)));

            assertThat(comparisons.stream().filter(each -> !each.isEqual()).count())
                    .as(() -> new ParityReport("Two CRDs", comparisons).unexplained())
                    .isZero();
        }
    }

    private static List<ParityCase> sequences(int count) {
        return LongStream.range(0, count)
                .mapToObj(seed -> Sequences.of(seed, LENGTH))
                .toList();
    }
}
