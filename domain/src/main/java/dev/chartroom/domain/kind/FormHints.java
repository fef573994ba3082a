package dev.chartroom.domain.kind;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import java.util.List;

/**
 * Hints for forms that show the objects of a kind. A dashboard reads them from {@code x-chartroom-form} in the schema.
 *
 * @param json {@code order}, {@code groups} and {@code fields} of the definition; empty if it has none
 */
public record FormHints(JsonObject json) {
    static final FormHints NONE = new FormHints(JsonObject.EMPTY);

    /** Returns hints that contain only the order of fields. */
    static FormHints ofOrder(List<String> paths) {
        return paths.isEmpty() ? NONE : new FormHints(JsonObject.of("order", JsonArray.ofStrings(paths)));
    }
}
