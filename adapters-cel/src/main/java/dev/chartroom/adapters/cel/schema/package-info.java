/**
 * The view that expressions have of values with a structural schema: declared types, names of members, and JSON values.
 * Depends on values and dev.cel's types, but not on evaluation.
 */
@NullMarked
package dev.chartroom.adapters.cel.schema;

import org.jspecify.annotations.NullMarked;
