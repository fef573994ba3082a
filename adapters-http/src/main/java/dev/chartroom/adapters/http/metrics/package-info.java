/**
 * The program's own metrics in the formats of Prometheus. The package depends on requests, and not on how the server
 * answers them.
 */
@NullMarked
package dev.chartroom.adapters.http.metrics;

import org.jspecify.annotations.NullMarked;
