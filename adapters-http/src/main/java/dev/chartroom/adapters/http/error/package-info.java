/**
 * The one way from an error to an HTTP answer, for requests that reached the routing and for those that did not.
 */
@NullMarked
package dev.chartroom.adapters.http.error;

import org.jspecify.annotations.NullMarked;
