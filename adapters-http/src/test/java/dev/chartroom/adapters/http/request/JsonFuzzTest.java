package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.fixture.FuzzedWrites;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.ports.fuzz.FuzzContract;
import dev.chartroom.ports.fuzz.ProcessorTime;
import dev.chartroom.ports.fuzz.Refusals;
import dev.chartroom.ports.json.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Parses arbitrary bytes as JSON, encodes the result, and uses it as a create, an update and DeleteOptions. */
class JsonFuzzTest extends FuzzContract {

    JsonFuzzTest() {
        super("json", JsonFuzzTest::fuzzerTestOneInput, 500);
    }

    /** @param input the text */
    public static void fuzzerTestOneInput(byte[] input) {
        ProcessorTime.bounded(input, () -> run(input));
    }

    private static void run(byte[] input) {
        Refusals.orValue(() -> Json.CODEC.document(input)).ifPresent(JsonFuzzTest::use);
    }

    private static void use(JsonDocument document) {
        JsonValue value = document.value();
        assertThat(Json.CODEC.parse(Json.CODEC.encode(value))).isEqualTo(value);
        // Exceptions and tokens contain this form.
        assertThat(Json.CODEC.parse(value.toString().getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(value);
        Refusals.orValue(() -> DeleteParameters.of(Optional.of(value), QueryParameters.parse(""), "v1"));
        if (value instanceof JsonObject) {
            FuzzedWrites.empty().create(document);
            FuzzedWrites.withAnObject().update(document);
        }
    }
}
