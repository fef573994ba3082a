package dev.chartroom.domain.kind;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import java.util.List;

/**
 * How a form may show the objects of a kind: what a dashboard finds as {@code x-chartroom-form} in the kind's schema.
 *
 * @param json {@code order}, {@code groups} and {@code fields} as a definition has them; empty where it says nothing
 */
public record FormHints(JsonObject json) {
    static final FormHints NONE = new FormHints(JsonObject.EMPTY);

    /** Hints that say no more than in which order fields are shown. */
    static FormHints ofOrder(List<String> paths) {
        return paths.isEmpty() ? NONE : new FormHints(JsonObject.of("order", JsonArray.ofStrings(paths)));
    }
}
