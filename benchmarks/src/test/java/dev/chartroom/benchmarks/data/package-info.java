/** The kinds and objects that are measured: generated, the same ones each time. */
@NullMarked
package dev.chartroom.benchmarks.data;

import org.jspecify.annotations.NullMarked;
