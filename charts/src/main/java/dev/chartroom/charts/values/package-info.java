/**
 * Infers a JSON Schema from the {@code values.yaml} of a chart: from its values, and from comments in the dialects of
 * schema and documentation generators. The package does not parse YAML: its input is values, comments and their places.
 */
@NullMarked
package dev.chartroom.charts.values;

import org.jspecify.annotations.NullMarked;
