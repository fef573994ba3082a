/** Code that runs for each object or each request, measured alone with JMH. */
@NullMarked
package dev.chartroom.benchmarks.inner;

import org.jspecify.annotations.NullMarked;
