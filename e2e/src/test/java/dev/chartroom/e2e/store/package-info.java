/** Tests of the stores with a real control plane: reads, writes, moves, outages, and releases of Flux. */
@NullMarked
package dev.chartroom.e2e.store;

import org.jspecify.annotations.NullMarked;
