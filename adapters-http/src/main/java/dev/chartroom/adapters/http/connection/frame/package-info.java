/**
 * Frames of HTTP/2 and the heads of requests: how they are read and written, and their limits. The package does not
 * depend on the bodies or the handlers of requests.
 */
@NullMarked
package dev.chartroom.adapters.http.connection.frame;

import org.jspecify.annotations.NullMarked;
