/** What the program counts of itself, as Prometheus reads it. Knows requests, and nothing of how they are answered. */
@NullMarked
package dev.chartroom.adapters.http.metrics;

import org.jspecify.annotations.NullMarked;
