package dev.chartroom.e2e.parity;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.Comparator;

/**
 * The causes of an apply that conflicts with several managers come in an order that upstream leaves to chance: the same
 * request is answered now this way, now that. So they are compared as a set.
 */
final class Conflicts {
    private static final String REASON = "FieldManagerConflict";

    private Conflicts() {}

    /** The causes sorted, where all of them are conflicts; otherwise as they are. */
    static JsonValue settled(JsonValue causes) {
        if (!(causes instanceof JsonArray array) || !array.values().stream().allMatch(Conflicts::isConflict)) {
            return causes;
        }
        return new JsonArray(array.values().stream()
                .sorted(Comparator.comparing(JsonValue::toString))
                .toList());
    }

    private static boolean isConflict(JsonValue cause) {
        return cause instanceof JsonObject object
                && object.stringOrEmpty("reason").equals(REASON);
    }
}
