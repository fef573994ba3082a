package dev.chartroom.domain.masking;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Masks a JSON patch. */
record PatchMask(ObjectMask mask) {
    private static final Pattern INDEX = Pattern.compile("-|-?[0-9]+");
    private static final Set<String> WITHOUT_VALUES = Set.of("op", "path", "from");

    JsonValue apply(JsonValue patch) {
        return patch instanceof JsonArray operations ? operations.map(this::operation) : ValueMask.MASK;
    }

    private JsonValue operation(JsonValue operation) {
        if (!(operation instanceof JsonObject object)) {
            return ValueMask.MASK;
        }
        JsonObject.Builder masked = object.toBuilder();
        object.members().forEach((name, value) -> {
            if (name.equals("value")) {
                masked.put(name, value(object.get("path"), value));
            } else if (!WITHOUT_VALUES.contains(name)) {
                masked.put(name, ValueMask.MASK);
            }
        });
        return masked.build();
    }

    private JsonValue value(@Nullable JsonValue path, JsonValue value) {
        try {
            return path instanceof JsonString(String text)
                    ? value(JsonPointer.parse(text).tokens(), value)
                    : ValueMask.MASK;
        } catch (IllegalArgumentException _) {
            return ValueMask.MASK;
        }
    }

    /** Masks the value as if it were at this path in an object without other values. */
    private JsonValue value(List<String> tokens, JsonValue value) {
        JsonValue found = value;
        for (String token : tokens.reversed()) {
            found = INDEX.matcher(token).matches() ? JsonArray.of(found) : JsonObject.of(token, found);
        }
        if (!(found instanceof JsonObject object)) {
            return ValueMask.MASK;
        }
        found = mask.apply(object);
        for (String token : tokens) {
            JsonValue inner = switch (found) {
                case JsonObject members -> members.get(token);
                case JsonArray items -> items.get(0);
                case JsonValue _ -> null;
            };
            if (inner == null) {
                return ValueMask.MASK;
            }
            found = inner;
        }
        return found;
    }
}
