/**
 * How connections are served: HTTP/2 and HTTP/1.1 on one port, and how a request learns that its client has left. Knows
 * Helidon, and nothing of what is asked (ADR 0003).
 */
@NullMarked
package dev.chartroom.adapters.http.connection;

import org.jspecify.annotations.NullMarked;
