package dev.chartroom.charts;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.charts.values.ValuesFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The metadata, values and schema of a chart.
 *
 * @param metadata {@code Chart.yaml}
 * @param schema {@code values.schema.json}; null if there is none
 */
public record Chart(
        JsonObject metadata, ValuesFile values, @Nullable JsonValue schema) {

    /** @throws IllegalArgumentException if the chart has no name or is a library chart */
    void requireInstallable() {
        if (name().isEmpty()) {
            throw new IllegalArgumentException("Chart.yaml does not contain the name of the chart");
        }
        if (metadata.stringOrEmpty("type").equals("library")) {
            throw new IllegalArgumentException(name() + " is a library chart, which cannot be installed");
        }
    }

    String name() {
        return metadata.stringOrEmpty("name");
    }

    /** Returns the keys under which the values of this chart contain the values of its dependencies. */
    List<String> subcharts() {
        return metadata.arrayOrEmpty("dependencies").objects().stream()
                .map(dependency -> dependency.string("alias").orElse(dependency.stringOrEmpty("name")))
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }
}
