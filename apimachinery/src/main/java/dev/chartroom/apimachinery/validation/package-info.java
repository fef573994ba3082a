/**
 * Kubernetes' rules for the metadata of every object, independent of its kind, in apimachinery's words and order. Pure
 * functions of the metadata: the package depends neither on the schema of a kind nor on storage.
 */
@NullMarked
package dev.chartroom.apimachinery.validation;

import org.jspecify.annotations.NullMarked;
