/**
 * Structural schemas, as apiextensions.k8s.io/v1 demands them of a CustomResourceDefinition: what makes a schema one,
 * what it knows of a value and takes out of it, the defaults that it gives, and what it finds wrong. Works on values
 * only; knows nothing of kinds. Regular expressions and CEL come through {@link
 * dev.chartroom.domain.schema.SchemaExpressions}.
 */
@NullMarked
package dev.chartroom.domain.schema;

import org.jspecify.annotations.NullMarked;
