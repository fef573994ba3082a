/**
 * What a kind definition says, as one type whichever format declared it, and the immutable set of kinds served
 * at a moment. Knows nothing of where definitions come from.
 */
@NullMarked
package dev.chartroom.domain.kind;

import org.jspecify.annotations.NullMarked;
