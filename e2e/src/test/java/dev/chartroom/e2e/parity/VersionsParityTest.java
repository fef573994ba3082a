package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.conformance.cases.CaseReader;
import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import dev.chartroom.conformance.document.Yaml;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A kind in two versions and a CRD with a conversion webhook, with the same requests: the cases of
 * {@code parity/versions}.
 */
@RequiresControlPlane
class VersionsParityTest {
    private static final Path FOLDER = CaseFiles.FOLDER.resolve("versions");
    private static final AcceptedRules RULES = AcceptedRules.shipped("chartroom", "helmrelease", "versions");
    private static final List<CaseComparison> COMPARISONS = new ArrayList<>();

    @BeforeAll
    static void run() throws Exception {
        List<ParityCase> cases = Yaml.readAll(FOLDER.resolve("cases.yaml")).stream()
                .map(document -> CaseReader.read("D/versions", document))
                .toList();
        try (ConvertingServer webhook = ConvertingServer.start()) {
            TestKind kind = TestKind.of(Yaml.read(FOLDER.resolve("kind.yaml"))).convertedBy(webhook.clientConfig());
            try (Sides sides = Sides.start(ControlPlane.shared(), List.of(kind));
                    VersionPolicies policies = VersionPolicies.install(sides.crd(), FOLDER.resolve("policies.yaml"))) {
                policies.awaitInForce(sides.crd(), kind);
                policies.awaitInForce(sides.ours(), kind);
                for (ParityCase each : cases) {
                    Sides.Answers answers = sides.run(each, kind, each.namespace());
                    COMPARISONS.add(CaseComparison.of(each, answers.crd(), answers.ours(), RULES));
                }
            }
        }
        new ParityReport("Versions beside a CRD", COMPARISONS).publish("versions");
    }

    @Test
    void everyVersionAnswersAsTheSameVersionOfTheCrd() {
        ParityReport report = new ParityReport("Versions beside a CRD", COMPARISONS);

        assertThat(COMPARISONS).hasSizeGreaterThan(15);
        assertThat(COMPARISONS.stream().filter(each -> !each.isExplained()).count())
                .as(report.places() + report.unexplained())
                .isZero();
    }

    @Test
    void everyAcceptedDifferenceIsStillThere() {
        assertThat(RULES.unused("versions")).isEmpty();
    }
}
