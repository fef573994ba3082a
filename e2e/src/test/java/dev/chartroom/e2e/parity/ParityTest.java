package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.conformance.cases.Parallel;
import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sends every case to the CRD and to Chartroom with HelmReleases, behind one kube-apiserver. */
@RequiresControlPlane
class ParityTest {
    private static final AcceptedRules RULES = AcceptedRules.shipped("chartroom", "helmrelease");
    private static final List<CaseComparison> AGAINST_CHARTROOM = new ArrayList<>();
    private static final List<CaseComparison> AGAINST_RECORDING = new ArrayList<>();

    @BeforeAll
    static void run() {
        TestKinds kinds = TestKinds.of(CaseFiles.kinds());
        List<ParityCase> cases = CaseFiles.wantedCases();
        Recordings recordings = new Recordings(CaseFiles.FOLDER.resolve("recorded"));
        AcceptedRules none = AcceptedRules.none();
        try (Sides sides = Sides.start(ControlPlane.shared(), kinds.all())) {
            List<Sides.Answers> answers =
                    Parallel.map(cases, each -> sides.run(each, kinds.of(each), each.namespace()));
            for (int i = 0; i < cases.size(); i++) {
                ParityCase each = cases.get(i);
                Sides.Answers both = answers.get(i);
                AGAINST_CHARTROOM.add(CaseComparison.of(each, both.crd(), both.ours(), RULES));
                AGAINST_RECORDING.add(
                        CaseComparison.of(each, both.crd(), recordings.of(each).orElse(List.of()), none));
            }
        }
        ParityReport report = new ParityReport("Chartroom beside a CRD", AGAINST_CHARTROOM);
        report.publish("cases");
    }

    @Test
    void chartroomAnswersAsTheCrdDoes() {
        ParityReport report = new ParityReport("Chartroom beside a CRD", AGAINST_CHARTROOM);

        assertThat(AGAINST_CHARTROOM.stream()
                        .filter(each -> !each.isExplained())
                        .count())
                .as(report.places() + report.unexplained())
                .isZero();
    }

    @Test
    void theCrdAnswersAsRecorded() {
        assertThat(AGAINST_RECORDING.stream().filter(each -> !each.isEqual()).count())
                .as(new ParityReport("The CRD beside its recording", AGAINST_RECORDING).unexplained())
                .isZero();
    }

    @Test
    void everyAcceptedDifferenceIsStillThere() {
        if (CaseFiles.allAreWanted()) {
            assertThat(AGAINST_CHARTROOM).hasSizeGreaterThan(1_200);
            assertThat(RULES.unused("")).isEmpty();
            assertThat(RULES.unused("helmrelease")).isEmpty();
        }
    }
}
