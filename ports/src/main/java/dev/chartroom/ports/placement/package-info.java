/**
 * The ports of placement: the record of the stores in which kinds are placed, and the register of the replicas that
 * have applied it. The tests of this package contain the contracts.
 */
@NullMarked
package dev.chartroom.ports.placement;

import org.jspecify.annotations.NullMarked;
