/**
 * Maps errors to HTTP answers, for requests that reached the routing and for those that did not. No other package does
 * this.
 */
@NullMarked
package dev.chartroom.adapters.http.error;

import org.jspecify.annotations.NullMarked;
