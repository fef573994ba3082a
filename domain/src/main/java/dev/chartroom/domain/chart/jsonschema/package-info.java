/**
 * From JSON Schema, drafts 4 to 2020-12, to the structural schema that a kind needs. What a structural schema cannot say
 * is left open, so that it never refuses what the chart takes, and named. Knows nothing of charts and fetches nothing.
 */
@NullMarked
package dev.chartroom.domain.chart.jsonschema;

import org.jspecify.annotations.NullMarked;
