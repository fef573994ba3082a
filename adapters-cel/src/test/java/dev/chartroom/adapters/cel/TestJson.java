package dev.chartroom.adapters.cel;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Parses JSON values from JSON or YAML. */
final class TestJson {
    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();

    private TestJson() {}

    static JsonObject object(String text) {
        return (JsonObject) value(text);
    }

    static JsonValue value(String text) {
        return of(new Load(SETTINGS).loadFromString(text));
    }

    static JsonValue read(Path file) {
        try {
            return value(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonValue of(@Nullable Object loaded) {
        return switch (loaded) {
            case null -> JsonNull.NULL;
            case String text -> new JsonString(text);
            case Boolean truth -> JsonBoolean.of(truth);
            case Integer number -> JsonNumber.of(number);
            case Long number -> JsonNumber.of(number);
            case BigInteger number -> JsonNumber.of(new BigDecimal(number));
            case Double number -> JsonNumber.of(new BigDecimal(number.toString()));
            case List<?> list -> JsonArray.of(list.stream().map(TestJson::of).toArray(JsonValue[]::new));
            case Map<?, ?> map -> {
                JsonObject.Builder object = JsonObject.builder();
                map.forEach((name, value) -> object.put(String.valueOf(name), of(value)));
                yield object.build();
            }
            default -> throw new IllegalArgumentException("no JSON: " + loaded.getClass());
        };
    }
}
