package dev.chartroom.conformance.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.document.Yaml;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class SamplesTest {
    private static final JsonObject FIELDS = Yaml.parsed("""
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [name]
            properties:
              name: {type: string, enum: [only]}
              size: {type: integer, minimum: 3, default: 5}
        """);

    @Test
    void neighboursDifferInOneFieldAndAvoidTheDefault() {
        List<JsonObject> samples = Samples.of(FIELDS, 10, _ -> true).orElseThrow();

        assertThat(samples).hasSize(10).doesNotHaveDuplicates();
        assertThat(samples.getFirst()).isEqualTo(Yaml.parse("{spec: {name: only}}"));
        assertThat(samples.get(1)).isEqualTo(Yaml.parse("{spec: {name: only, size: 4}}"));
        assertThat(samples).doesNotContain(Yaml.parsed("{spec: {name: only, size: 5}}"));
    }

    @Test
    void onlyAcceptedObjectsAreSamples() {
        Predicate<JsonObject> small = fields -> !fields.toString().contains("size")
                || fields.toString().contains("4")
                || fields.toString().contains("6");

        List<JsonObject> samples = Samples.of(FIELDS, 5, small).orElseThrow();

        assertThat(samples).hasSize(5).allMatch(small);
        assertThat(samples.get(1)).isNotEqualTo(samples.get(2));
    }

    @Test
    void schemaWithoutFieldsHasEqualSamples() {
        assertThat(Samples.of(Yaml.parsed("{type: object}"), 3, _ -> true).orElseThrow())
                .containsExactly(JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY);
    }

    @Test
    void noSamplesWithoutAnAcceptedObject() {
        assertThat(Samples.of(FIELDS, 3, _ -> false)).isEmpty();
    }
}
