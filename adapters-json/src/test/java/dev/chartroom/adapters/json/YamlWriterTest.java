package dev.chartroom.adapters.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.adapters.json.fixture.RandomJson;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlWriterTest {

    /** An object with unusual texts and names, as kube-apiserver 1.36 returned it in JSON and in YAML. */
    @Test
    void yamlEqualsThatOfKubeApiserver() throws IOException {
        String yaml = new String(YamlWriter.write(resource("upstream.json")), StandardCharsets.UTF_8);

        assertThat(yaml.lines())
                .containsExactlyElementsOf(new String(resource("upstream.yaml"), StandardCharsets.UTF_8)
                        .lines()
                        .toList());
        assertThat(yaml).isEqualTo(new String(resource("upstream.yaml"), StandardCharsets.UTF_8));
    }

    /** A client must be able to read back every object that it stores. */
    @Test
    void writtenYamlParsesToTheSameValue() {
        RandomJson random = new RandomJson(7);
        for (int i = 0; i < 300; i++) {
            JsonValue value = random.object(4);

            byte[] yaml = YamlWriter.write(Json.CODEC.encode(value));

            assertThat(Json.CODEC.parseYaml(yaml))
                    .as(new String(yaml, StandardCharsets.UTF_8))
                    .isEqualTo(value);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20})
    void listWrittenItemByItemEqualsListWrittenAsAWhole(int size) throws IOException {
        RandomJson random = new RandomJson(size);
        List<JsonValue> items = IntStream.range(0, size)
                .<JsonValue>mapToObj(_ -> random.object(4))
                .toList();
        for (String field : new String[] {"items", "rows"}) {
            JsonObject members = (JsonObject) Json.CODEC.parse(
                    "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"columnDefinitions\":null,\"metadata\":{\"continue\":\"\"}}"
                            .getBytes(StandardCharsets.US_ASCII));
            ByteArrayOutputStream yaml = new ByteArrayOutputStream();

            YamlWriter.writeList(
                    members, field, items.stream().map(Json.CODEC::encode).iterator(), yaml);

            assertThat(yaml.toString(StandardCharsets.UTF_8))
                    .isEqualTo(new String(
                            YamlWriter.write(Json.CODEC.encode(members.with(field, new JsonArray(items)))),
                            StandardCharsets.UTF_8));
        }
    }

    /** The writer takes an item only after it has written the previous one, so a slow client holds only one item. */
    @Test
    void writeListTakesItemsOneAtATime() throws IOException {
        int length = 100_000;
        byte[] item = Json.CODEC.encode(new JsonString("x".repeat(length)));
        ByteArrayOutputStream yaml = new ByteArrayOutputStream();

        YamlWriter.writeList(
                JsonObject.EMPTY,
                "items",
                IntStream.range(0, 10)
                        .mapToObj(i -> {
                            assertThat(yaml.size()).isGreaterThanOrEqualTo((i - 1) * length);
                            return item;
                        })
                        .iterator(),
                yaml);

        assertThat(yaml.size()).isGreaterThan(10 * length);
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream resource = YamlWriterTest.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(resource).readAllBytes();
        }
    }
}
