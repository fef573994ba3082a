package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.PostgresPrograms;
import dev.chartroom.conformance.cases.Parallel;
import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sends every case to the CRD and to Chartroom with PostgreSQL for all kinds, behind one kube-apiserver. */
@RequiresControlPlane
class PostgresParityTest {
    private static final AcceptedRules RULES = AcceptedRules.shipped("chartroom", "postgres");
    private static List<CaseComparison> comparisons = List.of();

    @BeforeAll
    static void run() throws IOException {
        TestKinds kinds = TestKinds.of(CaseFiles.kinds());
        try (EmbeddedPostgres server = PostgresPrograms.builder().start();
                Sides sides = Sides.start(
                        ControlPlane.shared(), kinds.all(), """
                            stores: {default: postgres, postgres: {url: "%s", user: postgres}}
                            """.formatted(server.getJdbcUrl("postgres", "postgres")))) {
            comparisons = Parallel.map(CaseFiles.wantedCases(), each -> {
                CaseComparison first = compared(sides, each, kinds.of(each), "postgres-");
                // A read of any state may return the state before a write. A difference that is not due to chance
                // appears again.
                return first.isExplained() ? first : compared(sides, each, kinds.of(each), "again-");
            });
        }
        report().publish("postgres");
    }

    private static CaseComparison compared(Sides sides, ParityCase parityCase, TestKind kind, String prefix) {
        Sides.Answers both = sides.run(parityCase, kind, prefix + parityCase.namespace());
        return CaseComparison.of(parityCase, both.crd(), both.ours(), RULES);
    }

    @Test
    void chartroomOnPostgresAnswersAsTheCrdDoes() {
        assertThat(comparisons.stream().filter(each -> !each.isExplained()).count())
                .as(report().places() + report().unexplained())
                .isZero();
    }

    @Test
    void everyAcceptedDifferenceOfTheDatabaseIsStillThere() {
        if (CaseFiles.allAreWanted()) {
            assertThat(comparisons).hasSizeGreaterThan(1_200);
            assertThat(RULES.unused("postgres")).isEmpty();
        }
    }

    private static ParityReport report() {
        return new ParityReport("Chartroom on Postgres beside a CRD", comparisons);
    }
}
