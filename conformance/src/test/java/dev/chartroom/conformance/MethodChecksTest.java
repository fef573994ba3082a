package dev.chartroom.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.conformance.cases.Side;
import dev.chartroom.conformance.cluster.TestedResource;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MethodChecksTest {
    private static final String ALL = "/apis/g.example.com/v1/usages";
    private static final String OBJECTS = "/apis/g.example.com/v1/namespaces/n/usages";
    private static final String DRY_RUN = "?dryRun=All";
    private static final String NOT_ALLOWED = "{\"kind\": \"Status\", \"reason\": \"MethodNotAllowed\"}";
    private static final TestedResource USAGES = new TestedResource(
            "g.example.com", "v1", "usages", "usage", "Usage", true, Set.of("get", "list", "watch"), Set.of());

    private final FakeCluster cluster = new FakeCluster()
            .with("POST " + OBJECTS + DRY_RUN, 405, NOT_ALLOWED)
            .with("PUT " + OBJECTS + "/there-is-no-such-object" + DRY_RUN, 405, NOT_ALLOWED)
            .with("PATCH " + OBJECTS + "/there-is-no-such-object" + DRY_RUN, 405, NOT_ALLOWED)
            .with("DELETE " + OBJECTS + "/there-is-no-such-object" + DRY_RUN, 405, NOT_ALLOWED)
            .with("DELETE " + OBJECTS + DRY_RUN, 405, NOT_ALLOWED);

    @Test
    void serverThatRefusesMissingVerbs_passes() {
        assertThat(run()).hasSize(5).allMatch(CaseComparison::isEqual);
    }

    @Test
    void otherCodeForAMissingVerb_isADifference() {
        cluster.with("POST " + OBJECTS + DRY_RUN, 201, "{\"kind\": \"Usage\"}");

        assertThat(run().stream().filter(each -> !each.isExplained()))
                .singleElement()
                .satisfies(each -> assertThat(each.parityCase().id()).isEqualTo("checks/methods/create-is-not-allowed"))
                .satisfies(each -> assertThat(each.steps().getFirst().unexplained())
                        .extracting(difference -> difference.pointer().toString())
                        .containsExactly("/code", "/kind", "/reason"));
    }

    @Test
    void collectionOfAClusterScopedResource_isNeverDeleted() {
        new MethodChecks(new Side(cluster, "g.example.com"), USAGES, AcceptedRules.none()).run("");

        assertThat(cluster.sent()).hasSize(4).noneMatch(sent -> sent.startsWith("DELETE " + ALL + DRY_RUN));
    }

    @Test
    void missingRight_isNoResult() {
        cluster.with("POST " + OBJECTS + DRY_RUN, 403, "{}");

        assertThat(run()).hasSize(4);
    }

    private List<CaseComparison> run() {
        return new MethodChecks(new Side(cluster, "g.example.com"), USAGES, AcceptedRules.none()).run("/namespaces/n");
    }
}
