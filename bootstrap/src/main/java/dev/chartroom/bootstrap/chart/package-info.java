/**
 * Reads Helm charts, from folders and archives. A chart is untrusted input: what is read of it is bounded, and nothing
 * outside of it is read.
 */
@NullMarked
package dev.chartroom.bootstrap.chart;

import org.jspecify.annotations.NullMarked;
