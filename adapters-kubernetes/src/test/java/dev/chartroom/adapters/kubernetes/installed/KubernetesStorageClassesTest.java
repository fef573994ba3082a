package dev.chartroom.adapters.kubernetes.installed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.computed.StorageClass;
import dev.chartroom.kubernetes.client.FakeApiServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KubernetesStorageClassesTest {
    private final FakeApiServer cluster = new FakeApiServer();
    private final KubernetesStorageClasses classes = new KubernetesStorageClasses(cluster.http(), new JacksonCodec());

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void annotationMarksTheDefault() {
        cluster.answer(200, """
                {"items": [
                  {"metadata": {"name": "fast", "annotations": {"storageclass.kubernetes.io/is-default-class": "false"}}},
                  {"metadata": {"name": "slow", "annotations": {"storageclass.kubernetes.io/is-default-class": "true"}}},
                  {"metadata": {"name": "tape"}}]}""");

        assertThat(classes.list(7).orElseThrow())
                .containsExactly(
                        new StorageClass("fast", false),
                        new StorageClass("slow", true),
                        new StorageClass("tape", false));
        assertThat(cluster.received().getFirst().query()).containsEntry("limit", "7");
    }

    @Test
    void missingRightIsNoError() {
        cluster.answer(403, "{}");

        assertThat(classes.list(7)).isEmpty();
    }

    @Test
    void otherFailureIs() {
        cluster.answer(500, "{}");

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> classes.list(7))
                .withMessageContaining("the list of storage classes has HTTP status 500");
    }
}
