/**
 * What a change of a kind definition means: for the definition, which needs no objects to be told, and for each object
 * that there is. Knows nothing of where definitions and objects come from.
 */
@NullMarked
package dev.chartroom.domain.evolution;

import org.jspecify.annotations.NullMarked;
