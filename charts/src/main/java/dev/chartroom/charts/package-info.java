/**
 * Converts a Helm chart to the definition of a kind: names from {@code Chart.yaml}, the schema from
 * {@code values.schema.json} and {@code values.yaml}. The input is parsed values: the package reads no files, archives
 * or YAML.
 */
@NullMarked
package dev.chartroom.charts;

import org.jspecify.annotations.NullMarked;
