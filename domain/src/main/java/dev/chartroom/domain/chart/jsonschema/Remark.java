package dev.chartroom.domain.chart.jsonschema;

import dev.chartroom.domain.schema.SchemaRepair;
import java.util.List;

/**
 * What somebody who turns a chart into a kind should know of one value.
 *
 * @param path of the value, such as {@code users.*.name} or {@code hosts[*]}; empty for all values together
 * @param sentence what was done with it and why
 */
public record Remark(String path, String sentence) {
    /** What was changed in a schema to make it structural. */
    public static List<Remark> of(List<SchemaRepair.Change> changes) {
        return changes.stream()
                .map(change -> new Remark(change.path(), change.sentence()))
                .toList();
    }

    /** For people to read. */
    @Override
    public String toString() {
        return (path.isEmpty() ? "values" : path) + ": " + sentence;
    }
}
