package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.cases.GeneratedSequence;
import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Valid and invalid objects, generated from the schemas of real definitions with fixed seeds. */
@RequiresControlPlane
class RealSchemaParityTest {
    private static final int SEEDS = 6;

    @Test
    void answersForRealKindsMatchTheCrd() {
        assumeThat(Definitions.cozystackIsThere())
                .as("the real definitions beside the repository")
                .isTrue();
        TestKinds kinds = TestKinds.of(RealKinds.acceptedBy(ControlPlane.shared()));
        assertThat(kinds.all()).hasSizeGreaterThanOrEqualTo(6);
        try (Sides sides = Sides.start(ControlPlane.shared(), kinds.all())) {
            AcceptedRules rules = AcceptedRules.shipped("chartroom", "helmrelease", "real");
            GeneratedRun run = new GeneratedRun(sides, kinds, rules, "real-");
            List<CaseComparison> comparisons = run.run(cases(kinds));
            ParityReport report = new ParityReport("Real schemas", comparisons);
            report.publish("real");

            assertThat(comparisons.stream().filter(each -> !each.isExplained()).count())
                    .as(() -> report.places() + run.shrunk(comparisons))
                    .isZero();
            assertThat(rules.unused("real")).isEmpty();
        }
    }

    private static List<ParityCase> cases(TestKinds kinds) {
        List<ParityCase> cases = new ArrayList<>();
        for (TestKind kind : kinds.all()) {
            for (int seed = 0; seed < SEEDS; seed++) {
                cases.add(sequence(kind, seed));
            }
        }
        return cases;
    }

    /** Returns the life of one object. The first seeds of a kind make no mistakes. */
    private static ParityCase sequence(TestKind kind, int seed) {
        return GeneratedSequence.of(
                "real/" + kind.plural(),
                "seed-" + seed,
                kind.kind(),
                kind.kind().hashCode() * 31L + seed,
                seed >= SEEDS / 3,
                values -> JsonObject.of("spec", values.object(kind.spec())));
    }
}
