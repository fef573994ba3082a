package dev.chartroom.domain.chart;

import dev.chartroom.domain.chart.values.ValuesFile;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a chart says of itself.
 *
 * @param metadata {@code Chart.yaml}
 * @param schema {@code values.schema.json}; null where there is none
 */
public record Chart(
        JsonObject metadata, ValuesFile values, @Nullable JsonValue schema) {

    /** @throws IllegalArgumentException where it has no name or is no application */
    void requireInstallable() {
        if (name().isEmpty()) {
            throw new IllegalArgumentException("Chart.yaml names no chart");
        }
        if (metadata.stringOrEmpty("type").equals("library")) {
            throw new IllegalArgumentException(name() + " is a library chart, which cannot be installed");
        }
    }

    String name() {
        return metadata.stringOrEmpty("name");
    }

    /** The charts that come with this one, by the names under which it has values for them. */
    List<String> subcharts() {
        return metadata.arrayOrEmpty("dependencies").objects().stream()
                .map(dependency -> dependency.string("alias").orElse(dependency.stringOrEmpty("name")))
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }
}
