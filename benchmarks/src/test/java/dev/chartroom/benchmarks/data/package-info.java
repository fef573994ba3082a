/** The kinds and objects that are measured. They are generated, and the same in each run. */
@NullMarked
package dev.chartroom.benchmarks.data;

import org.jspecify.annotations.NullMarked;
