package dev.chartroom.adapters.kubernetes.release;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A codec for JSON with the port's limit of depth. */
public final class TestCodec implements JsonCodec {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    @Override
    public JsonValue parse(byte[] json) {
        try (JsonParser parser = FACTORY.createParser(json)) {
            parser.nextToken();
            JsonValue value = value(parser);
            if (parser.nextToken() != null) {
                throw ApiException.badRequest("more than one value");
            }
            return value;
        } catch (IOException e) {
            throw ApiException.badRequest(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public byte[] encode(JsonValue value) {
        return value.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public JsonValue parseYaml(byte[] yaml) {
        throw new UnsupportedOperationException();
    }

    private static JsonValue value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new IOException("no value");
        }
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> new JsonString(parser.getText());
            case VALUE_NUMBER_INT -> JsonNumber.of(parser.getLongValue());
            case VALUE_NUMBER_FLOAT -> JsonNumber.of(parser.getDecimalValue());
            case VALUE_TRUE -> JsonBoolean.TRUE;
            case VALUE_FALSE -> JsonBoolean.FALSE;
            case VALUE_NULL -> JsonNull.NULL;
            default -> throw new IOException("unexpected " + token);
        };
    }

    private static JsonObject object(JsonParser parser) throws IOException {
        JsonObject.Builder object = JsonObject.builder();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            object.put(name, value(parser));
        }
        return object.build();
    }

    private static JsonArray array(JsonParser parser) throws IOException {
        List<JsonValue> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(parser));
        }
        return new JsonArray(values);
    }
}
