/**
 * Sets of fields: the paths that an entry of {@code metadata.managedFields} owns, their order and their encoding. The
 * package does not depend on schemas.
 */
@NullMarked
package dev.chartroom.apimachinery.managedfields.set;

import org.jspecify.annotations.NullMarked;
