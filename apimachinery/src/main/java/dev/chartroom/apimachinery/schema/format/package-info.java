/**
 * The string formats of structural schemas. Each format is checked as in the kube-apiserver, and so mostly as in Go's
 * standard library. The package works on texts and does not depend on schemas.
 */
@NullMarked
package dev.chartroom.apimachinery.schema.format;

import org.jspecify.annotations.NullMarked;
