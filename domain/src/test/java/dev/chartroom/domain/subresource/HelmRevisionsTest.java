package dev.chartroom.domain.subresource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.TestJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelmRevisionsTest {

    @Test
    void newestRevisionIsFirstAndUnrecordedFieldsAreAbsent() {
        assertThat(HelmRevisions.of(TestJson.object("""
                {"status": {"history": [
                  {"version": 1, "status": "superseded", "chartName": "redis", "chartVersion": "0.1.0"},
                  {"version": 2, "status": "deployed", "chartName": "redis", "chartVersion": "0.2.0", "appVersion": "7",
                   "configDigest": "sha256:1", "digest": "sha256:2", "name": "redis-a", "namespace": "shop",
                   "firstDeployed": "2026-01-02T03:04:05Z", "lastDeployed": "2026-01-03T03:04:05Z"}]}}
                """)))
                .map(Object::toString)
                .containsExactly(
                        "{\"revision\":2,\"status\":\"deployed\",\"chart\":{\"name\":\"redis\",\"version\":\"0.2.0\","
                                + "\"appVersion\":\"7\"},\"firstDeployed\":\"2026-01-02T03:04:05Z\","
                                + "\"lastDeployed\":\"2026-01-03T03:04:05Z\"}",
                        "{\"revision\":1,\"status\":\"superseded\",\"chart\":{\"name\":\"redis\",\"version\":\"0.1.0\"}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"status\": {}}",
                "{\"status\": {\"history\": {}}}",
                "{\"status\": {\"history\": [1, {}, {\"version\": \"2\"}, {\"version\": 0}, {\"version\": -1}]}}"
            })
    void releaseWithoutUsableRevisionsHasNone(String release) {
        assertThat(HelmRevisions.of(TestJson.object(release))).isEmpty();
    }
}
