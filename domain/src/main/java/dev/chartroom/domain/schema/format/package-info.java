/**
 * The string formats of structural schemas. Each is checked as the kube-apiserver does, mostly like Go's standard
 * library. The package works on texts and does not depend on schemas.
 */
@NullMarked
package dev.chartroom.domain.schema.format;

import org.jspecify.annotations.NullMarked;
