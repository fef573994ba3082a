package dev.chartroom.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.conformance.cases.Side;
import dev.chartroom.conformance.cluster.TestedResource;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ItemChecksTest {
    private static final String ALL = "GET /apis/g.example.com/v1/usages";
    private static final String OBJECTS = "GET /apis/g.example.com/v1/namespaces/n/usages";
    private static final String A =
            "{\"metadata\": {\"name\": \"a\", \"namespace\": \"n\", \"labels\": {\"x\": \"y\"}}, \"usage\": {}}";
    private static final String B = "{\"metadata\": {\"name\": \"b\", \"namespace\": \"n\"}, \"usage\": {}}";
    private static final TestedResource USAGES = new TestedResource(
            "g.example.com", "v1", "usages", "usage", "Usage", true, Set.of("get", "list"), Set.of());

    /** A server that ignores the Accept header and limits, as some do. */
    private final FakeCluster cluster = new FakeCluster()
            .with(ALL + "?limit=5", 200, list(A, B))
            .with(OBJECTS, 200, list(A, B))
            .with(OBJECTS + "?limit=1", 200, list(A, B))
            .with(OBJECTS + "?fieldSelector=metadata.name%3Da", 200, list(A))
            .with(OBJECTS + "?labelSelector=x%3Dy", 200, list(A))
            .with(OBJECTS + "/a", 200, A)
            .with(OBJECTS + "/b", 200, B);

    @Test
    void serverWhoseReadsAgree_passes() {
        assertThat(run()).hasSize(7).allMatch(CaseComparison::isEqual);
    }

    @Test
    void readsThatDisagree_areDifferences() {
        cluster.with(OBJECTS + "/b", 200, "{\"metadata\": {\"name\": \"b\"}}")
                .with(OBJECTS + "?limit=1", 200, list(A))
                .with(OBJECTS + "?labelSelector=x%3Dy", 200, list(B));

        assertThat(run().stream().filter(each -> !each.isExplained()))
                .extracting(each -> each.parityCase().name())
                .containsExactly("get-of-b", "pages-have-each-item", "label-selector-finds-the-item");
    }

    @Test
    void resourceWithoutObjects_hasNoResults() {
        cluster.with(ALL + "?limit=5", 200, list());

        assertThat(run()).isEmpty();
    }

    private List<CaseComparison> run() {
        return new ItemChecks(new Side(cluster, "g.example.com"), USAGES, AcceptedRules.none()).run();
    }

    private static String list(String... items) {
        return "{\"kind\": \"UsageList\", \"items\": [" + String.join(",", items) + "]}";
    }
}
