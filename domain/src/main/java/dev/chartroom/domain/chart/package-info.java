/**
 * From a Helm chart to the definition of a kind: names from {@code Chart.yaml}, the schema from
 * {@code values.schema.json} and {@code values.yaml}. Gets what the files hold as values and knows neither files nor
 * archives nor YAML.
 */
@NullMarked
package dev.chartroom.domain.chart;

import org.jspecify.annotations.NullMarked;
