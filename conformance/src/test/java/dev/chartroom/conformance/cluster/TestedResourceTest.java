package dev.chartroom.conformance.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.conformance.FakeCluster;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestedResourceTest {
    private final FakeCluster cluster = new FakeCluster()
            .with("GET /apis/g.example.com", 200, """
                {"preferredVersion": {"version": "v2"}, "versions": [{"version": "v1"}, {"version": "v2"}]}
                """)
            .with("GET /apis/g.example.com/v1", 200, """
                {"resources": [
                  {"name": "boxes", "singularName": "box", "kind": "Box", "namespaced": true,
                   "verbs": ["create", "update", "patch", "delete", "get", "list", "watch"]},
                  {"name": "boxes/status", "kind": "Box", "verbs": ["get"]}]}
                """)
            .with("GET /apis/g.example.com/v2", 200, """
                {"resources": [{"name": "usages", "kind": "Usage", "namespaced": true, "verbs": ["get", "list"]}]}
                """);

    @Test
    void find_takesTheFirstVersionThatHasTheResource() {
        TestedResource found = find("boxes.g.example.com", null);

        assertThat(found.version()).isEqualTo("v1");
        assertThat(found.kind()).isEqualTo("Box");
        assertThat(found.subresources()).containsExactly("status");
        assertThat(found.isWritable()).isTrue();
        assertThat(find("usages.g.example.com", null).isWritable()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "boxes | - | must be PLURAL.GROUP",
                "boxes.other.example.com | - | does not serve the group other.example.com",
                "boxs.g.example.com | - | has no resource boxs; did you mean \"boxes\"?",
                "boxes.g.example.com | v2 | has no resource boxes in version v2"
            })
    void find_unknownResource_isRefused(String name, String version, String message) {
        assertThatThrownBy(() -> find(name, version))
                .isInstanceOf(ConformanceException.class)
                .hasMessageContaining(message);
    }

    @Test
    void missingRights_namesEachVerbAndResource() {
        String reviews = "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
        cluster.with(reviews, 201, "{\"status\": {\"allowed\": false}}");
        TestedResource usages = find("usages.g.example.com", null);

        assertThatThrownBy(() -> Rights.check(ClusterApi.of(cluster), usages))
                .isInstanceOf(ConformanceException.class)
                .hasMessageContaining("create, delete, get on customresourcedefinitions.apiextensions.k8s.io")
                .hasMessageContaining("create, delete, get on namespaces")
                .hasMessageContaining("get, list on usages.g.example.com");

        cluster.with(reviews, 201, "{\"status\": {\"allowed\": true}}");
        Rights.check(ClusterApi.of(cluster), usages);
    }

    private TestedResource find(String name, @Nullable String version) {
        return TestedResource.find(ClusterApi.of(cluster), name, Optional.ofNullable(version));
    }
}
