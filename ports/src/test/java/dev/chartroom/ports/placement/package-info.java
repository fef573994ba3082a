/** Tests of placements, with a record and a register in memory, and what each of these has to promise. */
@NullMarked
package dev.chartroom.ports.placement;

import org.jspecify.annotations.NullMarked;
