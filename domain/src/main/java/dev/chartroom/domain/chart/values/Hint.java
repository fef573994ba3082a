package dev.chartroom.domain.chart.values;

import dev.chartroom.domain.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * What comments say of one value.
 *
 * @param description for people; null where there is none
 * @param schema keywords of JSON Schema
 * @param whole whether these keywords are all that is to be known of the type, whatever the value is
 * @param required whether the object around it must have it
 * @param hidden whether it is none of the users' business
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

    /** This hint, with what only the other one says. */
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
