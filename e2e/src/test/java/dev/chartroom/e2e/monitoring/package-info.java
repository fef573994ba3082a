/** Debian's Prometheus scrapes the program. */
@NullMarked
package dev.chartroom.e2e.monitoring;

import org.jspecify.annotations.NullMarked;
