/**
 * The constraints of a structural schema on values, and their errors in upstream's words. The package does not depend
 * on how a schema is declared.
 */
@NullMarked
package dev.chartroom.apimachinery.schema.constraint;

import org.jspecify.annotations.NullMarked;
