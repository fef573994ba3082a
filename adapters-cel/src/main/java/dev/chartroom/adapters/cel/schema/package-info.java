/**
 * How expressions see what a structural schema describes: the types that it declares, the names of its members, and the
 * JSON values that fit it. Knows values and the types of dev.cel; knows nothing of evaluation.
 */
@NullMarked
package dev.chartroom.adapters.cel.schema;

import org.jspecify.annotations.NullMarked;
