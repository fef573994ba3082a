/**
 * JSONPath in the dialect of client-go, as far as the printer columns of a CustomResourceDefinition need it: fields,
 * indices, slices, wildcards, unions, filters and recursive descent. No loops, and no text around a path. Works on values
 * only; knows nothing of tables.
 */
@NullMarked
package dev.chartroom.domain.jsonpath;

import org.jspecify.annotations.NullMarked;
