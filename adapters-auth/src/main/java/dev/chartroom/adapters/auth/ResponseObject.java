package dev.chartroom.adapters.auth;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object in an answer of the API server. Fields that no caller reads are ignored, such as the fields of a newer API
 * server. A field that is absent or null reads as empty.
 *
 * <p>Every accessor throws {@link MalformedException} if the field has another type. The exception's message contains
 * the field's name, but not its value.
 */
public record ResponseObject(JsonObject json) {

    /** The answer does not have the form that the API declares. The message contains no text of the answer. */
    public static final class MalformedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MalformedException(String message) {
            super(message);
        }
    }

    public String text(String field) {
        JsonValue value = value(field);
        return value == null ? "" : text(value, field);
    }

    public boolean flag(String field) {
        JsonValue value = value(field);
        if (value == null) {
            return false;
        }
        if (value instanceof JsonBoolean flag) {
            return flag.value();
        }
        throw unexpected(field);
    }

    public ResponseObject object(String field) {
        JsonValue value = value(field);
        return new ResponseObject(value == null ? JsonObject.EMPTY : object(value, field));
    }

    public List<String> texts(String field) {
        return texts(value(field), field);
    }

    /** Reads a map of lists of strings; the entries keep their order. */
    public Map<String, List<String>> textsByKey(String field) {
        Map<String, List<String>> entries = new LinkedHashMap<>();
        object(field).json.members().forEach((key, value) -> entries.put(key, texts(value, field)));
        return entries;
    }

    private static List<String> texts(@Nullable JsonValue value, String field) {
        if (value == null || value instanceof JsonNull) {
            return List.of();
        }
        if (!(value instanceof JsonArray array)) {
            throw unexpected(field);
        }
        List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(text(element, field)));
        return texts;
    }

    private static String text(JsonValue value, String field) {
        if (value instanceof JsonString(String text)) {
            return text;
        }
        throw unexpected(field);
    }

    private static JsonObject object(JsonValue value, String field) {
        if (value instanceof JsonObject object) {
            return object;
        }
        throw unexpected(field);
    }

    private @Nullable JsonValue value(String field) {
        JsonValue value = json.get(field);
        return value instanceof JsonNull ? null : value;
    }

    private static MalformedException unexpected(String field) {
        return new MalformedException("unexpected type of field " + field);
    }
}
