package dev.chartroom.domain.definition;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads definitions in YAML, and JSON, which is YAML too. */
public final class Yaml {
    private Yaml() {}

    public static JsonObject object(String text) {
        return (JsonObject) value(text);
    }

    static JsonObject read(Path file) {
        try {
            return object(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws IllegalArgumentException if the text is not YAML */
    static JsonValue value(String text) {
        try {
            return json(new Load(LoadSettings.builder().build()).loadFromString(text));
        } catch (YamlEngineException e) {
            throw new IllegalArgumentException("malformed", e);
        }
    }

    private static JsonValue json(@Nullable Object value) {
        return switch (value) {
            case null -> JsonNull.NULL;
            case String text -> new JsonString(text);
            case Boolean flag -> JsonBoolean.of(flag);
            case Integer number -> JsonNumber.of(number);
            case Long number -> JsonNumber.of(number);
            case Double number -> JsonNumber.of(BigDecimal.valueOf(number));
            case List<?> list -> new JsonArray(list.stream().map(Yaml::json).toList());
            case Map<?, ?> map -> {
                JsonObject.Builder object = JsonObject.builder();
                map.forEach((name, member) -> object.put(String.valueOf(name), json(member)));
                yield object.build();
            }
            default -> throw new IllegalArgumentException(value.getClass().getName());
        };
    }
}
