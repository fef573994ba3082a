/** Tests of placements, the contracts of the record and the register, and an implementation of each in memory. */
@NullMarked
package dev.chartroom.ports.placement;

import org.jspecify.annotations.NullMarked;
