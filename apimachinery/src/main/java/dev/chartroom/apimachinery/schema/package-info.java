/**
 * Structural schemas, as apiextensions.k8s.io/v1 defines them for CustomResourceDefinitions: parsing, pruning,
 * defaulting and validation. The package works on values and does not depend on kinds. It evaluates regular expressions
 * and CEL through {@link dev.chartroom.apimachinery.schema.SchemaExpressions}.
 */
@NullMarked
package dev.chartroom.apimachinery.schema;

import org.jspecify.annotations.NullMarked;
