/**
 * Reads schemas and generates values from them. It knows neither requests nor clusters.
 */
@NullMarked
package dev.chartroom.conformance.schema;

import org.jspecify.annotations.NullMarked;
