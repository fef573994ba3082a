package dev.chartroom.domain.chart.jsonschema;

/**
 * What somebody who turns a chart into a kind should know of one value.
 *
 * @param path of the value, such as {@code users.*.name} or {@code hosts[*]}; empty for all values together
 * @param sentence what was done with it and why
 */
public record Remark(String path, String sentence) {

    /** For people to read. */
    @Override
    public String toString() {
        return (path.isEmpty() ? "values" : path) + ": " + sentence;
    }
}
