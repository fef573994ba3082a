/**
 * Objects with a type that is derived from a schema: their fields, comparison, merge, removal and validation, with the
 * rules of structured-merge-diff. The package does not know owners.
 */
@NullMarked
package dev.chartroom.apimachinery.managedfields.typed;

import org.jspecify.annotations.NullMarked;
