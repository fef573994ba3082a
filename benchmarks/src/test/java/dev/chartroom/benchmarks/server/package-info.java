/** The servers that are measured, as processes: starts, calls and measures them. */
@NullMarked
package dev.chartroom.benchmarks.server;

import org.jspecify.annotations.NullMarked;
