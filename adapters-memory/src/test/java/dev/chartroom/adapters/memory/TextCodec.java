package dev.chartroom.adapters.memory;

import dev.chartroom.domain.json.JsonText;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.StandardCharsets;

/** Encodes by the text form of a value, which is JSON. */
final class TextCodec implements JsonCodec {
    @Override
    public byte[] encode(JsonValue value) {
        return value.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public JsonValue parse(byte[] json) {
        try {
            return JsonText.parse(new String(json, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public JsonValue parseYaml(byte[] yaml) {
        throw new AssertionError("a store in memory has no YAML to parse");
    }
}
