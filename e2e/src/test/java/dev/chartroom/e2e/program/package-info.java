/** Tests of the whole program: its start, its archive, dev mode, the aggregator, and its limits. */
@NullMarked
package dev.chartroom.e2e.program;

import org.jspecify.annotations.NullMarked;
