/**
 * Serves connections, HTTP/2 and HTTP/1.1 on one port, and notifies a request that its client has left. The package
 * depends on Helidon, and not on what requests ask for (ADR 0003).
 */
@NullMarked
package dev.chartroom.adapters.http.connection;

import org.jspecify.annotations.NullMarked;
