package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.fixture.FuzzedWrites;
import dev.chartroom.adapters.json.YamlWriter;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.ports.fuzz.FuzzContract;
import dev.chartroom.ports.fuzz.ProcessorTime;
import dev.chartroom.ports.fuzz.Refusals;
import dev.chartroom.ports.json.JsonDocument;
import java.math.BigDecimal;

/** Parses arbitrary bytes as YAML, encodes the result as JSON and as YAML, and uses it as a create. */
class YamlFuzzTest extends FuzzContract {

    YamlFuzzTest() {
        super("yaml", YamlFuzzTest::fuzzerTestOneInput, 500);
    }

    /** @param input the text */
    public static void fuzzerTestOneInput(byte[] input) {
        ProcessorTime.bounded(input, () -> run(input));
    }

    private static void run(byte[] input) {
        Refusals.orValue(() -> Json.CODEC.yamlDocument(input)).ifPresent(YamlFuzzTest::use);
        Refusals.orValue(() -> Json.CODEC.parseYaml(input));
    }

    private static void use(JsonDocument document) {
        JsonValue value = document.value();
        byte[] json = Json.CODEC.encode(value);
        assertThat(Json.CODEC.parse(json)).isEqualTo(value);
        assertThat(Json.CODEC.parseYaml(YamlWriter.write(json))).isEqualTo(rounded(value));
        if (value instanceof JsonObject) {
            FuzzedWrites.empty().create(document);
        }
    }

    /** Rounds each number that is not an int64 to a float64, because the YAML writer does so, as Go does. */
    private static JsonValue rounded(JsonValue value) {
        return switch (value) {
            case JsonNumber number
            when !number.isIntegral() ->
                JsonNumber.of(new BigDecimal(Double.toString(number.asDecimal().doubleValue())));
            case JsonArray array -> array.map(YamlFuzzTest::rounded);
            case JsonObject object -> {
                JsonObject.Builder members = JsonObject.builder();
                object.members().forEach((name, member) -> members.put(name, rounded(member)));
                yield members.build();
            }
            default -> value;
        };
    }
}
