package dev.chartroom.domain.meta;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of metadata as Go's JSON reader does: null is the absence of a value, in a list or map an empty one.
 * A value of the wrong type is an IllegalArgumentException in its words.
 */
final class ObjectMetaReader {
    private ObjectMetaReader() {}

    static boolean isAbsent(JsonObject json, String field) {
        JsonValue value = json.get(field);
        return value == null || value == JsonNull.NULL;
    }

    static String text(JsonObject json, String field) {
        JsonValue value = json.get(field);
        return value == null ? "" : string(value, field);
    }

    static long integer(JsonObject json, String field) {
        JsonValue value = json.get(field);
        if (value == null || value == JsonNull.NULL) {
            return 0;
        }
        if (value instanceof JsonNumber number && number.asLong().isPresent()) {
            return number.asLong().orElseThrow(() -> wrong(value, field, "int64"));
        }
        throw wrong(value, field, "int64");
    }

    static @Nullable Instant time(JsonObject json, String field) {
        String text = text(json, field);
        try {
            return text.isEmpty()
                    ? null
                    : OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.SECONDS);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "parsing time \"" + text + "\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"" + text
                            + "\" as \"2006\"",
                    e);
        }
    }

    static Map<String, String> texts(JsonObject json, String field) {
        if (isAbsent(json, field)) {
            return Map.of();
        }
        Map<String, String> texts = new LinkedHashMap<>();
        json.object(field)
                .orElseThrow(() -> wrong(json.members().get(field), field, "map[string]string"))
                .members()
                .forEach((key, value) -> texts.put(key, string(value, field)));
        return texts;
    }

    /** @param goType what Go calls an entry, such as {@code v1.OwnerReference} */
    static JsonArray objects(JsonObject json, String field, String goType) {
        JsonArray array = array(json, field, "[]" + goType);
        for (JsonValue entry : array) {
            if (!(entry instanceof JsonObject)) {
                throw wrong(entry, field, goType);
            }
        }
        return array;
    }

    static List<String> list(JsonObject json, String field) {
        List<String> texts = new ArrayList<>();
        array(json, field, "[]string").forEach(value -> texts.add(string(value, field)));
        return texts;
    }

    private static JsonArray array(JsonObject json, String field, String goType) {
        JsonValue value = json.get(field);
        if (value == null || value == JsonNull.NULL) {
            return JsonArray.EMPTY;
        }
        if (value instanceof JsonArray array) {
            return array;
        }
        throw wrong(value, field, goType);
    }

    private static String string(JsonValue value, String field) {
        return switch (value) {
            case JsonString(String text) -> text;
            case JsonNull _ -> "";
            case JsonNumber _, JsonBoolean _, JsonArray _, JsonObject _ -> throw wrong(value, field, "string");
        };
    }

    private static IllegalArgumentException wrong(@Nullable JsonValue value, String field, String goType) {
        return new IllegalArgumentException("json: cannot unmarshal " + kind(value, goType)
                + " into Go struct field ObjectMeta." + field + " of type " + goType);
    }

    private static String kind(@Nullable JsonValue value, String goType) {
        return switch (value) {
            case JsonString _ -> "string";
            case JsonNumber number -> goType.equals("int64") ? "number " + number : "number";
            case JsonBoolean _ -> "bool";
            case JsonArray _ -> "array";
            case JsonObject _ -> "object";
            case JsonNull _ -> "null";
            case null -> "null";
        };
    }
}
