/** What is made of measured values: spreads, ratios, goals and the table. Knows nothing of servers. */
@NullMarked
package dev.chartroom.benchmarks.report;

import org.jspecify.annotations.NullMarked;
