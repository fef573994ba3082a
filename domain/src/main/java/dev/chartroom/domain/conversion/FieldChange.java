package dev.chartroom.domain.conversion;

import dev.chartroom.domain.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A field of a release that is one thing and is to be another.
 *
 * @param path such as {@code spec.interval} or {@code metadata.labels[tier]}
 * @param before null where it is not there
 * @param after null where it is not to be there
 */
public record FieldChange(
        String path, @Nullable JsonValue before, @Nullable JsonValue after) {

    @Override
    public String toString() {
        return path + ": " + text(before) + " -> " + text(after);
    }

    private static String text(@Nullable JsonValue value) {
        return value == null ? "(none)" : value.toString();
    }
}
