/**
 * Reads Helm charts from folders and archives. A chart is untrusted input: the reader bounds what it reads, and reads
 * nothing outside of the chart.
 */
@NullMarked
package dev.chartroom.charts.archive;

import org.jspecify.annotations.NullMarked;
