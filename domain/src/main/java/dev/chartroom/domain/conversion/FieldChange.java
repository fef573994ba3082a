package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A change of a field of a release.
 *
 * @param path the path of the field, such as {@code spec.interval} or {@code metadata.labels[tier]}
 * @param before the value before the change; null if the field was missing
 * @param after the value after the change; null if the field is missing
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
