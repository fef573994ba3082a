/**
 * Converts JSON Schema, drafts 4 to 2020-12, to the structural schema of a kind. If a structural schema cannot express
 * a constraint, the constraint is dropped and reported in a remark. So values that are valid for the chart are not
 * rejected. The package does not depend on charts and fetches nothing.
 */
@NullMarked
package dev.chartroom.charts.jsonschema;

import org.jspecify.annotations.NullMarked;
