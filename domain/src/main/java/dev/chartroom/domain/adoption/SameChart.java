package dev.chartroom.domain.adoption;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.ReleaseChart;

/** Compares the chart of a release with the chart of a kind. The version of the chart does not matter. */
final class SameChart {
    private SameChart() {}

    static boolean has(ApplicationKind kind, JsonObject release) {
        String namespace = release.objectOrEmpty("metadata").stringOrEmpty("namespace");
        JsonObject spec = release.objectOrEmpty("spec");
        return switch (kind.release().chart()) {
            case ReleaseChart.Reference(JsonObject json) ->
                spec.has("chartRef")
                        && Source.of(json, namespace).equals(Source.of(spec.objectOrEmpty("chartRef"), namespace));
            case ReleaseChart.Template(JsonObject json) ->
                spec.has("chart")
                        && isSame(
                                json.objectOrEmpty("spec"),
                                spec.objectOrEmpty("chart").objectOrEmpty("spec"),
                                namespace);
        };
    }

    private static boolean isSame(JsonObject template, JsonObject chart, String namespace) {
        return template.stringOrEmpty("chart").equals(chart.stringOrEmpty("chart"))
                && Source.of(template.objectOrEmpty("sourceRef"), namespace)
                        .equals(Source.of(chart.objectOrEmpty("sourceRef"), namespace));
    }

    /** The Flux object that has a chart. If a reference has no namespace, Flux uses that of the release. */
    private record Source(String kind, String namespace, String name) {
        static Source of(JsonObject reference, String namespaceOfRelease) {
            String namespace = reference.stringOrEmpty("namespace");
            return new Source(
                    reference.stringOrEmpty("kind"),
                    namespace.isEmpty() ? namespaceOfRelease : namespace,
                    reference.stringOrEmpty("name"));
        }
    }
}
