/**
 * The program's own metrics in the formats of Prometheus. The package depends on requests, and not on how they are
 * answered.
 */
@NullMarked
package dev.chartroom.adapters.http.metrics;

import org.jspecify.annotations.NullMarked;
