package dev.chartroom.charts;

import org.jspecify.annotations.Nullable;

/**
 * The properties of a kind that its chart does not determine. If a property is null, it is derived from the name of the
 * chart or replaced by a placeholder.
 *
 * @param group the API group
 * @param kind the kind in CamelCase
 * @param plural the name of the resource in paths
 * @param prefix the prefix of release names
 * @param chartRef the Flux object that fetches the chart
 * @param version the API version
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

    /** The Flux object that fetches the chart. */
    public record ChartRef(String kind, String namespace, String name) {

        /**
         * Reads {@code kind/namespace/name}.
         *
         * @throws IllegalArgumentException if the text does not have this form
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
