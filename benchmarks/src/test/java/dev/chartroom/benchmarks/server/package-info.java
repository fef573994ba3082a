/** The servers that are measured, as processes: how to start, to ask and to weigh them. */
@NullMarked
package dev.chartroom.benchmarks.server;

import org.jspecify.annotations.NullMarked;
