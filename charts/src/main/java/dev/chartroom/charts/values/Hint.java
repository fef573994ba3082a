package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * The information in comments about one value.
 *
 * @param description the description; null if there is none
 * @param schema keywords of JSON Schema
 * @param whole whether these keywords define the type completely, independent of the value
 * @param required whether the enclosing object must have the value
 * @param hidden whether the value is hidden from users
 */
record Hint(@Nullable String description, JsonObject schema, boolean whole, boolean required, boolean hidden) {
    static final Hint NONE = new Hint(null, JsonObject.EMPTY, false, false, false);

    static Hint described(String description) {
        return NONE.withDescription(description);
    }

    static Hint typed(JsonObject schema) {
        return new Hint(null, schema, false, false, false);
    }

    Hint withDescription(@Nullable String text) {
        return new Hint(text == null || text.isBlank() ? null : text.strip(), schema, whole, required, hidden);
    }

    /** Returns this hint, completed from the other hint. */
    Hint or(Hint other) {
        JsonObject keywords =
                whole ? schema : other.schema.toBuilder().putAll(schema).build();
        return new Hint(
                description == null ? other.description : description,
                keywords,
                whole || other.whole,
                required || other.required,
                hidden || other.hidden);
    }
}
