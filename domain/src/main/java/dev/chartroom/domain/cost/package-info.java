/**
 * The costs of objects: numbers that the definition of a kind computes from the spec. The package does not know who limits
 * these costs, and how.
 */
@NullMarked
package dev.chartroom.domain.cost;

import org.jspecify.annotations.NullMarked;
