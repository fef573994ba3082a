package dev.chartroom.adapters.http.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.fixture.Json;
import dev.chartroom.adapters.http.fixture.RandomJson;
import dev.chartroom.domain.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class YamlWriterTest {

    /** An object with awkward texts and names, as kube-apiserver 1.36 answered it in JSON and in YAML. */
    @Test
    void whatIsWrittenIsWhatUpstreamWrites() throws IOException {
        String yaml = new String(YamlWriter.write(resource("upstream.json")), StandardCharsets.UTF_8);

        assertThat(yaml.lines())
                .containsExactlyElementsOf(new String(resource("upstream.yaml"), StandardCharsets.UTF_8)
                        .lines()
                        .toList());
        assertThat(yaml).isEqualTo(new String(resource("upstream.yaml"), StandardCharsets.UTF_8));
    }

    /** Whatever a client stores can be read again. */
    @Test
    void whatIsWrittenCanBeRead() {
        RandomJson random = new RandomJson(7);
        for (int i = 0; i < 300; i++) {
            JsonValue value = random.object(4);

            byte[] yaml = YamlWriter.write(Json.CODEC.encode(value));

            assertThat(Json.CODEC.parseYaml(yaml))
                    .as(new String(yaml, StandardCharsets.UTF_8))
                    .isEqualTo(value);
        }
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream resource = YamlWriterTest.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(resource).readAllBytes();
        }
    }
}
