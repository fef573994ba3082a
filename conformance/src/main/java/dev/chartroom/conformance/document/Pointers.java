package dev.chartroom.conformance.document;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Resolves JSON Pointers. */
public final class Pointers {
    private Pointers() {}

    /** Returns the value at {@code pointer}, or null if there is none. */
    public static @Nullable JsonValue at(JsonValue value, String pointer) {
        JsonValue found = value;
        for (String token : JsonPointer.parse(pointer).tokens()) {
            found = switch (found) {
                case JsonObject object -> object.get(token);
                case JsonArray array
                when token.matches("\\d{1,6}") && Integer.parseInt(token) < array.size() ->
                    array.get(Integer.parseInt(token));
                default -> null;
            };
            if (found == null) {
                return null;
            }
        }
        return found;
    }
}
