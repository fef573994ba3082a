package dev.chartroom.domain.chart;

import org.jspecify.annotations.Nullable;

/**
 * What a chart cannot know of the kind that is made of it. What is null is made up from the name of the chart, or a
 * stand-in.
 *
 * @param group of the API
 * @param kind in CamelCase
 * @param plural the resource in paths
 * @param prefix what the names of releases begin with
 * @param chartRef where Flux finds the chart
 * @param version of the API
 */
public record KindChoices(
        @Nullable String group,
        @Nullable String kind,
        @Nullable String plural,
        @Nullable String prefix,
        @Nullable ChartRef chartRef,
        @Nullable String version) {
    /** Nothing was chosen. */
    public static final KindChoices NONE = new KindChoices(null, null, null, null, null, null);

    /** The object of Flux's that fetches the chart. */
    public record ChartRef(String kind, String namespace, String name) {

        /**
         * Reads {@code kind/namespace/name}.
         *
         * @throws IllegalArgumentException where it is not of that form
         */
        public static ChartRef parse(String text) {
            String[] parts = text.split("/", -1);
            if (parts.length != 3) {
                throw new IllegalArgumentException("must be KIND/NAMESPACE/NAME, not \"" + text + "\"");
            }
            return new ChartRef(parts[0], parts[1], parts[2]);
        }
    }
}
