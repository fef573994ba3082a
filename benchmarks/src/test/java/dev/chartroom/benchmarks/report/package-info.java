/** Spreads, ratios, goals and the table of measured values. Independent of the servers. */
@NullMarked
package dev.chartroom.benchmarks.report;

import org.jspecify.annotations.NullMarked;
