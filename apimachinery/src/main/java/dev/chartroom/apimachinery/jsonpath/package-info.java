/**
 * JSONPath in the dialect of client-go, limited to the printer columns of a CustomResourceDefinition: fields, indices,
 * slices, wildcards, unions, filters and recursive descent. Loops and text around a path are not supported. The package
 * works on values and does not depend on tables.
 */
@NullMarked
package dev.chartroom.apimachinery.jsonpath;

import org.jspecify.annotations.NullMarked;
