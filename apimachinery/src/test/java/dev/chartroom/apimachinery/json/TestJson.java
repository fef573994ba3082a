package dev.chartroom.apimachinery.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses JSON for tests. Strings may have single quotes, and names may have no quotes. A test of the JSON that the
 * program writes needs a strict parser instead, such as {@link JsonText}.
 */
public final class TestJson {
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .build();

    private TestJson() {}

    public static JsonValue parse(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            JsonValue value = value(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("more than one value: " + text);
            }
            return value;
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }

    public static JsonObject object(String text) {
        return (JsonObject) parse(text);
    }

    /** Returns the value in a file. */
    public static JsonValue read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    /** Returns the object in a file. */
    public static JsonObject readObject(Path file) {
        return (JsonObject) read(file);
    }

    private static JsonValue value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> members(parser);
            case START_ARRAY -> items(parser);
            case VALUE_STRING -> new JsonString(parser.getText());
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? JsonNumber.of(new BigDecimal(parser.getBigIntegerValue()))
                        : JsonNumber.of(parser.getLongValue());
            case VALUE_NUMBER_FLOAT -> JsonNumber.of(parser.getDecimalValue());
            case VALUE_TRUE -> JsonBoolean.TRUE;
            case VALUE_FALSE -> JsonBoolean.FALSE;
            case VALUE_NULL -> JsonNull.NULL;
            case null, default -> throw new IllegalArgumentException("unexpected " + parser.currentToken());
        };
    }

    private static JsonObject members(JsonParser parser) throws IOException {
        JsonObject.Builder object = JsonObject.builder();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            object.put(name, value(parser));
        }
        return object.build();
    }

    private static JsonArray items(JsonParser parser) throws IOException {
        List<JsonValue> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(parser));
        }
        return new JsonArray(values);
    }
}
