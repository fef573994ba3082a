package dev.chartroom.domain.builtin;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopLevelFieldsTest {
    private static final JsonObject CONFIG_MAP = object("""
            {"apiVersion": "v1", "kind": "ConfigMap",
             "metadata": {"name": "a", "managedFields": [
               {"manager": "kubectl", "fieldsV1": {"f:data": {"f:x": {}}, "f:metadata": {"f:labels": {}}}}]},
             "data": {"x": "1"}, "immutable": true}""");
    private static final JsonObject STORED = object("""
            {"apiVersion": "v1", "kind": "ConfigMap",
             "metadata": {"name": "a", "managedFields": [
               {"manager": "kubectl", "fieldsV1": {"f:spec": {"f:data": {"f:x": {}}}, "f:metadata": {"f:labels": {}}}}]},
             "spec": {"data": {"x": "1"}, "immutable": true}}""");

    @Test
    void nested_movesTheContentsAndTheirOwnersIntoTheSpec() {
        assertThat(TopLevelFields.nested(CONFIG_MAP)).isEqualTo(STORED);
    }

    @Test
    void flattened_reversesNested() {
        assertThat(TopLevelFields.flattened(STORED)).isEqualTo(CONFIG_MAP);
    }

    @Test
    void flattened_hidesTheStatus() {
        assertThat(TopLevelFields.flattened(object("""
                        {"kind": "ConfigMap", "spec": {}, "status": {"observedGeneration": -1}}"""))).isEqualTo(object("{\"kind\": \"ConfigMap\"}"));
    }

    @Test
    void directiveOfAStrategicPatchStaysAtTheTop() {
        assertThat(TopLevelFields.nested(object("{\"$patch\": \"replace\", \"data\": {\"x\": null}}")))
                .isEqualTo(object("{\"$patch\": \"replace\", \"spec\": {\"data\": {\"x\": null}}}"));
    }

    @Test
    void recordedConfigurationOfAnApplyIsFlattened() {
        JsonObject stored = object("""
                {"metadata": {"annotations": {"kubectl.kubernetes.io/last-applied-configuration":
                  "{\\"kind\\":\\"ConfigMap\\",\\"spec\\":{\\"data\\":{\\"x\\":\\"1\\"}}}\\n"}}, "spec": {}}""");

        assertThat(TopLevelFields.flattened(stored)
                        .objectOrEmpty("metadata")
                        .objectOrEmpty("annotations")
                        .stringOrEmpty("kubectl.kubernetes.io/last-applied-configuration"))
                .isEqualTo("{\"kind\":\"ConfigMap\",\"data\":{\"x\":\"1\"}}\n");
    }

    @ParameterizedTest
    @CsvSource({"/data/x,/spec/data/x", "/data,/spec/data", "/metadata/labels/a,/metadata/labels/a", "'',''"})
    void pointersAreMovedLikeTheirTargets(String pointer, String moved) {
        assertThat(TopLevelFields.nested(pointer)).isEqualTo(moved);
    }
}
