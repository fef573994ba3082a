package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.List;

/**
 * Hints for forms that show the objects of a kind. A dashboard reads them from {@code x-chartroom-form} in the schema.
 *
 * @param json {@code order}, {@code groups} and {@code fields} of the definition; empty if there are none
 */
public record FormHints(JsonObject json) {
    public static final FormHints NONE = new FormHints(JsonObject.EMPTY);

    /** Returns the fields for which a form may offer values. */
    public List<FieldOptions> options() {
        return json.arrayOrEmpty("fields").objects().stream()
                .flatMap(field -> FieldOptions.of(field).stream())
                .toList();
    }
}
