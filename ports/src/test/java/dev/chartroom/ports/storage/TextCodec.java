package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.StandardCharsets;

/** Encodes a value as its text form, which is JSON, for tests that need no faster codec. */
public final class TextCodec implements JsonCodec {
    public TextCodec() {}

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
        throw new AssertionError("there is no YAML to parse");
    }
}
