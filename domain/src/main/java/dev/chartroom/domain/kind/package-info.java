/**
 * The contents of a kind definition, as one type for all formats, and the immutable set of kinds served at one time.
 * Does not depend on the origin of definitions.
 */
@NullMarked
package dev.chartroom.domain.kind;

import org.jspecify.annotations.NullMarked;
