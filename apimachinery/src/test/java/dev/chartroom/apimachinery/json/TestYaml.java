package dev.chartroom.apimachinery.json;

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
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Parses YAML for tests, and JSON, which is YAML too. */
public final class TestYaml {
    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();

    private TestYaml() {}

    /** @throws IllegalArgumentException if the text is not YAML */
    public static JsonValue parse(String text) {
        try {
            return json(new Load(SETTINGS).loadFromString(text));
        } catch (YamlEngineException e) {
            throw new IllegalArgumentException("malformed", e);
        }
    }

    /** @throws IllegalArgumentException if the text is not YAML */
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

    private static JsonValue json(@Nullable Object value) {
        return switch (value) {
            case null -> JsonNull.NULL;
            case String text -> new JsonString(text);
            case Boolean flag -> JsonBoolean.of(flag);
            case Integer number -> JsonNumber.of(number);
            case Long number -> JsonNumber.of(number);
            case BigInteger number -> JsonNumber.of(new BigDecimal(number));
            case Double number -> JsonNumber.of(BigDecimal.valueOf(number));
            case List<?> list -> new JsonArray(list.stream().map(TestYaml::json).toList());
            case Map<?, ?> map -> {
                JsonObject.Builder object = JsonObject.builder();
                map.forEach((name, member) -> object.put(String.valueOf(name), json(member)));
                yield object.build();
            }
            default -> throw new IllegalArgumentException(value.getClass().getName());
        };
    }
}
