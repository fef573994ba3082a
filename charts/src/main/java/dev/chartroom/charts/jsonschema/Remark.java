package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.schema.SchemaRepair;
import java.util.List;

/**
 * A note for the user who converts a chart to a kind. It is about one value, or about all values together.
 *
 * @param path the path of the value, such as {@code users.*.name} or {@code hosts[*]}; empty for all values together
 * @param sentence describes the conversion of the value and its reason
 */
public record Remark(String path, String sentence) {
    /** Returns remarks about the changes that made a schema structural. */
    public static List<Remark> of(List<SchemaRepair.Change> changes) {
        return changes.stream()
                .map(change -> new Remark(change.path(), change.sentence()))
                .toList();
    }

    @Override
    public String toString() {
        return (path.isEmpty() ? "values" : path) + ": " + sentence;
    }
}
