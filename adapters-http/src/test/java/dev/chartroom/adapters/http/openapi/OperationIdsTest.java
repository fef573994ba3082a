package dev.chartroom.adapters.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.meta.GroupVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationIdsTest {

    @ParameterizedTest
    @CsvSource({
        "apps.example.com,     v1,       readAppsExampleComV1NamespacedRedis,              appsExampleCom_v1",
        "apps.my-corp.io,      v1alpha1, readAppsMyCorpIoV1alpha1NamespacedRedis,          appsMyCorpIo_v1alpha1",
        "coordination.k8s.io,  v1beta2,  readCoordinationV1beta2NamespacedRedis,           coordination_v1beta2",
        "apps.example.com,     '',       readAppsExampleComNamespacedRedis,                appsExampleCom"
    })
    void operationIdsFollowTheStyleOfKubeApiserver(String group, String version, String id, String tag) {
        GroupVersion groupVersion = new GroupVersion(group, version);

        assertThat(new OperationIds().id("read", groupVersion, "NamespacedRedis"))
                .isEqualTo(id);
        assertThat(OperationIds.tag(groupVersion)).isEqualTo(tag);
    }

    @Test
    void groupsThatDifferInPunctuationOnlyGetDifferentIds() {
        OperationIds ids = new OperationIds();

        assertThat(ids.id("read", new GroupVersion("a.b.example.com", "v1"), "NamespacedRedis"))
                .isEqualTo("readABExampleComV1NamespacedRedis");
        assertThat(ids.id("read", new GroupVersion("a-b.example.com", "v1"), "NamespacedRedis"))
                .isEqualTo("readABExampleComV1NamespacedRedis_2");
    }
}
