package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every case, sent to Chartroom with its store in memory and compared with what the CRD once answered. */
class RecordedParityTest {
    private static final AcceptedRules RULES = AcceptedRules.ofFile("memory");
    private static List<Comparison> comparisons = List.of();

    @BeforeAll
    static void run() {
        TestKinds kinds = TestKinds.of(CaseFiles.kinds());
        Recordings recordings = new Recordings(CaseFiles.FOLDER.resolve("recorded"));
        try (ChartroomSide chartroom = ChartroomSide.inMemory(kinds.all())) {
            comparisons = Parallel.map(CaseFiles.wantedCases(), each -> {
                CrdSide.createNamespace(chartroom.side(), each.namespace());
                return Comparison.of(
                        each,
                        recordings.of(each).orElse(List.of()),
                        CaseRun.run(each, kinds.of(each), chartroom.side()),
                        RULES);
            });
        }
        report().publish("recorded");
    }

    @Test
    void chartroomInMemoryAnswersAsTheCrdDid() {
        assertThat(comparisons.stream().filter(each -> !each.isExplained()).count())
                .as(report().places() + report().unexplained())
                .isZero();
    }

    @Test
    void everyAcceptedDifferenceOfTheMemoryStoreIsStillThere() {
        if (CaseFiles.allAreWanted()) {
            assertThat(RULES.unused("memory")).isEmpty();
        }
    }

    private static ParityReport report() {
        return new ParityReport("Chartroom in memory beside what a CRD answered", comparisons);
    }
}
