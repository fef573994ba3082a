package dev.chartroom.core.simulation;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.ReleaseChart;
import java.util.regex.Pattern;

/**
 * The chart that a release claims to have installed.
 *
 * @param version the version that the definition names. If the definition names a range or only a source, a version
 *     that is recognizable as simulated
 */
record SimulatedChart(String name, String version) {
    /** The version if only Flux would know the version. */
    private static final String UNKNOWN = "0.0.0-simulated";

    private static final Pattern EXACT = Pattern.compile("v?[0-9]+\\.[0-9]+\\.[0-9]+([-+][-+.0-9A-Za-z]+)?");

    static SimulatedChart of(ReleaseChart chart) {
        return switch (chart) {
            case ReleaseChart.Reference(JsonObject json) -> new SimulatedChart(json.stringOrEmpty("name"), UNKNOWN);
            case ReleaseChart.Template(JsonObject json) -> {
                JsonObject spec = json.objectOrEmpty("spec");
                String version = spec.stringOrEmpty("version");
                yield new SimulatedChart(
                        spec.stringOrEmpty("chart"), EXACT.matcher(version).matches() ? version : UNKNOWN);
            }
        };
    }
}
