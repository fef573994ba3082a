/**
 * Structural schemas, as apiextensions.k8s.io/v1 demands them of a CustomResourceDefinition: what makes a schema one,
 * and the defaults that it gives. Works on values only; knows nothing of kinds.
 */
@NullMarked
package dev.chartroom.domain.schema;

import org.jspecify.annotations.NullMarked;
