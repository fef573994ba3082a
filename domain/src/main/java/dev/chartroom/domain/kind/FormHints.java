package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.List;

/**
 * Hints for forms that show the objects of a kind. A dashboard reads them from {@code x-chartroom-form} in the schema.
 *
 * @param json {@code order}, {@code groups} and {@code fields} of the definition; empty if there are none
 */
public record FormHints(JsonObject json) {
    public static final FormHints NONE = new FormHints(JsonObject.EMPTY);

    /** Returns hints that contain only the order of fields. */
    public static FormHints ofOrder(List<String> paths) {
        return paths.isEmpty() ? NONE : new FormHints(JsonObject.of("order", JsonArray.ofStrings(paths)));
    }
}
