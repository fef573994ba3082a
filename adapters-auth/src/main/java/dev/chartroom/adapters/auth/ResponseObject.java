package dev.chartroom.adapters.auth;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * An object in an answer of the API server. Fields that no caller reads are ignored. The models of client-java, in
 * contrast, reject fields that a newer API server adds. A field that is absent or null reads as empty.
 *
 * <p>Every accessor throws {@link JsonParseException} if the field has another type. Its message has the field's name
 * and no value.
 */
public record ResponseObject(JsonObject json) {

    public String text(String field) {
        JsonElement value = value(field);
        return value == null ? "" : text(value, field);
    }

    public boolean flag(String field) {
        JsonElement value = value(field);
        if (value == null) {
            return false;
        }
        if (value instanceof JsonPrimitive primitive && primitive.isBoolean()) {
            return primitive.getAsBoolean();
        }
        throw unexpected(field);
    }

    public ResponseObject object(String field) {
        JsonElement value = value(field);
        return new ResponseObject(value == null ? new JsonObject() : object(value, field));
    }

    public List<String> texts(String field) {
        return elements(value(field), field, ResponseObject::text);
    }

    /** Reads a map of lists of strings, in the order of the field. */
    public Map<String, List<String>> textsByKey(String field) {
        return entries(field, (value, name) -> elements(value, name, ResponseObject::text));
    }

    private <T> Map<String, T> entries(String field, BiFunction<JsonElement, String, T> read) {
        Map<String, T> entries = new LinkedHashMap<>();
        object(field).json.asMap().forEach((key, value) -> entries.put(key, read.apply(value, field)));
        return entries;
    }

    private static <T> List<T> elements(
            @Nullable JsonElement value, String field, BiFunction<JsonElement, String, T> read) {
        List<T> elements = new ArrayList<>();
        if (value == null || value.isJsonNull()) {
            return elements;
        }
        if (!(value instanceof JsonArray array)) {
            throw unexpected(field);
        }
        array.forEach(element -> elements.add(read.apply(element, field)));
        return elements;
    }

    private static String text(JsonElement value, String field) {
        if (value instanceof JsonPrimitive primitive && primitive.isString()) {
            return primitive.getAsString();
        }
        throw unexpected(field);
    }

    private static JsonObject object(JsonElement value, String field) {
        if (value instanceof JsonObject object) {
            return object;
        }
        throw unexpected(field);
    }

    private @Nullable JsonElement value(String field) {
        JsonElement value = json.get(field);
        return value == null || value.isJsonNull() ? null : value;
    }

    private static JsonParseException unexpected(String field) {
        return new JsonParseException("unexpected type of field " + field);
    }
}
