/**
 * Where the events of requests go, and by which id the program speaks of the request that it is at. Knows neither where
 * events are written nor how requests come in.
 */
@NullMarked
package dev.chartroom.ports.audit;

import org.jspecify.annotations.NullMarked;
