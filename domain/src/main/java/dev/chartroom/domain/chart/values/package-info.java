/**
 * What the {@code values.yaml} of a chart tells of its values: types, defaults, and what the comments say in the
 * dialects that generators of schemas and documents read. The result is a JSON Schema. Knows nothing of YAML: it gets
 * values, comments and their places.
 */
@NullMarked
package dev.chartroom.domain.chart.values;

import org.jspecify.annotations.NullMarked;
