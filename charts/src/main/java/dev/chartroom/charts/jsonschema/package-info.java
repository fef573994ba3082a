/**
 * Converts JSON Schema, drafts 4 to 2020-12, to the structural schema of a kind. A constraint that a structural schema
 * cannot express is dropped and reported in a remark, so that values valid for the chart are not rejected. The package
 * does not depend on charts and fetches nothing.
 */
@NullMarked
package dev.chartroom.charts.jsonschema;

import org.jspecify.annotations.NullMarked;
